package postgres

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// reference is a column of a table of records, of this module or another one, that names records of a Repository.
type reference struct {
	Relation string // the table with its schema
	Columns  string // parent_id, or the column itself
	Deleted  bool   // the table marks deleted rows
}

// references finds the columns by their names, as a foreign key across schemas would: those of a pet are pet_id, the list pet_ids, and
// parent_id where parent_type is pet. Tables without a version hold no records.
type references struct {
	once sync.Once
	list []reference
	err  error
}

const findReferences = `
select format('%I.%I', n.nspname, c.relname) as relation, a.attname as columns,
	exists (select from pg_attribute d where d.attrelid = c.oid and d.attname = 'deleted_at' and not d.attisdropped) as deleted
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'outbox')
	and (a.attname = @noun || '_id' and a.atttypid = cast('uuid' as regtype)
		or a.attname = @noun || '_ids' and a.atttypid in ('json'::regtype, 'jsonb'::regtype)
		or a.attname = 'parent_id' and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'parent_type'))
	and (select count(*) from pg_attribute own where own.attrelid = c.oid and own.attname in ('account_id', 'id', 'version')
		and not own.attisdropped) = 3
order by 1, 2`

func (r *Repository[R]) noun() string { return strings.ReplaceAll(r.table.Noun, " ", "_") }

// mostDependents limits how many records that refer to others are named for each column.
const mostDependents = 100

// Removable implements record.Remover.
func (r *Repository[R]) Removable(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID][]record.RevertDependent, error) {
	// Whoever adds a record that refers to one of these holds it for key share.
	const rows = " where account_id = ? and id = any(?) order by id for update"
	err := r.db.In(ctx).Exec("select from "+r.table.Name+rows, account, Array(ids)).Error
	if err != nil {
		return nil, r.Failed("lock", err)
	}
	r.references.once.Do(func() {
		q := r.db.In(context.WithoutCancel(ctx)).Raw(findReferences, map[string]any{"noun": r.noun()})
		r.references.err = q.Scan(&r.references.list).Error
	})
	if r.references.err != nil {
		return nil, fmt.Errorf("find what refers to %s: %w", r.table.Name, r.references.err)
	}
	found := map[uuid.UUID][]record.RevertDependent{}
	for _, ref := range r.references.list {
		if err := r.dependents(ctx, account, ids, ref, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (r *Repository[R]) dependents(ctx context.Context, account uuid.UUID, ids []uuid.UUID, ref reference,
	found map[uuid.UUID][]record.RevertDependent) error {
	of, from := "d."+ref.Columns, ref.Relation+" d"
	if strings.HasSuffix(ref.Columns, "_ids") {
		of = "cast(e.id as uuid)"
		from += " cross join lateral jsonb_array_elements_text(cast(d." + ref.Columns + " as jsonb)) as e (id)"
	}
	q := r.db.In(ctx).Table(from).Select(of+" as of, d.id").Where("d.account_id = ? and "+of+" = any(?)", account, Array(ids))
	if ref.Columns == "parent_id" {
		q = q.Where("d.parent_type = ?", r.noun())
	}
	if ref.Deleted {
		q = q.Where("d.deleted_at is null")
	}
	var rows []struct{ Of, ID uuid.UUID }
	if err := q.Limit(mostDependents).Scan(&rows).Error; err != nil {
		return fmt.Errorf("look for references to %s in %s: %w", r.table.Name, ref.Relation, err)
	}
	_, table, _ := strings.Cut(ref.Relation, ".")
	for _, row := range rows {
		found[row.Of] = append(found[row.Of], record.RevertDependent{Resource: singular(table), ID: row.ID})
	}
	return nil
}
