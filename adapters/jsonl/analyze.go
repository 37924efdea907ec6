package jsonl

import (
	"context"
	"fmt"
)

// analyzeFrom is the number of new records from which the statistics of a module's tables are updated.
const analyzeFrom = 1000

// grown lists the tables to which the transaction has added more rows than the database believes that they have.
const grown = `
select c.oid::bigint from pg_stat_xact_user_tables x join pg_class c on c.oid = x.relid
where c.relpersistence = 'p' and not c.relispartition and x.n_tup_ins > greatest(c.reltuples, ?)`

// analyzeGrown updates the statistics of tables before other types refer to their rows. After an import that was rolled back, a large
// file holds next to nothing, so the database would assume few rows in it: it would look for each row among all of the account.
func (r *run) analyzeGrown(ctx context.Context) error {
	var tables []int64
	if err := r.db.In(ctx).Raw(grown, analyzeFrom).Scan(&tables).Error; err != nil {
		return fmt.Errorf("look which tables have grown: %w", err)
	}
	if len(tables) == 0 {
		return nil
	}
	r.analyzed = append(r.analyzed, tables...)
	return r.db.Analyze(ctx, "c.oid = any($1)", tables)
}

// analyze updates the statistics of the other tables that a large import has filled. Autovacuum would do so within minutes. Until then,
// plans would ignore the account's rows, and read all of them to find a single one. The import has already been committed, so errors
// do not matter.
func (r *run) analyze(ctx context.Context) {
	fresh := map[string]int{}
	for k, c := range r.counts {
		fresh[r.kinds[k].Module] += c.Created
	}
	schemas := []string{}
	for module, n := range fresh {
		if n >= analyzeFrom {
			schemas = append(schemas, module)
		}
	}
	if len(schemas) == 0 {
		return
	}
	// If it fails, autovacuum will do it.
	_ = r.db.Analyze(ctx, "(n.nspname = any($1) or n.nspname = 'outbox') and not c.relispartition and c.oid <> all($2)", schemas, r.analyzed)
}
