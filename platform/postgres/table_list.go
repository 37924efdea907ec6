package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Query describes a list of an account's records: its conditions and its order. The table is called t.
type Query struct {
	table      string
	from       string
	conditions []string
	args       []any
	order      []Order
	unprepared bool
	onePlan    bool
	short      bool
	since      time.Time
}

// Order is one sort key of a list. All keys have the same direction; the last one is unique in the account.
type Order struct {
	By   string // a column, or an expression that is never null
	Type string // of PostgreSQL: "uuid", "text", "integer"
	Desc bool
}

// byID sorts by id, newest first.
var byID = []Order{{By: "t.id", Type: "uuid", Desc: true}}

// Arg adds a parameter and returns its placeholder.
func (q *Query) Arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

// Where adds a condition; each ? in it stands for one of the values.
func (q *Query) Where(condition string, values ...any) *Query {
	q.conditions = append(q.conditions, q.fill(condition, values))
	return q
}

func (q *Query) fill(text string, values []any) string {
	for _, v := range values {
		text = strings.Replace(text, "?", q.Arg(v), 1)
	}
	return text
}

// WhereIf adds a condition if asked is true.
func (q *Query) WhereIf(asked bool, condition string, values ...any) *Query {
	if asked {
		return q.Where(condition, values...)
	}
	return q
}

// OrderBy sets the order; by default the newest records come first. It panics if the keys have different directions, because the pages
// of such a list would skip rows.
func (q *Query) OrderBy(keys ...Order) *Query {
	if slices.ContainsFunc(keys, func(o Order) bool { return o.Desc != keys[0].Desc }) {
		panic("the keys of an order have different directions")
	}
	q.order = keys
	return q
}

// From reads the list from a join in which the table is called t; each ? in it stands for one of the values.
func (q *Query) From(join string, values ...any) *Query {
	q.from = q.fill(join, values)
	return q
}

// Join joins one more table to the list; each ? in it stands for one of the values.
func (q *Query) Join(table string, values ...any) *Query {
	q.from += " join " + q.fill(table, values)
	return q
}

// FromIDs reads the list from the rows whose ids a statement selects. With "offset 0", they are looked up one by one, also when the
// database takes the account for a small one: it would read all rows of the account to merge them with the ids.
func (q *Query) FromIDs(statement string) *Query {
	return q.From("(" + statement + ") as hits cross join lateral (select * from " + q.table + " t where t.account_id = " + q.Account() +
		" and t.id = hits.id offset 0) as t")
}

// UpdatedSince limits the list to records updated at an instant or later; nil adds no limit.
func (q *Query) UpdatedSince(at *time.Time) *Query {
	if at != nil {
		q.since = *at
	}
	return q
}

// Unprepared makes the database plan the statement for its values.
func (q *Query) Unprepared(yes bool) *Query {
	q.unprepared = yes
	return q
}

// OnePlan has the database plan the statement once for all values, which is for statements that it should run in the same way whatever
// the values. With the account and each Value in a subquery, it does not know them, nor how large the account is. Otherwise it plans the
// statement for each small account anew, because it expects that to pay, and that may take longer than to run it.
func (q *Query) OnePlan() *Query {
	if !q.onePlan {
		q.conditions[0] = strings.Replace(q.conditions[0], "$1", "(select $1::uuid)", 1)
		q.onePlan = true
	}
	return q.Unprepared(false)
}

// Value adds a parameter of a type of PostgreSQL, such as "text[]", and returns it as an expression: see OnePlan.
func (q *Query) Value(value any, as string) string { return q.hidden(q.Arg(value) + "::" + as) }

// Account is the account of the list as an expression: see OnePlan.
func (q *Query) Account() string { return q.hidden("$1::uuid") }

func (q *Query) hidden(value string) string {
	if q.onePlan {
		return "(select " + value + ")"
	}
	return value
}

// Literal returns a text as a constant. Use it for values of a small set, as each makes a statement of its own, which the database plans
// for the value: it knows that a status is rare, in a statement with OnePlan, too.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Short says that the list has few rows, such as the notes of one pet. It is read in a message with other reads of the same time.
func (q *Query) Short() *Query {
	q.short = true
	return q
}

