package postgres

// What stores that are not yet GORM still use. It goes, store by store.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
	"gorm.io/gorm"
)

type unprepared struct{}

// Unprepared has no effect.
var Unprepared = unprepared{}

// Scanner reads the columns of one row.
type Scanner interface{ Scan(into ...any) error }

type sqlScanner struct{ rows *sql.Rows }

var types = pgtype.NewMap()

func (s sqlScanner) Scan(into ...any) error {
	for i, v := range into {
		if _, ok := v.(sql.Scanner); !ok {
			switch v.(type) {
			case *string, *int, *int64, *bool, *[]byte, *time.Time, **time.Time, **string, *any:
			default:
				into[i] = types.SQLScanner(v)
			}
		}
	}
	return s.rows.Scan(into...)
}

func (d *DB) query(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if len(args) > 0 && args[0] == Unprepared {
		args = args[1:]
	}
	g := d.In(ctx)
	if g.Error != nil {
		return nil, g.Error
	}
	return g.Statement.ConnPool.QueryContext(ctx, query, args...)
}

// Rows runs a query and calls scan for each row.
func (d *DB) Rows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	rows, err := d.query(ctx, query, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(sqlScanner{rows}); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
	}
	return rows.Err()
}

// Column returns what a query with one column finds.
func Column[T any](ctx context.Context, d *DB, query string, args ...any) ([]T, error) {
	list := []T{}
	err := d.Rows(ctx, func(row Scanner) error {
		var v T
		err := row.Scan(&v)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// Map returns what a query with two columns finds, the second by the first; never nil.
func Map[K comparable, V any](ctx context.Context, d *DB, query string, args ...any) (map[K]V, error) {
	found := map[K]V{}
	err := d.Rows(ctx, func(row Scanner) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		found[key] = value
		return err
	}, query, args...)
	return found, err
}

// IDs is Column for ids.
func (d *DB) IDs(ctx context.Context, query string, args ...any) ([]uuid.UUID, error) {
	return Column[uuid.UUID](ctx, d, query, args...)
}

type rowScan func(into ...any) error

// Scan implements Scanner.
func (scan rowScan) Scan(into ...any) error { return scan(into...) }

// Row returns a query for one row.
func (d *DB) Row(ctx context.Context, query string, args ...any) Scanner {
	return rowScan(func(into ...any) error {
		found := false
		err := d.Rows(ctx, func(row Scanner) error {
			if found {
				return nil
			}
			found = true
			return row.Scan(into...)
		}, query, args...)
		if err == nil && !found {
			return sql.ErrNoRows
		}
		return err
	})
}

// ShortRow is Row.
func (d *DB) ShortRow(ctx context.Context, query string, args ...any) Scanner {
	return d.Row(ctx, query, args...)
}

// ShortRows is Rows.
func (d *DB) ShortRows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	return d.Rows(ctx, scan, query, args...)
}

// Exec runs a statement and returns how many rows it changed.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if len(args) > 0 && args[0] == Unprepared {
		args = args[1:]
	}
	g := d.In(ctx)
	if g.Error != nil {
		return 0, g.Error
	}
	result, err := g.Statement.ConnPool.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Queue is Exec.
func (d *DB) Queue(ctx context.Context, done func(rows int64), query string, args ...any) error {
	n, err := d.Exec(ctx, query, args...)
	if err == nil && done != nil {
		done(n)
	}
	return err
}

// QueueRows is Rows.
func (d *DB) QueueRows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	return d.Rows(ctx, scan, query, args...)
}

// Write is Exec, with the error of fail.
func (d *DB) Write(ctx context.Context, fail func(error) error, query string, args ...any) error {
	_, err := d.Exec(ctx, query, args...)
	if err != nil {
		return fail(err)
	}
	return nil
}

// Require is Write.
func (d *DB) Require(ctx context.Context, fail func(error) error, query string, args ...any) error {
	return d.Write(ctx, fail, query, args...)
}

// EachRow is a statement for any number of rows of parameters.
type EachRow struct {
	One, Many string
	Rows      [][]any
	Done      func(rows int64)
	Fail      func(err error) error
}

// QueueEach runs an EachRow.
func (d *DB) QueueEach(ctx context.Context, e EachRow) error {
	var all int64
	for _, row := range e.Rows {
		n, err := d.Exec(ctx, e.One, row...)
		if err != nil {
			if e.Fail != nil {
				return e.Fail(err)
			}
			return err
		}
		all += n
	}
	if e.Done != nil && len(e.Rows) > 0 {
		e.Done(all)
	}
	return nil
}

