package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/petcare/petcare/platform/kernel/record"
)

// changing are the statements that change one record, and several in a group of transactions (see EachRow).
type changing struct{ one, many string }

func (t *Relation) updateOne(ctx context.Context, keys, columns []int, changed change) error {
	args := make([]any, 0, len(columns)+len(keys)+1)
	for _, of := range [][]int{columns, keys} {
		for _, at := range of {
			args = append(args, t.columns[at].argument(t.columns[at].of(changed.after)))
		}
	}
	failed := t.failedFor("update", changed.after)
	before, isRecord := changed.before.Addr().Interface().(record.Record)
	statements := t.updateOf(keys, columns, isRecord)
	if !isRecord {
		return t.db.Write(ctx, failed, statements.one, args...)
	}
	m := before.RecordMeta()
	fail := func(err error) error {
		if DividesByZero(err) {
			t.contended.add(m.ID)
			return fmt.Errorf("%s: %w", t.options.Name, ErrAssumed)
		}
		return failed(err)
	}
	row := append(args, m.Version)
	return t.db.QueueEach(ctx, EachRow{One: statements.one, Many: statements.many, Rows: [][]any{row}, Fail: fail, ofRecord: true})
}

// updateOf returns the statements that change columns. Their parameters are the columns, the keys and, of a record, the version that it
// must have: they fail with a division by zero when they do not find a row for each.
func (t *Relation) updateOf(keys, columns []int, isRecord bool) changing {
	changed := make([]byte, len(columns))
	for i, at := range columns {
		changed[i] = byte(at) // no table has more than 256 columns
	}
	if known, ok := t.updates.Load(string(changed)); ok {
		return known.(changing)
	}
	var all []*column
	equal := func(of []int, separator string) string {
		list := make([]string, len(of))
		for i, at := range of {
			all = append(all, &t.columns[at])
			list[i] = t.columns[at].name + " = $" + strconv.Itoa(len(all))
		}
		return strings.Join(list, separator)
	}
	w := changing{one: "update " + t.options.Name + " t set " + equal(columns, ", ") + " where " + equal(keys, " and ")}
	if isRecord {
		all = append(all, &column{name: "version_before", kind: number})
		w.one += " and version = $" + strconv.Itoa(len(all)) + t.live
		w.one = "with changed as (" + w.one + " returning 1) select 1 / count(*) from changed"
		w.many = t.updateFrom(columns, fromTexts(all, true)) + " and t.version = u.version_before" + t.live
		w.many = "with changed as (" + w.many + " returning 1) select 1 / (count(*) = cardinality($1::text[]))::integer from changed"
	}
	t.updates.Store(string(changed), w)
	return w
}

// fromTexts is a subquery with columns whose values are in arrays of text, one for each column. If they are few, the database does not look
// at their number when it plans, so there is one plan, and expects next to none: it looks them up by an index, also in a table that was
// empty when it planned.
func fromTexts(columns []*column, few bool) string {
	array, end := "$%d::text[]", ""
	if few {
		array, end = "(select $%d::text[])", " limit (select cardinality($1::text[]))"
	}
	arrays, names, values := make([]string, len(columns)), make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		arrays[i] = fmt.Sprintf(array, i+1)
		names[i] = c.name
		values[i] = c.name + "::" + casts[c.kind] + " as " + c.name
	}
	return "(select " + strings.Join(values, ", ") +
		" from unnest(" + strings.Join(arrays, ", ") + ") as v (" + strings.Join(names, ", ") + ")" + end + ") as u"
}

// textsOf are the parameters at a place, of each row; see textOf.
func textsOf(rows [][]any, place int) []*string {
	list := make([]*string, len(rows))
	for i, row := range rows {
		list[i] = textOf(row[place])
	}
	return list
}