// Narrowed reports whether the list has conditions besides the account.
func (q *Query) Narrowed() bool { return len(q.conditions) > 1 || !q.since.IsZero() }

// Query starts the description of a list of the account's records; $1 is the account.
func (t *Relation) Query(account uuid.UUID) *Query {
	return t.QueryWhere("t.account_id = ?"+t.live, account)
}

// QueryWhere starts the description of a list of rows that belong to no account.
func (t *Relation) QueryWhere(condition string, values ...any) *Query {
	q := &Query{table: t.options.Name, from: t.options.Name + " t", order: byID}
	return q.Where(condition, values...)
}

// List reads a page of a list. It fails with paging.BadCursor for the cursor of another list.
func (t *Table[R]) List(ctx context.Context, q *Query, page paging.Request) (paging.Page[R], error) {
	return listAs[R](ctx, &t.Relation, q, page)
}

func listAs[R any](ctx context.Context, t *Relation, q *Query, page paging.Request) (paging.Page[R], error) {
	p, err := t.read(ctx, q, page)
	if err != nil {
		return paging.Page[R]{}, err
	}
	rows := &storedRows[R]{packedRows: packedRows{layout: t.layout, data: p.data, n: p.rows}}
	if t.layout.template.Gaps == nil || !p.canEncode {
		err = rows.decode(p.isBinary)
	}
	return paging.OfStored(rows, p.next()), err
}

// read reads the rows of a page.
func (t *Relation) read(ctx context.Context, q *Query, page paging.Request) (p pageRows, err error) {
	if !q.since.IsZero() {
		if err := t.updatedSince(ctx, q); err != nil {
			return p, err
		}
	}
	keys := t.keys(q)
	query, err := q.statement(t.list, keys, page)
	if err != nil {
		return p, err
	}
	data := t.layout.buffer()
	begin := func() {
		*data, p = (*data)[:0], pageRows{limit: page.Limit, keys: keys, position: make([][]byte, len(keys)), data: data}
	}
	begin()
	add := func(row Scanner) error { return p.add(row, t.columns) }
	// The values of a cursor are strings for columns of any type: see hasNoArray.
	err = t.db.readList(ctx, q, query, page.After == nil, add, begin)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && strings.HasPrefix(e.Code, "22") && !DividesByZero(e) && page.After != nil {
		return p, paging.BadCursor() // a value in the cursor does not fit its column
	}
	if err != nil {
		return p, fmt.Errorf("list %s: %w", t.options.Name, err)
	}
	return p, nil
}

// View lists the rows of a table as records of another type with the same columns, or with some of them.
type View[R any] struct{ rows *Relation }

// NewView makes the View of R, a struct with the stored columns of t in their order and, without a column, what is derived from them.
func NewView[R any](t *Relation) *View[R] {
	own := &Relation{}
	own.open(t.db, t.options, reflect.TypeFor[R]())
	if own.list != t.list {
		panic(fmt.Sprintf("%s has other columns than %s", reflect.TypeFor[R](), t.options.Name))
	}
	return &View[R]{own}
}

// Without excludes columns from the list: they are not read, and their fields are zero. It panics if a column does not exist.
func (v *View[R]) Without(columns ...string) *View[R] {
	v.rows.layout.named(columns)
	v.rows.columns = slices.DeleteFunc(v.rows.columns, func(c column) bool { return slices.Contains(columns, c.name) })
	v.rows.describe(reflect.TypeFor[R]())
	return v
}

// List is Table.List.
func (v *View[R]) List(ctx context.Context, q *Query, page paging.Request) (paging.Page[R], error) {
	return listAs[R](ctx, v.rows, q, page)
}

// All reads a whole list. Use it only for lists that are always short.
func (t *Table[R]) All(ctx context.Context, q *Query) ([]R, error) {
	list := []R{}
	err := t.all(ctx, q, func(row Scanner) error { return t.scan(row, another(&list)) }, func() { list = list[:0] })
	return list, err
}

