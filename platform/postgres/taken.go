package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/record"
)

// taken is the violation of a unique index by one record. The conflicting record can be looked up only after the failed
// transaction, or its savepoint, has ended.
type taken struct {
	error         // the violation as an error of the module
	deleted error // the same by a soft-deleted record, which is not named; nil if the module does not tell them apart
	other   func(ctx context.Context) (holder, error)
}

// holder is the record that has the value.
type holder struct {
	ID   uuid.UUID
	Live bool
}

func (t *taken) Unwrap() error { return t.error }

// named adds the id of the conflicting record to a violation. If the database cannot be asked now, that is the error: the same request
// gets the whole answer later.
func (d *DB) named(ctx context.Context, err error) error {
	var t *taken
	var known *apperr.Error
	if !errors.As(err, &t) || !errors.As(t.error, &known) {
		return err
	}
	h, failed := t.other(ctx)
	if Unavailable(failed) { // a connection of the pool had broken
		h, failed = t.other(ctx)
	}
	switch {
	case failed != nil:
		return failed
	case h.ID == uuid.Nil:
		return t.error
	case !h.Live:
		return cmp.Or(t.deleted, t.error)
	}
	return known.With(h.ID)
}

// failedOf is Failed for a statement that writes one record: a violation names the record that it conflicts with.
func (r *Repository[R]) failedOf(doing string, written *R, err error) error {
	for constraint, violation := range r.table.Violations {
		if Violates(err, constraint) {
			return &taken{violation, r.table.DeletedHolds[constraint], func(ctx context.Context) (holder, error) {
				return r.holder(ctx, constraint, written)
			}}
		}
	}
	return r.Failed(doing, err)
}

// holder returns the record that conflicts with another one in a unique index, which may be partial or on expressions.
func (r *Repository[R]) holder(ctx context.Context, constraint string, written *R) (h holder, err error) {
	schema, _, _ := strings.Cut(r.table.Name, ".")
	var keys []struct{ Key, Condition string }
	err = r.db.In(ctx).Raw(`select pg_get_indexdef(indexrelid, k, true) as key, coalesce(pg_get_expr(indpred, indrelid), 'true') as condition
		from pg_index, generate_series(1, indnkeyatts) as k where indexrelid = to_regclass(?) order by k`,
		schema+"."+constraint).Scan(&keys).Error
	if err != nil || len(keys) == 0 {
		return h, err
	}
	row, err := r.row(written)
	if err != nil {
		return h, err
	}
	live, of, args := "true", "true", map[string]any{"row": row}
	if r.table.SoftDelete {
		live = "deleted_at is null"
	}
	if w, ok := any(written).(record.Record); ok {
		of, args["account"] = "account_id = @account", w.RecordMeta().AccountID
	}
	named, same := make([]string, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		named[i] = fmt.Sprintf("%s as k%d", k.Key, i)
		same[i] = fmt.Sprintf("other.k%[1]d = given.k%[1]d", i)
	}
	err = r.db.In(ctx).Raw(fmt.Sprintf(`select other.id, other.live
		from (select id, %[1]s as live, %[2]s from %[3]s where %[6]s and %[4]s) as other,
			(select id, %[2]s from jsonb_populate_record(null::%[3]s, cast(@row as jsonb))) as given
		where %[5]s and other.id <> given.id limit 1`,
		live, strings.Join(named, ", "), r.table.Name, keys[0].Condition, strings.Join(same, " and "), of),
		args).Scan(&h).Error
	return h, err
}

// row returns a record as JSON with the names of the columns.
func (r *Repository[R]) row(written *R) (string, error) {
	columns := make(map[string]any, len(r.fields))
	for _, f := range r.fields {
		if f.Creatable {
			columns[f.DBName] = f.ReflectValueOf(context.Background(), reflect.ValueOf(written).Elem()).Interface()
		}
	}
	text, err := json.Marshal(columns)
	return string(text), err
}

var _ record.Store[struct{ record.Meta }] = (*Repository[struct{ record.Meta }])(nil)
