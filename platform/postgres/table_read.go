package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Get reads a record; apperr.NotFound when there is none.
func (t *Table[R]) Get(ctx context.Context, account, id uuid.UUID) (r R, err error) {
	found := false
	err = t.db.readGrouped(ctx, statement{sql: t.get, args: []any{account, id}, joins: true, scan: func(row Scanner) error {
		found = true
		return t.scan(row, &r)
	}}, func() { found, r = false, *new(R) })
	if err == nil && !found {
		err = t.Missing()
	}
	return r, t.failed("read", err)
}

// Lock reads a record for update; apperr.NotFound when there is none.
func (t *Table[R]) Lock(ctx context.Context, account, id uuid.UUID) (R, error) {
	return t.Row(ctx, t.get+" for update", account, id)
}

// ForUpdate implements record.Store. It reads a record without a lock where that lets the transaction be committed in a group.
func (t *Table[R]) ForUpdate(ctx context.Context, account, id uuid.UUID) (R, error) {
	// Computed columns are read within the transaction.
	outside, ok := t.db.outsideUnwritten(ctx)
	if !ok || t.stored < len(t.columns) || t.contended.has(id) || !t.db.lockUpdate(ctx, id) {
		return t.Lock(ctx, account, id)
	}
	return t.Get(outside, account, id)
}

// Row reads the record of a statement that selects Columns; apperr.NotFound when there is none.
func (t *Table[R]) Row(ctx context.Context, statement string, args ...any) (r R, err error) {
	found := false
	err = t.rows(ctx, func() *R {
		found, r = true, *new(R)
		return &r
	}, statement, args...)
	if err == nil && !found {
		err = t.Missing()
	}
	return r, err
}

// LockMany reads records for update, in the order of their ids, so that concurrent calls cannot deadlock. It looks up each row
// separately: with outdated statistics, as during an import, "id = any" would read the whole account.
func (t *Table[R]) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	return t.many(ctx, "update", account, ids)
}

// maxAssumed is how many records that it names a use case assumes, each with a check of its own.
const maxAssumed = 4

// ManyForShare reads records in the order of their ids and prevents changes to them until the transaction ends.
func (t *Table[R]) ManyForShare(ctx context.Context, account uuid.UUID, list []uuid.UUID) (found []R, err error) {
	outside, ok := t.db.outsideUnwritten(ctx)
	if !ok || len(list) > maxAssumed || t.stored < len(t.columns) { // computed columns change without the version
		return t.many(ctx, "share", account, list)
	}
	for _, id := range ids.Distinct(list) {
		known, err := t.assumeShared(ctx, account, id, func() (any, record.Meta, error) {
			r, err := t.Get(outside, account, id)
			return r, *record.MetaOf(&r), err
		})
		switch {
		case err == nil:
			found = append(found, known.(R))
		case !apperr.Is(err, apperr.NotFound):
			return nil, err
		}
	}
	return found, nil
}

func (t *Table[R]) many(ctx context.Context, lock string, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if len(ids) == 1 {
		r, err := t.Row(ctx, t.get+" for "+lock, account, ids[0])
		if apperr.Is(err, apperr.NotFound) {
			return nil, nil
		}
		return []R{r}, err
	}
	found := make([]R, 0, len(ids))
	err := t.rows(ctx, func() *R { return another(&found) }, "select "+t.list+
		" from (select distinct id from unnest((select $2::uuid[])) as u (id) order by id) as wanted cross join lateral (select * from "+
		t.options.Name+" where account_id = $1 and id = wanted.id for "+lock+") as t where true"+t.live, account, ids)
	return found, err
}

// Rows reads the records of a statement that selects Columns of a table or query called t.
func (t *Table[R]) Rows(ctx context.Context, statement string, args ...any) ([]R, error) {
	list := []R{}
	err := t.rows(ctx, func() *R { return another(&list) }, statement, args...)
	return list, err
}

// rows reads each record into the address that place returns, which saves a copy.
func (t *Table[R]) rows(ctx context.Context, place func() *R, statement string, args ...any) error {
	return t.failed("read", t.db.Rows(ctx, func(row Scanner) error { return t.scan(row, place()) }, statement, args...))
}

// another appends a zero value to a list and returns its address.
func another[T any](list *[]T) *T {
	*list = append(*list, *new(T))
	return &(*list)[len(*list)-1]
}
