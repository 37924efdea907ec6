package postgres

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/petcare/petcare/platform/kernel/apperr"
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
	updates sync.Map // changing, by the columns
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
	// DeletedHolds are the errors, instead of those of Violations, when a soft-deleted row has the value.
	DeletedHolds map[string]error
	// Computed are expressions for columns that the table does not store; t is the row.
	Computed map[string]string
	// SoftDelete marks deleted rows in the column deleted_at. They keep their external ids and are never read.
	SoftDelete bool
}

// NewTable makes the Table of R, a struct that embeds record.Meta. An R for rows that belong to no account does not embed it; its Table
// supports only Insert, InsertMissing, Update, Row, Rows and List. NewTable panics when R cannot be mapped to a table; call it at start.
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

// Columns are all columns, as "t.a, t.b".
func (t *Relation) Columns() string { return t.list }

// failed adds context to an error, or returns the error of a constraint that an input has violated.
func (t *Relation) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*apperr.Error](err); ok {
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
