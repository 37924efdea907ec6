package postgres

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/record"
)

// These methods do their work on reflected values of the records. A generic one is compiled for each type of record.

// Insert adds records, many in one statement of limited size.
func (t *Table[R]) Insert(ctx context.Context, records ...R) error {
	return t.add(ctx, "", elements(records))
}

// InsertMissing adds records and skips those whose unique columns another record has already.
func (t *Table[R]) InsertMissing(ctx context.Context, records ...R) error {
	return t.add(ctx, " on conflict do nothing", elements(records))
}

// elements returns the elements of a slice of records, or what those of a slice of pointers point to.
func elements(slice any) []reflect.Value {
	records := reflect.ValueOf(slice)
	values := make([]reflect.Value, records.Len())
	for i := range values {
		values[i] = reflect.Indirect(records.Index(i))
	}
	return values
}

// metaOf returns the Meta of a record.
func metaOf(r reflect.Value) *record.Meta { return record.MetaOf(r.Addr().Interface()) }

func (t *Relation) add(ctx context.Context, onConflict string, records []reflect.Value) error {
	var err error
	switch len(records) {
	case 0:
		return nil
	case 1:
		args := make([]any, t.stored)
		for i := range args {
			args[i] = t.columns[i].argument(t.columns[i].of(records[0]))
		}
		err = t.db.Write(ctx, t.failedFor("insert into", records[0]), t.insert+onConflict, args...)
	default:
		all, names := t.storedColumns()
		from, args := t.unnest(all, records)
		statement := "insert into " + t.options.Name + " (" + strings.Join(names, ", ") + ") select * from " + from + onConflict
		err = t.write(ctx, "insert into", len(records), statement, args...)
	}
	if err != nil {
		return err
	}
	return t.noteTimes(ctx, records, true)
}

// storedColumns returns the indexes and names of the columns that the table stores.
func (t *Relation) storedColumns() (all []int, names []string) {
	for i, c := range t.columns[:t.stored] {
		all, names = append(all, i), append(names, c.name)
	}
	return all, names
}

// unnest returns a subquery with the columns of records, one of which is never null, and its arguments: one array of text per
// column, which the database casts.
func (t *Relation) unnest(columns []int, records []reflect.Value) (query string, args []any) {
	of := make([]*column, len(columns))
	for i, at := range columns {
		c := &t.columns[at]
		of[i] = c
		list, end := make([]*string, len(records)), 0
		for k, r := range records {
			if list[k] = textOf(c.argument(c.of(r))); list[k] != nil {
				end = k + 1
			}
		}
		args = append(args, list[:end]) // unnest makes null of what is missing, in an import most columns
	}
	return fromTexts(of, false), args
}

// Differ implements record.Store.
func (t *Table[R]) Differ(before, after *R) (columns []int) {
	return t.differ(reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem())
}

func (t *Relation) differ(before, after reflect.Value) (columns []int) {
	for i := range t.columns[:t.stored] {
		if c := &t.columns[i]; !c.isKey && !c.isUpdate && !c.equal(c.of(before), c.of(after)) {
			columns = append(columns, i)
		}
	}
	return columns
}

// Update writes only the columns that differ, so that fewer indexes change, and version and updated_at.
func (t *Table[R]) Update(ctx context.Context, changes ...record.Change[R]) error {
	list := make([]change, len(changes))
	for i := range changes {
		c := &changes[i]
		list[i] = change{reflect.ValueOf(&c.Before).Elem(), reflect.ValueOf(&c.After).Elem(), c.Columns}
	}
	return t.update(ctx, list)
}

// change is a record.Change of any type of record.
type change struct {
	before, after reflect.Value
	columns       []int
}

func (t *Relation) update(ctx context.Context, changes []change) error {
	if len(changes) == 0 {
		return nil
	}
	var keys, columns []int
	for i := range t.columns[:t.stored] {
		differs := func(c change) bool { return slices.Contains(c.columns, i) }
		switch c := &t.columns[i]; {
		case c.name == "account_id" || c.name == "id":
			keys = append(keys, i)
		case c.isUpdate || slices.ContainsFunc(changes, differs):
			columns = append(columns, i)
		}
	}
	after := make([]reflect.Value, len(changes))
	for i, c := range changes {
		after[i] = c.after
	}
	var err error
	if len(changes) == 1 {
		err = t.updateOne(ctx, keys, columns, changes[0])
	} else {
		err = t.updateMany(ctx, keys, columns, after)
	}
	if err != nil {
		return err
	}
	return t.noteTimes(ctx, after, false)
}

func (t *Relation) updateMany(ctx context.Context, keys, columns []int, after []reflect.Value) error {
	from, args := t.unnest(append(keys, columns...), after)
	return t.write(ctx, "update", len(after), t.updateFrom(columns, from), args...)
}

// updateFrom is a statement that changes columns to those of a subquery u, which has the keys, too.
func (t *Relation) updateFrom(columns []int, u string) string {
	sets := make([]string, len(columns))
	for i, at := range columns {
		name := t.columns[at].name
		sets[i] = name + " = u." + name
	}
	return "update " + t.options.Name + " t set " + strings.Join(sets, ", ") + " from " + u +
		" where t.account_id = u.account_id and t.id = u.id"
}

// A statement that writes this many records takes the database longer than the program needs to prepare them.
const manyRecords = 100

// write queues a statement that writes n records. It is sent when the use case ends or reads, or at once if it writes many.
func (t *Relation) write(ctx context.Context, doing string, n int, query string, args ...any) error {
	fail := func(err error) error { return t.failed(doing, err) }
	return t.db.queue(ctx, statement{sql: query, args: args, fail: fail, long: n >= manyRecords})
}

// Delete removes a record, or marks it deleted.
func (t *Table[R]) Delete(ctx context.Context, r R) error { return t.remove(ctx, record.MetaOf(&r)) }

func (t *Relation) remove(ctx context.Context, m *record.Meta) error {
	statement := "delete from " + t.options.Name
	if t.options.SoftDelete {
		statement = "update " + t.options.Name + " set deleted_at = now()"
	}
	return t.write(ctx, "delete from", 1, statement+" where account_id = $1 and id = $2", m.AccountID, m.ID)
}
