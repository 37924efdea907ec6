package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// TableOptions say where a Repository keeps its records.
type TableOptions struct {
	Name string // with its schema, such as "notes.notes"
	// Noun is the name of a record in messages. By default it comes from the name of the table: "customerspets.pets" holds pets.
	Noun string
	// Violations are the errors for constraints that an input can violate, by constraint name.
	Violations map[string]error
	// DeletedHolds are the errors, instead of those of Violations, when a soft-deleted row has the value.
	DeletedHolds map[string]error
	// Computed are SQL expressions for read-only columns (gorm:"->") that the table does not store. @account is the account of the query:
	// a subquery names it, or it would look on all machines of a distributed database.
	Computed map[string]string
	// Called is the column by which lines of an import name a record without external id; by default the id.
	Called string
	// SoftDelete marks deleted rows in the column deleted_at. They keep their external ids and are never read.
	SoftDelete bool
}

// Repository keeps the records of one kind, one per row, with GORM. R embeds record.Meta. It implements record.Store; a module's store
// embeds it and adds its lists. An update comes from record.Life, which opens the transaction (tx.go), reads the record with Lock, compares
// it with Differ, writes it with Update (write.go) and records the event, which the outbox inserts before the commit.
type Repository[R any] struct {
	db      *DB
	table   TableOptions
	fields  []*schema.Field
	columns string // as they stand in SQL, with @account

	references references
}

// NewRepository makes the Repository of R. It panics when R cannot be mapped to columns; call it at start.
func NewRepository[R any](db *DB, table TableOptions) *Repository[R] {
	parsed, err := schema.Parse(new(R), &sync.Map{}, db.gorm.NamingStrategy)
	if err != nil {
		panic(fmt.Sprintf("the columns of %T: %v", *new(R), err))
	}
	if table.Noun == "" {
		_, plural, _ := strings.Cut(table.Name, ".")
		table.Noun = strings.ReplaceAll(singular(plural), "_", " ")
	}
	r := &Repository[R]{db: db, table: table}
	var names []string
	for _, name := range parsed.DBNames {
		r.fields = append(r.fields, parsed.FieldsByDBName[name])
		if computed, ok := table.Computed[name]; ok {
			name = computed + " as " + name
		}
		names = append(names, name)
	}
	r.columns = strings.Join(names, ", ")
	return r
}

func singular(plural string) string {
	if one, ok := strings.CutSuffix(plural, "es"); ok && (strings.HasSuffix(one, "s") || strings.HasSuffix(one, "x")) {
		return one
	}
	return strings.TrimSuffix(plural, "s")
}

// In is GORM in the transaction of ctx, for the statements of a store that are not about an account's records.
func (r *Repository[R]) In(ctx context.Context) *gorm.DB { return r.db.In(ctx) }

// Of is a query for the account's records, to which a store adds its conditions.
func (r *Repository[R]) Of(ctx context.Context, account uuid.UUID) *gorm.DB {
	q := r.db.In(ctx).Table(r.table.Name).Where("account_id = ?", account)
	if r.table.SoftDelete {
		q = q.Where("deleted_at is null")
	}
	return q
}

// Columns are all columns and what is computed, as a clause for a list: by default GORM reads the fields of the record. A table without
// accounts has none.
func (r *Repository[R]) Columns(account ...uuid.UUID) clause.Select {
	named := map[string]any{}
	if len(account) > 0 {
		named["account"] = account[0]
	}
	return clause.Select{Expression: clause.NamedExpr{SQL: r.columns, Vars: []any{named}}}
}

// Get reads a record; apperr.NotFound when there is none.
func (r *Repository[R]) Get(ctx context.Context, account, id uuid.UUID) (found R, err error) {
	err = r.Of(byKey(ctx), account).Clauses(r.Columns(account)).Where("id = ?", id).Take(&found).Error
	return found, r.Failed("read", err)
}

// Records that refer to a locked one can be added meanwhile; it can be neither changed nor deleted.
var (
	forUpdate = clause.Locking{Strength: "NO KEY UPDATE"}
	forShare  = clause.Locking{Strength: "SHARE"}
)

// Lock is Get for a change: nobody else changes the record until the transaction ends.
func (r *Repository[R]) Lock(ctx context.Context, account, id uuid.UUID) (found R, err error) {
	err = r.Of(ctx, account).Clauses(r.Columns(account), forUpdate).Where("id = ?", id).Take(&found).Error
	return found, r.Failed("lock", err)
}

// LockMany locks the records that exist in the order of their ids, so that concurrent calls cannot deadlock.
func (r *Repository[R]) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	return r.many(ctx, forUpdate, account, ids)
}