// DividesByZero reports whether err is a division by zero.
func DividesByZero(err error) bool { return Raised(err, "22012") }

// Relation is what a Table can do whatever its records are.
type Relation struct {
	db          *DB
	options     TableOptions
	list, live  string
	columnNames []string
	failed      func(doing string, err error) error
	missing     func() error
}

// Table is a Repository with lists as text.
type Table[R any] struct {
	*Repository[R]
	rel *Relation
}

// NewTable makes a Table.
func NewTable[R any](db *DB, o TableOptions) *Table[R] {
	computed := map[string]string{}
	_, short, _ := strings.Cut(o.Name, ".")
	for k, v := range o.Computed {
		computed[k] = strings.ReplaceAll(v, "t.", short+".")
	}
	r := NewRepository[R](db, TableOptions{Name: o.Name, Noun: o.Noun, Violations: o.Violations, DeletedHolds: o.DeletedHolds, Computed: computed, SoftDelete: o.SoftDelete})
	return &Table[R]{r, relationOf(r, o)}
}

func relationOf[R any](r *Repository[R], o TableOptions) *Relation {
	rel := &Relation{db: r.db, options: o, failed: r.Failed, missing: r.Missing}
	if o.SoftDelete {
		rel.live = " and t.deleted_at is null"
	}
	var all []string
	for _, f := range r.fields {
		rel.columnNames = append(rel.columnNames, f.DBName)
		if c, ok := o.Computed[f.DBName]; ok {
			all = append(all, c+" as "+f.DBName)
		} else {
			all = append(all, "t."+f.DBName)
		}
	}
	rel.list = strings.Join(all, ", ")
	return rel
}

// Relation of the table.
func (t *Table[R]) Relation() *Relation { return t.rel }

// Columns are all columns, as "t.a, t.b".
func (t *Table[R]) Columns() string { return t.rel.list }

// Require is Exists.
func (t *Table[R]) Require(ctx context.Context, account, id uuid.UUID) error {
	return t.Exists(ctx, account, id)
}

// RequireAny fails when the list is empty.
func (t *Table[R]) RequireAny(ctx context.Context, q *Query) error {
	found, err := t.rel.Any(ctx, q)
	if err == nil && !found {
		return t.Missing()
	}
	return err
}

// Query starts a list.
func (t *Table[R]) Query(account uuid.UUID) *Query { return t.rel.Query(account) }

// QueryWhere starts a list.
func (t *Table[R]) QueryWhere(condition string, values ...any) *Query {
	return t.rel.QueryWhere(condition, values...)
}

// Any reports whether a list is not empty.
func (t *Table[R]) Any(ctx context.Context, q *Query) (bool, error) { return t.rel.Any(ctx, q) }

// Max returns the highest value.
func (t *Table[R]) Max(ctx context.Context, q *Query, column string) (int, error) {
	return t.rel.Max(ctx, q, column)
}

// Row reads the record of a statement.
func (t *Table[R]) Row(ctx context.Context, statement string, args ...any) (r R, err error) {
	list, err := t.Rows(ctx, statement, args...)
	if err == nil && len(list) == 0 {
		return r, t.Missing()
	}
	if err != nil {
		return r, err
	}
	return list[0], nil
}

// Rows reads the records of a statement.
func (t *Table[R]) Rows(ctx context.Context, statement string, args ...any) ([]R, error) {
	list, _, err := scanAll[R](ctx, t.rel.db, 0, statement, args)
	return list, t.rel.failed("read", err)
}

func scanAll[R any](ctx context.Context, d *DB, keys int, statement string, args []any) (list []R, last [][]string, err error) {
	list = []R{}
	rows, err := d.query(ctx, statement, args)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	names, _ := rows.Columns()
	g := d.gorm.Session(&gorm.Session{NewDB: true})
	for rows.Next() {
		var r R
		if err := g.ScanRows(rows, &r); err != nil {
			return nil, nil, err
		}
		list = append(list, r)
		if keys > 0 {
			into := make([]any, len(names))
			texts := make([]string, keys)
			for i := range into {
				if at := i - (len(names) - keys); at >= 0 {
					into[i] = &texts[at]
				} else {
					into[i] = new(any)
				}
			}
			if err := rows.Scan(into...); err != nil {
				return nil, nil, err
			}
			last = append(last, texts)
		}
	}
	return list, last, rows.Err()
}

