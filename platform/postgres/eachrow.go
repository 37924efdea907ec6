package postgres

import (
	"context"
	"reflect"
	"slices"
)

// EachRow is a statement for any number of rows of parameters, such as an insert. A group of transactions runs it once, after their
// other statements.
type EachRow struct {
	One  string // for one row
	Many string // for more; each parameter is an array with a value for each row
	Rows [][]any
	Done func(rows int64)      // gets the number of changed rows, of the whole group; may be nil
	Fail func(err error) error // as for Write; may be nil

	// ofRecord marks the write of a record. Other statements of its transaction may depend on it, so it stays before those that follow
	// it. The parameters of Many are arrays of text.
	ofRecord bool
}

// QueueEach is Queue for an EachRow. Without rows it does nothing.
func (d *DB) QueueEach(ctx context.Context, e EachRow) error {
	if len(e.Rows) == 0 {
		return nil
	}
	return d.queue(ctx, e.statement())
}

func (e *EachRow) statement() statement {
	s := statement{sql: e.One, done: e.Done, fail: e.Fail, each: e}
	if len(e.Rows) == 1 {
		s.args = e.Rows[0]
		return s
	}
	s.sql = e.Many
	s.args = make([]any, len(e.Rows[0]))
	for i, value := range e.Rows[0] {
		if e.ofRecord {
			s.args[i] = textsOf(e.Rows, i)
			continue
		}
		array := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(value)), len(e.Rows), len(e.Rows))
		for k, row := range e.Rows {
			array.Index(k).Set(reflect.ValueOf(row[i]))
		}
		s.args[i] = array.Interface()
	}
	return s
}

// appendJoined appends the statements of a group in the order in which they are sent. Of equal ones that members share, the first is
// enough. Several EachRows of the same statement become one, those of records only if nothing else of their transactions follows them, and
// not if they are to stay apart.
func appendJoined(plan []statement, list []*grouped, apart bool) []statement {
	last := make([]statement, 0, 4)
	for _, t := range list {
		end := len(t.statements)
		for end > 0 && t.statements[end-1].each != nil {
			end--
		}
		for at, s := range t.statements {
			s.ctx, s.of = t.ctx, t
			switch {
			case s.each != nil && (!s.each.ofRecord || at >= end && !apart):
				i := slices.IndexFunc(last, func(other statement) bool { return other.each.Many == s.each.Many })
				if i < 0 {
					s.each = new(*s.each)
					s.each.Rows = slices.Clip(s.each.Rows)
					last = append(last, s)
				} else {
					last[i].each.add(s.each)
					last[i].of = nil
					if s.each.ofRecord {
						last[i].of = several
					}
				}
			case !s.shared:
				plan = append(plan, s)
			case !slices.ContainsFunc(plan, s.equals):
				s.of = nil
				plan = append(plan, s)
			}
		}
	}
	for _, s := range last {
		all := s.each.statement()
		all.ctx, all.of = s.ctx, s.of
		plan = append(plan, all)
	}
	return plan
}

func (s statement) equals(other statement) bool {
	return s.sql == other.sql && slices.EqualFunc(s.args, other.args, func(a, b any) bool {
		if kind := reflect.TypeOf(a); kind == nil || kind.Comparable() {
			return a == b
		}
		return reflect.DeepEqual(a, b)
	})
}

// add makes e the statement for the rows of both.
func (e *EachRow) add(other *EachRow) {
	e.Rows = append(e.Rows, other.Rows...)
	if done, also := e.Done, other.Done; done == nil {
		e.Done = also
	} else if also != nil {
		e.Done = func(n int64) { done(n); also(n) }
	}
}
