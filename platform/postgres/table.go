package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/record"
	"gorm.io/gorm/schema"
)

// Table stores the records of one kind, one per row. Its columns come from GORM's schema of R, which is parsed once at start; pgx
// sends the statements. It implements record.Store.
type Table[R any] struct{ Relation }

// Relation is what a Table can do whatever its records are.
type Relation struct {
	db      *DB
	options TableOptions
	columns []column // the computed ones are last
	stored  int      // how many are not computed
	list    string   // all columns, as t.a, t.b
	live    string   // the condition that excludes soft-deleted rows, with its "and"
	get     string   // one row by $1, the account, and $2, the id
	insert  string   // of one row
	layout  *layout

	contended contended
	shared    shared
}

// TableOptions describe a table.
type TableOptions struct {
	Name string // with its schema, such as "notes.notes"
	// Noun is the name of a record in messages. By default it comes from the name of the table: "customerspets.pets" stores pets.
	Noun string
	// Changes is a second table with the times of updates, such as "customerspets.pet_changes"; "" means none.
	Changes string
	// Violations are the errors for constraints that an input can violate, by constraint name.
	Violations map[string]error
	// Computed are expressions for columns that the table does not store; t is the row.
	Computed map[string]string
	// SoftDelete marks deleted rows in the column deleted_at. They keep their external ids and are never read.
	SoftDelete bool
}

// NewTable makes the Table of R, a struct that embeds record.Meta. An R for rows that belong to no account does not embed it; its Table
// supports only Insert, Update, Row, Rows and List. NewTable panics when R cannot be mapped to a table; call it at start.
func NewTable[R any](db *DB, o TableOptions) *Table[R] {
	t := &Table[R]{}
	t.open(db, o, reflect.TypeFor[R]())
	return t
}

func (t *Relation) open(db *DB, o TableOptions, records reflect.Type) {
	parsed, err := schema.Parse(reflect.New(records).Interface(), &sync.Map{}, schema.NamingStrategy{IdentifierMaxLength: 63})
	if err != nil {
		panic(fmt.Sprintf("the columns of %s: %v", records, err))
	}
	if o.Noun == "" {
		_, plural, _ := strings.Cut(o.Name, ".")
		o.Noun = strings.ReplaceAll(singular(plural), "_", " ")
	}
	t.db, t.options = db, o
	if o.SoftDelete {
		t.live = " and t.deleted_at is null"
	}
	var computed []column
	var names, values []string
	for _, f := range parsed.Fields {
		switch _, isComputed := o.Computed[f.DBName]; {
		case f.DBName == "":
		case isComputed:
			computed = append(computed, columnOf(f))
		default:
			t.columns = append(t.columns, columnOf(f))
			names = append(names, f.DBName)
			values = append(values, "$"+strconv.Itoa(len(names)))
		}
	}
	if len(computed) != len(o.Computed) {
		panic(fmt.Sprintf("%s has not all computed columns of %s", records, o.Name))
	}
	t.stored = len(t.columns)
	t.columns = append(t.columns, computed...)
	t.describe(records)
	t.get = "select " + t.list + " from " + o.Name + " t where t.account_id = $1 and t.id = $2" + t.live
	t.insert = "insert into " + o.Name + " (" + strings.Join(names, ", ") + ") values (" + strings.Join(values, ", ") + ")"
}

// describe makes what selects the columns, and how their values become JSON.
func (t *Relation) describe(records reflect.Type) {
	selected := make([]string, len(t.columns))
	for i := range t.columns { // by index: a column is large
		name := t.columns[i].name
		selected[i] = "t." + name
		if computed, ok := t.options.Computed[name]; ok {
			selected[i] = computed + " as " + name
		}
	}
	t.list = strings.Join(selected, ", ")
	t.layout = layoutOf(records, t.columns)
}

func singular(plural string) string {
	if one, ok := strings.CutSuffix(plural, "es"); ok && (strings.HasSuffix(one, "s") || strings.HasSuffix(one, "x")) {
		return one
	}
	return strings.TrimSuffix(plural, "s")
}

// Missing implements record.Store.
func (t *Relation) Missing() error { return apperr.NewNotFound(t.options.Noun) }

// Get reads a record; apperr.NotFound when there is none.
func (t *Table[R]) Get(ctx context.Context, account, id uuid.UUID) (r R, err error) {
	found := false
	err = t.db.readGrouped(ctx, statement{sql: t.get, args: []any{account, id}, joins: true, scan: func(row Scanner) error {
		found = true
		return t.scan(row, &r)
	}}, func() { found, r = false, *new(R) })
	if err == nil && !found {
		err = t.Missing()
	}
	return r, t.failed("read", err)
}

// Lock reads a record for update; apperr.NotFound when there is none.
func (t *Table[R]) Lock(ctx context.Context, account, id uuid.UUID) (R, error) {
	return t.one(ctx, account, id, " for update")
}

// ForUpdate implements record.Store. It reads a record without a lock where that lets the transaction be committed in a group.
func (t *Table[R]) ForUpdate(ctx context.Context, account, id uuid.UUID) (R, error) {
	// Computed columns are read within the transaction.
	outside, ok := t.db.outsideUnwritten(ctx)
	if !ok || t.stored < len(t.columns) || t.contended.has(id) || !t.db.lockUpdate(ctx, id) {
		return t.Lock(ctx, account, id)
	}
	return t.Get(outside, account, id)
}

func (t *Table[R]) one(ctx context.Context, account, id uuid.UUID, lock string) (R, error) {
	return t.Row(ctx, t.get+lock, account, id)
}

