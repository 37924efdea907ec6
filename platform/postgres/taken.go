package postgres

import (
	"cmp"
	"context"
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
	other   func(ctx context.Context) (id uuid.UUID, deleted bool, err error)
}

func (t *taken) Unwrap() error { return t.error }

// named adds the id of the conflicting record to a violation. If the lookup fails, the violation stays as it is.
func (d *DB) named(ctx context.Context, err error) error {
	var t *taken
	var known *apperr.Error
	if !errors.As(err, &t) || !errors.As(t.error, &known) {
		return err
	}
	id, deleted, failed := t.other(ctx)
	switch {
	case failed != nil || id == uuid.Nil:
		return t.error
	case deleted:
		return cmp.Or(t.deleted, t.error)
	}
	return known.With(id)
}

// failedFor returns failed for a statement that writes one record: a violation names the record that it conflicts with.
func (t *Relation) failedFor(doing string, r reflect.Value) func(error) error {
	return func(err error) error {
		own, isRecord := r.Addr().Interface().(record.Record)
		for constraint, violation := range t.options.Violations {
			if isRecord && Violates(err, constraint) {
				return &taken{violation, t.options.DeletedHolds[constraint], func(ctx context.Context) (uuid.UUID, bool, error) {
					return t.other(ctx, constraint, r, own.RecordMeta().ID)
				}}
			}
		}
		return t.failed(doing, err)
	}
}

// other returns the record that conflicts with r in a unique index, which may be partial or on expressions, and whether it is
// soft-deleted.
func (t *Relation) other(ctx context.Context, constraint string, r reflect.Value, own uuid.UUID) (id uuid.UUID, deleted bool, err error) {
	schema, _, _ := strings.Cut(t.options.Name, ".")
	var keys []string
	condition := "true"
	err = t.db.Rows(ctx, func(row Scanner) error {
		var key string
		if err := row.Scan(&key, &condition); err != nil {
			return err
		}
		keys = append(keys, key)
		return nil
	}, `select pg_get_indexdef(indexrelid, k, true), coalesce(pg_get_expr(indpred, indrelid), 'true')
		from pg_index, generate_series(1, indnkeyatts) as k where indexrelid = to_regclass($1) order by k`, schema+"."+constraint)
	if err != nil || len(keys) == 0 {
		return uuid.Nil, false, err
	}
	columns, _ := t.storedColumns()
	given, args := t.unnest(columns, []reflect.Value{r})
	named := make([]string, len(keys))
	same := make([]string, len(keys))
	for i, key := range keys {
		named[i] = fmt.Sprintf("%s as k%d", key, i)
		same[i] = fmt.Sprintf("other.k%[1]d = given.k%[1]d", i)
	}
	list := strings.Join(named, ", ")
	args = append(args, own)
	query := fmt.Sprintf(`select other.id, not other.live
		from (select t.id, true%[4]s as live, %[1]s from %[2]s t where (%[3]s)) as other, (select %[1]s from %[5]s) as given
		where %[6]s and other.id <> $%[7]d limit 1`,
		list, t.options.Name, condition, t.live, given, strings.Join(same, " and "), len(args))
	err = t.db.Row(ctx, query, args...).Scan(&id, &deleted)
	if NoRow(err) {
		return uuid.Nil, false, nil
	}
	return id, deleted, err
}
