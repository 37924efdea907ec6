package postgres

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/record"
)

// A table whose records change often names a second, narrow table with the columns account_id, id and updated_at, a primary
// key on (account_id, id) and an index on (account_id, updated_at, id). An index on updated_at in the table itself would make every change
// write every index of the row anew; without it, a change of columns without an index stays in its page (a HOT update).
//
// A record without a row there has not changed since it was made, which its id tells to within slack: see UpdatedSince.
const slack = 30 * time.Second

// withChanges puts the statement that notes the changes of u before a statement.
func (t *Table[R]) withChanges(source, statement string) string {
	if t.options.Changes == "" {
		return statement
	}
	return "with changed as (insert into " + t.options.Changes + " (account_id, id, updated_at) " + source +
		" on conflict (account_id, id) do update set updated_at = excluded.updated_at) " + statement
}

// noteInserted notes the records whose id does not tell when they were last updated.
func (t *Table[R]) noteInserted(ctx context.Context, records []R) error {
	if t.options.Changes == "" {
		return nil
	}
	var accounts, ids []uuid.UUID
	var times []time.Time
	for i := range records {
		if m := metaOf(&records[i]); !toldByID(m) {
			accounts, ids, times = append(accounts, m.AccountID), append(ids, m.ID), append(times, m.UpdatedAt)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return t.write(ctx, "note changes of", "insert into "+t.options.Changes+" (account_id, id, updated_at) "+
		"select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])", accounts, ids, times)
}

// toldByID reports whether a record was last updated within slack of the time in its id, a UUIDv7.
func toldByID(m *record.Meta) bool {
	if m.ID.Version() != 7 {
		return false
	}
	made := time.UnixMilli(int64(binary.BigEndian.Uint64(m.ID[:8]) >> 16)) //nolint:gosec // 48 bits
	return m.UpdatedAt.Sub(made).Abs() < slack
}

// firstID is the smallest UUIDv7 of an instant.
func firstID(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], uint64(max(at.UnixMilli(), 0))<<16) //nolint:gosec // not negative
	return id
}

// few is how many records are cheap to sort.
const few = 5000

// updatedSince narrows a list to the records that changed at an instant or later. Where few have, they are read first: they
// lie anywhere in the order of the list. Where many have, the list comes across them soon.
func (t *Table[R]) updatedSince(ctx context.Context, q *Query) error {
	since := q.since
	if t.options.Changes == "" {
		q.Where("t.updated_at >= ?", since)
		return nil
	}
	var n int
	made := firstID(since.Add(-slack))
	err := t.db.Row(ctx, `select
			(select count(*) from (select from `+t.options.Changes+` where account_id = $1 and updated_at >= $2 limit $3) as changed) +
			(select count(*) from (select from `+t.options.Name+` where account_id = $1 and id >= $4 limit $3) as made)`,
		q.args[0], since, few+1, made).Scan(&n)
	if err != nil {
		return fmt.Errorf("count the changes of %s: %w", t.options.Name, err)
	}
	if n > few {
		q.Where("t.updated_at >= ?", since)
		return nil
	}
	at, first := q.Arg(since), q.Arg(made)
	q.from += " join (select id from " + t.options.Changes + " where account_id = $1 and updated_at >= " + at +
		" union select id from " + t.options.Name + " where account_id = $1 and id >= " + first + " and updated_at >= " + at +
		") as changed on changed.id = t.id"
	return nil
}