// Row reads the record of a statement that selects Columns; apperr.NotFound when there is none.
func (t *Table[R]) Row(ctx context.Context, statement string, args ...any) (r R, err error) {
	found := false
	err = t.rows(ctx, func() *R {
		found, r = true, *new(R)
		return &r
	}, statement, args...)
	if err == nil && !found {
		err = t.Missing()
	}
	return r, err
}

// Exists fails with apperr.NotFound when the record does not exist.
func (t *Relation) Exists(ctx context.Context, account, id uuid.UUID) error {
	var one int
	err := t.db.Row(ctx, "select 1 from "+t.options.Name+" t where t.account_id = $1 and t.id = $2"+t.live, account, id).Scan(&one)
	return t.failed("look for", err)
}

// Require is Exists without waiting for the result. Its error is returned by the next statement with a result, or by the commit.
func (t *Relation) Require(ctx context.Context, account, id uuid.UUID) error {
	return t.RequireAny(ctx, t.Query(account).Where("t.id = ?", id))
}

// RequireAny is Require for a list: it fails when the list is empty.
func (t *Relation) RequireAny(ctx context.Context, q *Query) error {
	return t.db.Require(ctx, func(err error) error {
		if DividesByZero(err) {
			return t.Missing()
		}
		return t.failed("look for", err)
	}, "select 1 / count(*)"+q.rows(), q.args...)
}

// LockMany reads records for update, in the order of their ids, so that concurrent calls cannot deadlock. It looks up each row
// separately: with outdated statistics, as during an import, "id = any" would read the whole account.
func (t *Table[R]) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	return t.many(ctx, "update", account, ids)
}

// ManyForShare reads records in the order of their ids and prevents changes to them until the transaction ends.
func (t *Table[R]) ManyForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	outside, ok := t.db.outsideUnwritten(ctx)
	if !ok || len(ids) != 1 || t.stored < len(t.columns) { // computed columns change without the version
		return t.many(ctx, "share", account, ids)
	}
	known, err := t.assumeShared(ctx, account, ids[0], func() (any, record.Meta, error) {
		r, err := t.Get(outside, account, ids[0])
		return r, *record.MetaOf(&r), err
	})
	r, _ := known.(R)
	return oneOrNone(r, err)
}

func (t *Table[R]) many(ctx context.Context, lock string, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if len(ids) == 1 {
		return oneOrNone(t.one(ctx, account, ids[0], " for "+lock))
	}
	found := make([]R, 0, len(ids))
	err := t.rows(ctx, func() *R { return another(&found) }, "select "+t.list+
		" from (select distinct id from unnest($2::uuid[]) as u (id) order by id) as wanted cross join lateral (select * from "+
		t.options.Name+" where account_id = $1 and id = wanted.id for "+lock+") as t where true"+t.live, account, ids)
	return found, err
}

func oneOrNone[R any](r R, err error) ([]R, error) {
	if apperr.Is(err, apperr.NotFound) {
		return nil, nil
	}
	return []R{r}, err
}

// IDs returns the ids of the account's records with one of the external ids. The table needs the column external_id and a unique
// index on (account_id, external_id).
func (t *Relation) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return t.IDsBy(ctx, account, "external_id", externalIDs)
}

// ExternalIDs returns the external ids of those of the account's records that have one.
func (t *Relation) ExternalIDs(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found := make(map[uuid.UUID]string, len(ids))
	err := t.db.Rows(ctx, func(row Scanner) error {
		var id uuid.UUID
		var value string
		err := row.Scan(&id, &value)
		found[id] = value
		return err
	}, "select id, external_id from "+t.options.Name+" where account_id = $1 and id = any($2) and external_id is not null", account, ids)
	return found, t.failed("look up external ids in", err)
}

// IDsBy is IDs by another column with text.
func (t *Relation) IDsBy(ctx context.Context, account uuid.UUID, column string, values []string) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(values))
	err := t.db.Rows(ctx, func(row Scanner) error {
		var value string
		var id uuid.UUID
		err := row.Scan(&value, &id)
		found[value] = id
		return err
	}, "select "+column+", id from "+t.options.Name+" where account_id = $1 and "+column+" = any($2)", account, values)
	return found, t.failed("look up ids in", err)
}

// Delete removes a record, or marks it deleted.
func (t *Table[R]) Delete(ctx context.Context, r R) error {
	m := record.MetaOf(&r)
	statement := "delete from " + t.options.Name
	if t.options.SoftDelete {
		statement = "update " + t.options.Name + " set deleted_at = now()"
	}
	return t.write(ctx, "delete from", 1, statement+" where account_id = $1 and id = $2", m.AccountID, m.ID)
}

// Rows reads the records of a statement that selects Columns of a table or query called t.
func (t *Table[R]) Rows(ctx context.Context, statement string, args ...any) ([]R, error) {
	list := []R{}
	err := t.rows(ctx, func() *R { return another(&list) }, statement, args...)
	return list, err
}

// Columns are all columns, as "t.a, t.b".
func (t *Relation) Columns() string { return t.list }

// rows reads each record into the address that place returns, which saves a copy.
func (t *Table[R]) rows(ctx context.Context, place func() *R, statement string, args ...any) error {
	return t.failed("read", t.db.Rows(ctx, func(row Scanner) error { return t.scan(row, place()) }, statement, args...))
}

// another appends a zero record to a list and returns its address.
func another[R any](list *[]R) *R {
	*list = append(*list, *new(R))
	return &(*list)[len(*list)-1]
}

// failed adds context to an error, or returns the error of a constraint that an input has violated.
func (t *Relation) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	var known *apperr.Error
	if errors.As(err, &known) {
		return err
	}
	if NoRow(err) {
		return t.Missing()
	}
	for constraint, violation := range t.options.Violations {
		if Violates(err, constraint) {
			return violation
		}
	}
	return fmt.Errorf("%s %s: %w", doing, t.options.Name, err)
}