// all is the part of All that is the same for all tables; reset undoes what scan has done.
func (t *Relation) all(ctx context.Context, q *Query, scan func(Scanner) error, reset func()) error {
	return t.failed("read", t.db.readList(ctx, q, "select "+t.list+q.rows()+q.sorted(), true, scan, reset))
}

// readList runs the query of a list, among the reads of other requests if the list is short; joins says that it may be joined with those.
func (d *DB) readList(ctx context.Context, q *Query, query string, joins bool, scan func(Scanner) error, reset func()) error {
	if q.short && !q.unprepared { // a message has one mode for all
		return d.readGrouped(ctx, statement{sql: query, args: q.Args(), scan: scan, joins: joins}, reset)
	}
	return d.Rows(ctx, scan, query, q.Args()...)
}

// Any reports whether a list is not empty.
func (t *Relation) Any(ctx context.Context, q *Query) (found bool, err error) {
	err = t.db.Row(ctx, "select exists (select"+q.rows()+")", q.args...).Scan(&found)
	return found, t.failed("look into", err)
}

// Max returns the highest value of an integer column in a list, 0 for an empty list.
func (t *Relation) Max(ctx context.Context, q *Query, column string) (highest int, err error) {
	err = t.db.Row(ctx, "select coalesce(max("+column+"), 0)"+q.rows(), q.args...).Scan(&highest)
	return highest, t.failed("read", err)
}

func (q *Query) statement(columns string, keys []int, page paging.Request) (string, error) {
	var b strings.Builder
	b.WriteString("select " + columns)
	for i, at := range keys {
		if at < 0 {
			b.WriteString(", (" + q.order[i].By + ")::text")
		}
	}
	if page.After != nil {
		if len(page.After) != len(q.order) {
			return "", paging.BadCursor()
		}
		for i, o := range q.order { // where an earlier key decides, the database does not look at an id
			if o.Type == "uuid" && uuid.Validate(page.After[i]) != nil {
				return "", paging.BadCursor()
			}
		}
		q.Where(q.behind(page.After))
	}
	b.WriteString(q.rows() + q.sorted() + " limit " + q.Limit(page))
	return b.String(), nil
}

// keys returns the column of each sort key that is an id of the table, which a page has anyway; -1 for others.
func (t *Relation) keys(q *Query) []int {
	list := make([]int, len(q.order))
	for i, o := range q.order {
		list[i] = -1
		for k := range t.columns { // by index: a column is large
			if c := &t.columns[k]; c.kind == id && o.By == "t."+c.name {
				list[i] = k
			}
		}
	}
	return list
}

// Limit is how many rows to read for a page, as a constant for the usual sizes of a page. For a parameter, the database assumes a tenth
// of the table, so that it finds the prepared plan bad and plans the statement each time, which takes as long as reading the page.
func (q *Query) Limit(page paging.Request) string {
	if slices.Contains([]int{10, 20, 25, 30, 50, 100, 200}, page.Limit) {
		return strconv.Itoa(page.Fetch())
	}
	return q.Arg(page.Fetch())
}

// Conditions returns the "where" clause of the list, and Args its parameters, for other statements over the same rows.
func (q *Query) Conditions() string { return " where " + strings.Join(q.conditions, " and ") }

// Args are the parameters.
func (q *Query) Args() []any {
	if !q.unprepared {
		return q.args
	}
	return append([]any{Unprepared}, q.args...)
}

// rows is the part of a statement that selects the rows.
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

// behind is the condition for rows after a position. The values of a prepared statement are in subqueries: for a parameter, the
// database assumes that a third of the rows is behind it, with the effect that Limit describes.
func (q *Query) behind(position []string) string {
	keys, values := make([]string, len(q.order)), make([]string, len(q.order))
	for i, o := range q.order {
		keys[i], values[i] = o.By, q.Arg(position[i])+"::text::"+o.Type
		if !q.unprepared {
			values[i] = "(select " + values[i] + ")"
		}
	}
	sign := " > "
	if q.order[0].Desc {
		sign = " < "
	}
	return "(" + strings.Join(keys, ", ") + ")" + sign + "(" + strings.Join(values, ", ") + ")"
}
