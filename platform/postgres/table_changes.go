package postgres

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
)

// A table whose records change often has a second, narrow table with the columns account_id, id and updated_at, a primary key on
// (account_id, id) and an index on (account_id, updated_at, id). With an index on updated_at in the main table, every update would
// write all indexes of the row. Without it, an update of columns without an index stays in its page (a HOT update).
//
// A record without a row there has not changed since its creation, whose time is in its id to within clockSkew: see UpdatedSince.
const clockSkew = 30 * time.Second

// noteTimes stores the update times of written records, but not of new ones whose id contains it.
func (t *Relation) noteTimes(ctx context.Context, records []reflect.Value, areNew bool) error {
	if t.options.Changes == "" {
		return nil
	}
	rows := make([][]any, 0, len(records)) // account, id and time
	for _, r := range records {
		if m := metaOf(r); !areNew || !toldByID(m) {
			rows = append(rows, []any{m.AccountID, m.ID, m.UpdatedAt})
		}
	}
	insert := "insert into " + t.options.Changes + " (account_id, id, updated_at) "
	const again = " on conflict (account_id, id) do update set updated_at = excluded.updated_at"
	return t.db.QueueEach(ctx, EachRow{
		One: insert + "values ($1, $2, $3)" + again, Many: insert + "select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])" + again,
		Rows: rows, Fail: func(err error) error { return t.failed("note changes of", err) },
	})
}

// toldByID reports whether a record's last update is within clockSkew of the time in its id, a UUIDv7.
func toldByID(m *record.Meta) bool {
	if m.ID.Version() != 7 {
		return false
	}
	made := time.Unix(m.ID.Time().UnixTime())
	return m.UpdatedAt.Sub(made).Abs() < clockSkew
}

// maxSorted is the number of records that are cheap to sort.
const maxSorted = 5000

// updatedSince limits a list to records updated at an instant or later. If these are few, it reads them first, because they may be
// anywhere in the order of the list. If they are many, a scan in the order of the list finds them soon.
func (t *Relation) updatedSince(ctx context.Context, q *Query) error {
	if few, err := t.FromChanged(ctx, q, q.since); few || err != nil {
		return err
	}
	q.Where("t.updated_at >= ?", q.since)
	return nil
}

// FromChanged has a list begin with the records updated at an instant or later if these are few, and reports whether they are. Else the
// list stays as it is. The database plans a list of one table once, and looks up its records one by one.
func (t *Relation) FromChanged(ctx context.Context, q *Query, since time.Time) (few bool, err error) {
	if t.options.Changes == "" {
		return false, nil
	}
	var n int
	limit := fmt.Sprint("limit ", maxSorted+1)
	made := ids.First(since.Add(-clockSkew))
	err = t.db.Row(ctx, `select
			(select count(*) from (select from `+t.options.Changes+`
				where account_id = (select $1::uuid) and updated_at`+atLeast("(select $2::timestamptz)", ever)+" "+limit+`) as changed) +
			(select count(*) from (select from `+t.options.Name+`
				where account_id = (select $1::uuid) and id`+atLeast("(select $3::uuid)", lastID)+" "+limit+`) as made)`,
		q.args[0], since, made).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("count the changes of %s: %w", t.options.Name, err)
	}
	if n > maxSorted {
		return false, nil
	}
	ofOneTable := q.from == q.table+" t"
	if ofOneTable {
		q.OnePlan()
	}
	at, first := q.Value(since, "timestamptz"), q.Value(made, "uuid")
	changed := "select id from " + t.options.Changes + " where account_id = " + q.Account() + " and updated_at" + atLeast(at, ever) +
		" union select id from " + t.options.Name + " where account_id = " + q.Account() + " and id" + atLeast(first, lastID) +
		" and updated_at >= " + at
	if ofOneTable {
		q.FromIDs(changed + " order by id desc")
		if slices.Equal(q.order, byID) { // sorted by this, rows are looked up until the page is full
			q.OrderBy(Order{By: "hits.id", Type: "uuid", Desc: true})
		}
	} else {
		q.Join("(" + changed + ") as changed on changed.id = t.id")
	}
	return true, nil
}

// The last instant and the last id.
const (
	ever   = "'infinity'"
	lastID = "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
)

// atLeast is the condition that a column has the first value or a later one. It has an end, so that the database, which does not know
// first, expects few of them, and finds them by an index: it would read all to find a third of them.
func atLeast(first, last string) string { return " between " + first + " and " + last }
