package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/platform/paging"
)

// Query describes a list of the records of an account: what narrows it and what it is sorted by. The table is called t.
type Query struct {
	from       string
	conditions []string
	args       []any
	order      []Order
	unprepared bool
	since      time.Time
}

// Order is one key of a list's sort. All keys of a list go the same way; the last one is unique in the account.
type Order struct {
	By   string // a column, or an expression that is never null
	Type string // of PostgreSQL: "uuid", "text", "integer"
	Desc bool
}

// ByID sorts the newest first.
var byID = []Order{{By: "t.id", Type: "uuid", Desc: true}}

// Arg adds a parameter and returns how the statement names it.
func (q *Query) Arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

// Where narrows the list; each ? of the condition stands for one of the values.
func (q *Query) Where(condition string, values ...any) *Query {
	for _, v := range values {
		condition = strings.Replace(condition, "?", q.Arg(v), 1)
	}
	q.conditions = append(q.conditions, condition)
	return q
}

// WhereIf narrows the list where asked is true.
func (q *Query) WhereIf(asked bool, condition string, values ...any) *Query {
	if asked {
		return q.Where(condition, values...)
	}
	return q
}

// OrderBy sorts the list; without it the newest come first.
func (q *Query) OrderBy(keys ...Order) *Query {
	q.order = keys
	return q
}

// From reads the list from a join in which the table is called t.
func (q *Query) From(join string) *Query {
	q.from = join
	return q
}

// UpdatedSince narrows the list to records that changed at an instant or later; nil does not.
func (q *Query) UpdatedSince(at *time.Time) *Query {
	if at != nil {
		q.since = *at
	}
	return q
}

// Unprepared has the statement planned for its values.
func (q *Query) Unprepared(yes bool) *Query {
	q.unprepared = yes
	return q
}

// Narrowed reports whether the list has another condition than that its records are the account's.
func (q *Query) Narrowed() bool { return len(q.conditions) > 1 || !q.since.IsZero() }

// Query starts the description of a list of the account's records; $1 is the account.
func (t *Table[R]) Query(account uuid.UUID) *Query {
	return t.QueryWhere("t.account_id = ?"+t.live, account)
}

// QueryWhere starts the description of a list of rows that belong to no account.
func (t *Table[R]) QueryWhere(condition string, values ...any) *Query {
	q := &Query{from: t.options.Name + " t", order: byID}
	return q.Where(condition, values...)
}

// List reads a page of a list. It fails with paging.BadCursor for a position of another list.
func (t *Table[R]) List(ctx context.Context, q *Query, page paging.Request) (paging.Page[R], error) {
	if !q.since.IsZero() {
		if err := t.updatedSince(ctx, q); err != nil {
			return paging.Page[R]{}, err
		}
	}
	statement, err := q.statement(t.list, page)
	if err != nil {
		return paging.Page[R]{}, err
	}
	// Most lists are short, and room for a page of records is some ten KiB: it is used again, and the page gets what it needs.
	room := t.room()
	rows := *room
	defer func() {
		clear(rows)
		*room = rows[:0]
		t.rooms.Put(room)
	}()
	var last []string
	size := 0
	err = t.db.Rows(ctx, func(row Scanner) error {
		if len(rows) > page.Limit {
			return nil // the page has ended early
		}
		more := shownSize(row)
		if len(rows) > 0 && size+more > maxPage {
			page.Limit = min(page.Limit, len(rows))
		}
		if len(rows) < page.Limit {
			size += more
			rows = append(rows, *new(R))
			last = positionOf(row, len(t.columns), last)
			return t.scan(row, &rows[len(rows)-1])
		}
		rows = append(rows, *new(R)) // there is a next page, that is all
		return nil
	}, statement, q.Args()...)
	var e *pgconn.PgError
	if errors.As(err, &e) && strings.HasPrefix(e.Code, "22") && page.After != nil {
		return paging.Page[R]{}, paging.BadCursor() // a position that is no value of its column
	}
	if err != nil {
		return paging.Page[R]{}, fmt.Errorf("list %s: %w", t.options.Name, err)
	}
	return paging.Cut(page, slices.Clone(rows), func(R) []string { return last }), nil
}

