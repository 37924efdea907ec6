package postgres

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/petcare/petcare/platform/record"
)

// Insert adds records, many in one statement of limited size.
func (t *Table[R]) Insert(ctx context.Context, records ...R) error {
	return t.add(ctx, "", records)
}

// InsertMissing adds records and skips those whose unique columns another record has already.
func (t *Table[R]) InsertMissing(ctx context.Context, records ...R) error {
	return t.add(ctx, " on conflict do nothing", records)
}

func (t *Table[R]) add(ctx context.Context, onConflict string, records []R) error {
	if len(records) == 1 {
		value := reflect.ValueOf(&records[0]).Elem()
		args := make([]any, t.kept)
		for i := range args {
			args[i] = t.columns[i].argument(t.columns[i].of(value))
		}
		if err := t.writeOne(ctx, "insert into", records[0], t.insert+onConflict, args...); err != nil {
			return err
		}
		return t.noteInserted(ctx, records)
	}
	if len(records) == 0 {
		return nil
	}
	all := make([]int, t.kept)
	names := make([]string, t.kept)
	for i, c := range t.columns[:t.kept] {
		all[i], names[i] = i, c.name
	}
	from, args := t.unnest(all, records)
	statement := "insert into " + t.options.Name + " (" + strings.Join(names, ", ") + ") select * from " + from + onConflict
	err := t.write(ctx, "insert into", statement, args...)
	if err != nil {
		return err
	}
	return t.noteInserted(ctx, records)
}

// unnest returns a subquery with the columns of records and its arguments: one array of text per column, which the database casts.
func (t *Table[R]) unnest(columns []int, records []R) (query string, args []any) {
	arrays, names, values := make([]string, len(columns)), make([]string, len(columns)), make([]string, len(columns))
	for i, at := range columns {
		c := &t.columns[at]
		list := make([]*string, len(records))
		for k := range records {
			list[k] = c.text(c.of(reflect.ValueOf(&records[k]).Elem()))
		}
		args = append(args, list)
		arrays[i] = "$" + strconv.Itoa(i+1) + "::text[]"
		names[i] = c.name
		values[i] = c.name + "::" + casts[c.kind] + " as " + c.name
	}
	query = "(select " + strings.Join(values, ", ") +
		" from unnest(" + strings.Join(arrays, ", ") + ") as v (" + strings.Join(names, ", ") + ")) as u"
	return query, args
}

// Differ reports whether any column other than version and updated_at differs.
func (t *Table[R]) Differ(before, after R) bool {
	a, b := reflect.ValueOf(&before).Elem(), reflect.ValueOf(&after).Elem()
	for i := range t.columns[:t.kept] {
		if c := &t.columns[i]; !c.isUpdate && !c.equal(c.of(a), c.of(b)) {
			return true
		}
	}
	return false
}

// differing are the columns in which any change differs, version and updated_at included.
func (t *Table[R]) differing(changes []record.Change[R]) (columns []int) {
	for i := range t.columns[:t.kept] {
		c := &t.columns[i]
		if c.isKey {
			continue
		}
		for k := range changes {
			if !c.equal(c.of(reflect.ValueOf(&changes[k].Before).Elem()), c.of(reflect.ValueOf(&changes[k].After).Elem())) {
				columns = append(columns, i)
				break
			}
		}
	}
	return columns
}

// Update writes only the columns that differ, so that fewer indexes change.
func (t *Table[R]) Update(ctx context.Context, changes ...record.Change[R]) error {
	columns := t.differing(changes)
	switch {
	case len(columns) == 0:
		return nil
	case len(changes) == 1:
		return t.updateOne(ctx, columns, changes[0].After)
	}
	keys := make([]int, 0, 2+len(columns))
	sets := make([]string, len(columns))
	for i := range t.columns {
		if name := t.columns[i].name; name == "account_id" || name == "id" {
			keys = append(keys, i)
		}
	}
	for i, at := range columns {
		name := t.columns[at].name
		sets[i] = name + " = u." + name
	}
	after := make([]R, len(changes))
	for i, c := range changes {
		after[i] = c.After
	}
	from, args := t.unnest(append(keys, columns...), after)
	statement := "update " + t.options.Name + " t set " + strings.Join(sets, ", ") + " from " + from +
		" where t.account_id = u.account_id and t.id = u.id"
	if slices.Contains(sets, "updated_at = u.updated_at") {
		statement = t.withChanges("select account_id, id, updated_at from "+from, statement)
	}
	return t.write(ctx, "update", statement, args...)
}

func (t *Table[R]) updateOne(ctx context.Context, columns []int, after R) error {
	var b strings.Builder
	at := ""
	m := metaOf(&after)
	args := append(make([]any, 0, 2+len(columns)), m.AccountID, m.ID)
	value := reflect.ValueOf(&after).Elem()
	b.WriteString("update " + t.options.Name + " set ")
	for i, column := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		c := &t.columns[column]
		args = append(args, c.argument(c.of(value)))
		value := "$" + strconv.Itoa(len(args))
		b.WriteString(c.name + " = " + value)
		if c.name == "updated_at" {
			at = value
		}
	}
	b.WriteString(" where account_id = $1 and id = $2")
	if at == "" { // in the same microsecond as the last update
		return t.writeOne(ctx, "update", after, b.String(), args...)
	}
	return t.writeOne(ctx, "update", after, t.withChanges("values ($1, $2, "+at+")", b.String()), args...)
}

// write queues a statement, which is sent when the use case ends or reads.
func (t *Table[R]) write(ctx context.Context, doing, statement string, args ...any) error {
	return t.db.Write(ctx, func(err error) error { return t.failed(doing, err) }, statement, args...)
}