// All reads a whole list.
func (t *Table[R]) All(ctx context.Context, q *Query) ([]R, error) {
	return t.Rows(ctx, "select "+t.rel.list+q.rows()+q.sorted(), q.args...)
}

// List reads a page.
func (t *Table[R]) List(ctx context.Context, q *Query, page paging.Request) (paging.Page[R], error) {
	return listAs[R](ctx, t.rel, t.rel.list, q, page)
}

func listAs[R any](ctx context.Context, rel *Relation, columns string, q *Query, page paging.Request) (p paging.Page[R], err error) {
	statement, err := q.statement(columns, page)
	if err != nil {
		return p, err
	}
	list, keys, err := scanAll[R](ctx, rel.db, len(q.order), statement, q.args)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && page.After != nil && strings.HasPrefix(e.Code, "22") && !DividesByZero(e) {
		return p, paging.BadCursor()
	}
	if err != nil {
		return p, fmt.Errorf("list %s: %w", rel.options.Name, err)
	}
	if len(list) > page.Limit {
		return paging.Page[R]{Items: list[:page.Limit], Next: keys[page.Limit-1]}, nil
	}
	return paging.Page[R]{Items: list}, nil
}

// View lists rows as another type.
type View[R any] struct {
	rel     *Relation
	without []string
}

// NewView makes a View.
func NewView[R any](t *Relation) *View[R] { return &View[R]{rel: t} }

// Without excludes columns.
func (v *View[R]) Without(columns ...string) *View[R] {
	v.without = columns
	return v
}

// List is Table.List.
func (v *View[R]) List(ctx context.Context, q *Query, page paging.Request) (paging.Page[R], error) {
	var names []string
	for _, n := range v.rel.columnNames {
		if !slices.Contains(v.without, n) {
			if c, ok := v.rel.options.Computed[n]; ok {
				names = append(names, c+" as "+n)
			} else {
				names = append(names, "t."+n)
			}
		}
	}
	return listAs[R](ctx, v.rel, strings.Join(names, ", "), q, page)
}

// Query describes a list.
type Query struct {
	table, from string
	conditions  []string
	args        []any
	order       []Order
}

// Order is one sort key.
type Order struct {
	By   string
	Type string
	Desc bool
}

var byID = []Order{{By: "t.id", Type: "uuid", Desc: true}}

// Arg adds a parameter and returns its placeholder.
func (q *Query) Arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

// Where adds a condition.
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

// OrderBy sets the order.
func (q *Query) OrderBy(keys ...Order) *Query {
	q.order = keys
	return q
}

// From reads the list from a join.
func (q *Query) From(join string, values ...any) *Query {
	q.from = q.fill(join, values)
	return q
}

// Join joins one more table.
func (q *Query) Join(table string, values ...any) *Query {
	q.from += " join " + q.fill(table, values)
	return q
}

// FromIDs reads the list from ids.
func (q *Query) FromIDs(statement string) *Query {
	return q.From("(" + statement + ") as hits cross join lateral (select * from " + q.table + " t where t.account_id = " + q.Account() +
		" and t.id = hits.id offset 0) as t")
}

// UpdatedSince limits the list.
func (q *Query) UpdatedSince(at *time.Time) *Query {
	if at != nil {
		q.Where("t.updated_at >= ?", *at)
	}
	return q
}

// Unprepared has no effect.
func (q *Query) Unprepared(bool) *Query { return q }

// OnePlan has no effect.
func (q *Query) OnePlan() *Query { return q }

// Short has no effect.
func (q *Query) Short() *Query { return q }

// Value adds a parameter of a type.
func (q *Query) Value(value any, as string) string { return q.Arg(value) + "::" + as }

// Account is the account.
func (q *Query) Account() string { return "$1::uuid" }

// Literal returns a text as a constant.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Narrowed reports whether the list has conditions besides the account.
func (q *Query) Narrowed() bool { return len(q.conditions) > 1 }

// Query starts a list.
func (t *Relation) Query(account uuid.UUID) *Query {
	return t.QueryWhere("t.account_id = ?"+t.live, account)
}

// QueryWhere starts a list.
func (t *Relation) QueryWhere(condition string, values ...any) *Query {
	q := &Query{table: t.options.Name, from: t.options.Name + " t", order: byID}
	return q.Where(condition, values...)
}

