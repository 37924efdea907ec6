package postgres

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// readGrouped reads single records and short lists that requests ask for at the same time in one message, each with the checks that wait
// for it (see Together). If one read fails, each is sent on its own: reset undoes what scan has done before.
func (d *DB) readGrouped(ctx context.Context, s statement, reset func()) error {
	statements := []statement{s}
	t, inside := stateOf(ctx)
	if inside {
		if err := t.enter(); err != nil {
			return err
		}
		defer t.leave()
		statements = append(slices.Clip(t.later), s)
	}
	if isGrouped(ctx) && (!inside || t.opening == 0 && t.sent == 0) {
		if done, err := d.reads.run(&grouped{ctx: ctx, statements: statements}); done {
			if inside {
				t.later = nil
			}
			return err
		}
		reset()
	}
	_, err := d.run(ctx, s)
	return err
}

// sendReads sends reads in one message and reports whether all succeeded.
func (d *DB) sendReads(ctx context.Context, list []*grouped) bool {
	for _, t := range list {
		t.alone = true // also after a panic in the scan of another one
	}
	conn, free, err := d.borrow(ctx)
	if err != nil {
		return false
	}
	defer free()
	_, err = d.sendTogether(ctx, conn, d.joinedReads(list))
	for _, t := range list {
		t.alone, t.err = err != nil && len(list) > 1, err
	}
	return err == nil
}

// joinedReads are the statements of a group of reads. Those that differ only in their parameters become one, unless the group is one read:
// nobody would send it again to learn which of its statements has failed.
func (d *DB) joinedReads(list []*grouped) (plan []statement) {
	var same [][]statement
	for _, t := range list {
		for _, s := range t.statements {
			s.ctx = t.ctx
			i := slices.IndexFunc(same, func(of []statement) bool { return of[0].sql == s.sql && slices.EqualFunc(of[0].args, s.args, sameType) })
			switch {
			case len(list) == 1 || !s.joins || slices.ContainsFunc(s.args, hasNoArray):
				plan = append(plan, s)
			case i < 0:
				same = append(same, []statement{s})
			default:
				same[i] = append(same[i], s)
			}
		}
	}
	for _, of := range same {
		plan = append(plan, d.joinedRead(of))
	}
	return plan
}

func sameType(a, b any) bool { return reflect.TypeOf(a) == reflect.TypeOf(b) }

// hasNoArray reports whether the type of an array of such parameters is not known. Strings are for columns of text: with another type,
// the joined statement would fail and each read be sent on its own.
func hasNoArray(parameter any) bool {
	_, isID := parameter.(uuid.UUID)
	return !isID && reflect.ValueOf(parameter).Kind() != reflect.String
}

// joinedRead runs a query with the parameters of each statement.
func (d *DB) joinedRead(list []statement) statement {
	if len(list) == 1 {
		return list[0]
	}
	arrays, types := make([]any, len(list[0].args)), make([]byte, len(list[0].args))
	for i, first := range list[0].args {
		if _, isID := first.(uuid.UUID); isID {
			arrays[i], types[i] = parametersOf(list, i, func(v any) uuid.UUID { return v.(uuid.UUID) }), 'i'
		} else {
			arrays[i], types[i] = parametersOf(list, i, func(v any) string { return reflect.ValueOf(v).String() }), 't'
		}
	}
	return statement{sql: d.joinedQuery(list[0].sql, string(types)), args: arrays, joined: list, scan: func(row Scanner) error {
		place, err := lastNumber(row.(pgx.Rows))
		if err != nil || list[place-1].scan == nil {
			return err
		}
		return list[place-1].scan(row)
	}}
}

func parametersOf[V any](list []statement, parameter int, value func(any) V) []V {
	values := make([]V, len(list))
	for i, s := range list {
		values[i] = value(s.args[parameter])
	}
	return values
}

// joinedQuery is a query for arrays of parameters. Its last column is the place in the arrays. The query becomes a lateral subquery that
// the database does not merge with what is around it, so that it is run as one statement would be. Inner subqueries hide the length of
// the arrays, so that there is one plan for all.
func (d *DB) joinedQuery(query, types string) string {
	type key struct{ query, types string }
	if known, ok := d.joined.Load(key{query, types}); ok {
		return known.(string)
	}
	each := query
	names, arrays := make([]string, len(types)), make([]string, len(types))
	for i := len(types) - 1; i >= 0; i-- { // $10 before $1
		parameter, kind := "$"+strconv.Itoa(i+1), "text"
		if types[i] == 'i' {
			kind = "uuid"
		}
		names[i], arrays[i] = "p"+strconv.Itoa(i+1), "(select "+parameter+"::"+kind+"[])"
		each = strings.ReplaceAll(each, parameter, "k."+names[i])
	}
	joined := "select q.*, k.place from unnest(" + strings.Join(arrays, ", ") + ") with ordinality as k (" + strings.Join(names, ", ") +
		", place) cross join lateral (" + each + " offset 0) as q"
	d.joined.Store(key{query, types}, joined)
	return joined
}

// lastNumber reads the last column of a row.
func lastNumber(row pgx.Rows) (int64, error) {
	values, fields := row.RawValues(), row.FieldDescriptions()
	value := values[len(values)-1]
	if fields[len(fields)-1].Format == pgtype.BinaryFormatCode {
		return integer(value), nil
	}
	return strconv.ParseInt(string(value), 10, 64)
}
