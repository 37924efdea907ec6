package postgres

import (
	"context"
	"errors"
	"fmt"
)

// AnalyzeGrown updates the statistics of the tables that have doubled in size since the last time, so that statements are planned anew.
// Autovacuum would do so within minutes. Until then, a plan from when a table was empty may read all of its rows to find one.
func (d *DB) AnalyzeGrown(ctx context.Context) error {
	return d.Analyze(ctx, "pg_relation_size(c.oid) > 2 * greatest(c.relpages, 4) * current_setting('block_size')::bigint")
}

// Analyze updates the statistics of tables. The condition is one on pg_class, called c, and pg_namespace, called n. Tables that belong to
// others or are locked are left out.
func (d *DB) Analyze(ctx context.Context, condition string, args ...any) error {
	var statements []string
	failed := d.In(ctx).Raw(`select format('analyze (skip_locked) %I.%I', n.nspname, c.relname)
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')
			and pg_has_role(c.relowner, 'usage') and (`+condition+`)`, args...).Scan(&statements).Error
	for _, statement := range statements {
		failed = errors.Join(failed, d.In(ctx).Exec(statement).Error)
	}
	if failed != nil {
		return fmt.Errorf("update statistics: %w", failed)
	}
	return nil
}