// Any reports whether a list is not empty.
func (t *Relation) Any(ctx context.Context, q *Query) (found bool, err error) {
	err = t.db.Row(ctx, "select exists (select"+q.rows()+")", q.args...).Scan(&found)
	return found, t.failed("look into", err)
}

// Max returns the highest value.
func (t *Relation) Max(ctx context.Context, q *Query, column string) (highest int, err error) {
	err = t.db.Row(ctx, "select coalesce(max("+column+"), 0)"+q.rows(), q.args...).Scan(&highest)
	return highest, t.failed("read", err)
}

// Slice limits a list by id.
func (t *Relation) Slice(_ context.Context, q *Query, after uuid.UUID, offset, limit int) error {
	if after != uuid.Nil {
		q.Where(q.behind([]string{after.String()}))
	}
	q.from = fmt.Sprintf("(select t.*%s%s limit %d offset %d) as t", q.rows(), q.sorted(), limit, offset)
	q.conditions, q.order = []string{"true"}, byID
	return nil
}

func (q *Query) statement(columns string, page paging.Request) (string, error) {
	var b strings.Builder
	b.WriteString("select " + columns)
	for i, o := range q.order {
		b.WriteString(", (" + o.By + ")::text as key_" + strconv.Itoa(i))
	}
	if page.After != nil {
		if len(page.After) != len(q.order) {
			return "", paging.BadCursor()
		}
		for i, o := range q.order {
			if o.Type == "uuid" && uuid.Validate(page.After[i]) != nil {
				return "", paging.BadCursor()
			}
		}
		q.Where(q.behind(page.After))
	}
	b.WriteString(q.rows() + q.sorted() + " limit " + q.Limit(page))
	return b.String(), nil
}

// Limit is how many rows to read.
func (q *Query) Limit(page paging.Request) string { return q.Arg(page.Fetch()) }

// Conditions returns the "where" clause.
func (q *Query) Conditions() string { return " where " + strings.Join(q.conditions, " and ") }

// Args are the parameters.
func (q *Query) Args() []any { return q.args }

func (q *Query) rows() string { return " from " + q.from + q.Conditions() }

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

// Compute implements record.Computer.
func (t *Table[R]) Compute(ctx context.Context, records ...*R) error {
	if len(t.rel.options.Computed) == 0 {
		return nil
	}
	for _, r := range records {
		m := record.MetaOf(r)
		now, err := t.Get(ctx, m.AccountID, m.ID)
		if err != nil {
			return err
		}
		*r = now
	}
	return nil
}

// Inverted is a Table that keeps an inverted index in a second one.
type Inverted[R, V any] struct {
	*Table[R]
	Values func(R) []V
	Same   func(a, b R) bool
	Remove string
	Add    string
}

// Insert implements record.Store.
func (t Inverted[R, V]) Insert(ctx context.Context, records ...R) error {
	if err := t.Table.Insert(ctx, records...); err != nil {
		return err
	}
	return t.index(ctx, records)
}

// Update implements record.Store.
func (t Inverted[R, V]) Update(ctx context.Context, changes ...record.Change[R]) error {
	if err := t.Table.Update(ctx, changes...); err != nil {
		return err
	}
	var changed []R
	var ids []uuid.UUID
	for i := range changes {
		c := &changes[i]
		if !t.Same(c.Before, c.After) {
			changed, ids = append(changed, c.After), append(ids, record.MetaOf(&c.After).ID)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if _, err := t.db.Exec(ctx, t.Remove, record.MetaOf(&changed[0]).AccountID, ids); err != nil {
		return err
	}
	return t.index(ctx, changed)
}

func (t Inverted[R, V]) index(ctx context.Context, records []R) error {
	var values []V
	var ids []uuid.UUID
	for i := range records {
		for _, v := range t.Values(records[i]) {
			values, ids = append(values, v), append(ids, record.MetaOf(&records[i]).ID)
		}
	}
	if len(values) == 0 {
		return nil
	}
	_, err := t.db.Exec(ctx, t.Add, record.MetaOf(&records[0]).AccountID, values, ids)
	return err
}

// FromChanged limits a list to what has changed.
func (t *Table[R]) FromChanged(_ context.Context, q *Query, since time.Time) (bool, error) {
	q.Where("t.updated_at >= ?", since)
	return true, nil
}