// ManyForShare reads the records that exist in the order of their ids, and prevents changes to them until the transaction ends.
func (r *Repository[R]) ManyForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	return r.many(ctx, forShare, account, ids)
}

func (r *Repository[R]) many(ctx context.Context, lock clause.Locking, account uuid.UUID, ids []uuid.UUID) (found []R, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = r.Of(ctx, account).Clauses(r.Columns(account), lock).Where("id = any(?)", Array(ids)).Order("id").Find(&found).Error
	return found, r.Failed("lock", err)
}

// Exists fails with apperr.NotFound when the record does not exist. In a transaction, the record is not removed until that ends.
func (r *Repository[R]) Exists(ctx context.Context, account, id uuid.UUID) error {
	return r.Some(r.Kept(ctx, r.Of(byKey(ctx), account).Where("id = ?", id)))
}

// Kept keeps what a query finds from being removed until the transaction of ctx ends, for those who are about to refer to it.
func (r *Repository[R]) Kept(ctx context.Context, q *gorm.DB) *gorm.DB {
	if !r.db.InTransaction(ctx) {
		return q
	}
	return q.Clauses(clause.Locking{Strength: "KEY SHARE"})
}

// Some fails with apperr.NotFound when a query finds nothing.
func (r *Repository[R]) Some(q *gorm.DB) error {
	found, err := Any(q)
	if err == nil && !found {
		return r.Missing()
	}
	return r.Failed("look for", err)
}

// Any reports whether a query finds a row.
func Any(q *gorm.DB) (bool, error) {
	var one []int
	err := q.Select("1").Limit(1).Find(&one).Error
	return len(one) > 0, err
}

// IDs returns the ids of the account's records, deleted ones included, with one of the external ids. The table needs the column
// external_id and a unique index on (account_id, external_id).
func (r *Repository[R]) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return r.IDsBy(ctx, account, "external_id", externalIDs)
}

// IDsBy is IDs by another column with text.
func (r *Repository[R]) IDsBy(ctx context.Context, account uuid.UUID, column string, values []string) (map[string]uuid.UUID, error) {
	found, err := Map[string, uuid.UUID](r.db.In(ctx).Table(r.table.Name).Select(column+" as key, id as value").
		Where("account_id = ? and "+column+" = any(?)", account, Array(values)))
	return found, r.Failed("look up ids in", err)
}

// ExternalIDs returns the external ids of those of the account's records that have one.
func (r *Repository[R]) ExternalIDs(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found, err := Map[uuid.UUID, string](r.db.In(ctx).Table(r.table.Name).Select("id as key, external_id as value").
		Where("account_id = ? and id = any(?) and external_id is not null", account, Array(ids)))
	return found, r.Failed("look up external ids in", err)
}

// Map reads the rows of a query that selects a key and a value.
func Map[K comparable, V any](q *gorm.DB) (map[K]V, error) {
	var rows []struct {
		Key   K
		Value V
	}
	err := q.Find(&rows).Error
	found := make(map[K]V, len(rows))
	for _, row := range rows {
		found[row.Key] = row.Value
	}
	return found, err
}

// Array is a parameter for = any(?). GORM takes a plain slice for a list of parameters, each length of which is another statement.
func Array[T any](values []T) any { return &values }

// Missing implements record.Store.
func (r *Repository[R]) Missing() error { return apperr.NewNotFound(r.table.Noun) }

// Failed adds what was being done to an error, or returns the error of a constraint that an input has violated, or of a missing record.
func (r *Repository[R]) Failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*apperr.Error](err); ok {
		return err
	}
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return r.Missing()
	}
	for constraint, violation := range r.table.Violations {
		if Violates(err, constraint) {
			return violation
		}
	}
	return fmt.Errorf("%s %s: %w", doing, r.table.Name, err)
}

// Differ implements record.Store. It compares JSON by meaning, because the database may format it differently.
func (r *Repository[R]) Differ(before, after *R) (columns []string) {
	a, b := reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem()
	for _, f := range r.fields {
		if f.Updatable && !slices.Contains(meta, f.DBName) && !same(f, a, b) {
			columns = append(columns, f.DBName)
		}
	}
	return columns
}

// meta are the columns that a change does not choose.
var meta = []string{"id", "account_id", "created_at", "updated_at", "version"}

func same(f *schema.Field, a, b reflect.Value) bool {
	ctx := context.Background()
	x, y := f.ReflectValueOf(ctx, a), f.ReflectValueOf(ctx, b)
	if text, ok := x.Addr().Interface().(interface{ Text() []byte }); ok {
		return jsonb.Equal(text.Text(), y.Addr().Interface().(interface{ Text() []byte }).Text())
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}
