package postgres

import (
	"context"
	"reflect"
	"strings"

	"github.com/google/uuid"
)

// Compute implements record.Computer. It reads the computed columns of records of one account from the database. It looks up each
// row separately, as LockMany does.
func (t *Table[R]) Compute(ctx context.Context, records ...*R) error {
	return t.compute(ctx, elements(records))
}

func (t *Relation) compute(ctx context.Context, records []reflect.Value) error {
	computed := t.columns[t.stored:]
	if len(computed) == 0 || len(records) == 0 {
		return nil
	}
	of := make(map[uuid.UUID]reflect.Value, len(records))
	ids := make([]uuid.UUID, len(records))
	for i, r := range records {
		ids[i] = metaOf(r).ID
		of[ids[i]] = r
	}
	expressions := make([]string, len(computed))
	for i, c := range computed {
		expressions[i] = t.options.Computed[c.name]
	}
	read := append([]column{t.columns[t.layout.named([]string{"id"})[0]]}, computed...)
	source, wanted := t.options.Name+" as t where t.account_id = $1 and t.id = $2", any(ids[0])
	if len(ids) > 1 {
		source, wanted = "unnest((select $2::uuid[])) as wanted (id) cross join lateral (select * from "+t.options.Name+
			" where account_id = $1 and id = wanted.id offset 0) as t", ids
	}
	return t.failed("compute columns of", t.db.Rows(ctx, func(row Scanner) error {
		from := reflect.New(records[0].Type()).Elem()
		if err := scanColumns(row, read, from); err != nil {
			return err
		}
		to := of[metaOf(from).ID]
		for _, c := range computed {
			c.of(to).Set(c.of(from))
		}
		return nil
	}, "select t.id, "+strings.Join(expressions, ", ")+" from "+source, metaOf(records[0]).AccountID, wanted))
}