func (t *Table[R]) room() *[]R {
	if room, ok := t.rooms.Get().(*[]R); ok {
		return room
	}
	return new([]R)
}

// All reads a whole list, for lists that are short by nature.
func (t *Table[R]) All(ctx context.Context, q *Query) ([]R, error) {
	return t.Rows(ctx, "select "+t.list+q.rows()+q.sorted(), q.args...)
}

// Any reports whether a list has a record.
func (t *Table[R]) Any(ctx context.Context, q *Query) (found bool, err error) {
	err = t.db.Row(ctx, "select exists (select"+q.rows()+")", q.args...).Scan(&found)
	return found, t.failed("look into", err)
}

// Max is the highest value of an integer column in a list, 0 when the list is empty.
func (t *Table[R]) Max(ctx context.Context, q *Query, column string) (highest int, err error) {
	err = t.db.Row(ctx, "select coalesce(max("+column+"), 0)"+q.rows(), q.args...).Scan(&highest)
	return highest, t.failed("read", err)
}

// maxPage is how many bytes of records a page has at most, but for a single one; behind them it ends early. The answer has at most
// 8 MiB: the rest is room for what lists show beside the records. A record is some three times as large in memory.
const maxPage = 7 << 20

// What JSON adds to a row: a key to each value, and the longer form of ids and instants; a control character is six characters. Rows
// that are small even if they had nothing else are not looked through.
const (
	perValue   = 48
	perControl = 5
	smallRow   = 4 << 10
)

// shownSize is at least how many bytes a row takes in an answer.
func shownSize(row Scanner) (n int) {
	values := row.(pgx.Rows).RawValues()
	for _, raw := range values {
		n += len(raw)
	}
	if n <= smallRow {
		return n*(1+perControl) + len(values)*perValue
	}
	for _, raw := range values {
		for _, c := range raw {
			switch {
			case c < ' ':
				n += perControl
			case c == '"', c == '\\':
				n++
			}
		}
	}
	return n + len(values)*perValue
}

// positionOf reads the sort keys, which follow the columns as text.
func positionOf(row Scanner, columns int, into []string) []string {
	into = into[:0]
	for _, raw := range row.(pgx.Rows).RawValues()[columns:] {
		into = append(into, string(raw))
	}
	return into
}

func (q *Query) statement(columns string, page paging.Request) (string, error) {
	var b strings.Builder
	b.WriteString("select " + columns)
	for _, o := range q.order {
		b.WriteString(", (" + o.By + ")::text")
	}
	if page.After != nil {
		if len(page.After) != len(q.order) {
			return "", paging.BadCursor()
		}
		q.Where(q.behind(page.After))
	}
	b.WriteString(q.rows() + q.sorted() + " limit " + q.Arg(page.Fetch()))
	return b.String(), nil
}

// Conditions are the conditions of the list, with "where", and Args their parameters: for statements beside the list itself.
func (q *Query) Conditions() string { return " where " + strings.Join(q.conditions, " and ") }

// Args are the parameters.
func (q *Query) Args() []any {
	if !q.unprepared {
		return q.args
	}
	args := append([]any{Unprepared, pgx.QueryResultFormats{pgx.BinaryFormatCode}}, q.args...)
	for i, value := range args { // nobody asks the database for their types
		if ids, ok := value.([]uuid.UUID); ok {
			args[i] = pgUUIDs(ids)
		}
	}
	return args
}

// rows is the part of a statement that picks the rows.
func (q *Query) rows() string {
	return " from " + q.from + q.Conditions()
}

func (q *Query) sorted() string {
	keys := make([]string, len(q.order))
	for i, o := range q.order {
		keys[i] = o.By
		if o.Desc {
			keys[i] += " desc"
		}
	}
	return " order by " + strings.Join(keys, ", ")
}

// behind is the condition for what follows a position.
func (q *Query) behind(position []string) string {
	keys, values := make([]string, len(q.order)), make([]string, len(q.order))
	for i, o := range q.order {
		keys[i], values[i] = o.By, q.Arg(position[i])+"::text::"+o.Type
	}
	sign := " > "
	if q.order[0].Desc {
		sign = " < "
	}
	return "(" + strings.Join(keys, ", ") + ")" + sign + "(" + strings.Join(values, ", ") + ")"
}
