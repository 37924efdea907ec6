package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/petcare/petcare/platform/fxgroups"
)

// TableKey is a primary, unique, exclusion or foreign key of a table, or a unique index.
type TableKey struct {
	Table      string // with its schema
	First      string // column; empty for an expression, and for a table without a primary key
	Definition string
}

// TableKeys lists the keys of all tables. Those of a table whose rows are spread over machines by account begin with the account, because
// no machine knows the rows of another one.
func (d *DB) TableKeys(ctx context.Context) (list []TableKey, err error) {
	err = d.In(ctx).Raw(`
		select n.nspname || '.' || c.relname as "table", coalesce(a.attname, '') as first, pg_get_indexdef(i.indexrelid) as definition
		from pg_index i
		join pg_class c on c.oid = i.indrelid
		join pg_namespace n on n.oid = c.relnamespace
		left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
		where (i.indisunique or i.indisexclusion) and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
		union all
		select n.nspname || '.' || c.relname, a.attname, pg_get_constraintdef(k.oid)
		from pg_constraint k
		join pg_class c on c.oid = k.conrelid
		join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
		where k.contype = 'f'
		union all
		select n.nspname || '.' || c.relname, '', 'no primary key' from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
		and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`).Scan(&list).Error
	return list, Failed("list the keys of tables", err)
}

// checkTables names what cannot be distributed.
func (d *DB) checkTables(ctx context.Context, modules []fxgroups.Migrations) error {
	tables, err := d.Tables(ctx, modules)
	if err != nil {
		return err
	}
	keys, err := d.TableKeys(ctx)
	if err != nil {
		return err
	}
	var distributed, left []string
	for _, t := range tables {
		if !t.Local {
			distributed = append(distributed, t.Name)
			if !t.Done {
				left = append(left, t.Name)
			}
		}
	}
	var faults []error
	for _, k := range keys {
		if k.First != "account_id" && slices.Contains(left, k.Table) {
			faults = append(faults, fmt.Errorf("%s cannot be distributed: a key does not begin with account_id: %s", k.Table, k.Definition))
		}
	}
	var others []string
	err = d.In(ctx).Raw(`
		select format('%s cannot be distributed: it is not beside %s, to which %s refers', cast(k.conrelid as regclass),
			cast(k.confrelid as regclass), k.conname)
		from pg_constraint k where k.contype = 'f' and k.conparentid = 0
			and k.conrelid = any(cast(@all as regclass[])) <> (k.confrelid = any(cast(@all as regclass[])))
		union all
		select format('%s cannot be distributed: it has the trigger %s', cast(g.tgrelid as regclass), g.tgname)
		from pg_trigger g where not g.tgisinternal and g.tgrelid = any(cast(@left as regclass[]))
		union all
		select format('%s cannot be distributed: account_id has to be uuid not null', cast(a.attrelid as regclass))
		from pg_attribute a where a.attname = 'account_id' and a.attrelid = any(cast(@left as regclass[]))
			and not (a.attnotnull and a.atttypid = cast('uuid' as regtype))
		order by 1`, map[string]any{"all": Array(distributed), "left": Array(left)}).Scan(&others).Error
	if err != nil {
		return fmt.Errorf("look for what cannot be distributed: %w", err)
	}
	for _, fault := range others {
		faults = append(faults, errors.New(fault))
	}
	return errors.Join(faults...)
}
