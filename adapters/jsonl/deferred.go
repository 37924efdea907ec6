package jsonl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// checkDeferred checks the constraints that wait for the last line, and reports the lines of records that violate one.
func (r *run) checkDeferred(ctx context.Context) error {
	err := r.db.InTx(ctx, func(ctx context.Context) error { return r.db.In(ctx).Exec("set constraints all immediate").Error })
	violation, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || !strings.HasPrefix(violation.Code, "23") {
		return err
	}
	fault := Fault{Field: wholeLine, Code: "refused", Message: "is refused by the database: " + violation.Message}
	if known, ok := errors.AsType[*apperr.Error](r.db.Violation(tableOf(violation), violation)); ok {
		fault.Code, fault.Message = known.Code, known.Detail+", in conflict with that"
	}
	pairs, failed := r.conflicts(ctx, violation)
	if failed != nil {
		return failed
	}
	for k := range r.kinds {
		lines, err := r.byID(ctx, k, pairs)
		if err != nil {
			return err
		}
		for i := 0; i < len(pairs); i += 2 {
			a, b := lines[pairs[i]].Line, lines[pairs[i+1]].Line
			if later := max(a, b); later > 0 {
				fault.Line, fault.Type, fault.Earlier = later, r.kinds[k].Name, min(a, b)
				r.faults.add(fault)
			}
		}
	}
	if !r.faults.any() { // it is about records of no line
		return fmt.Errorf("check what has to be unique: %w", err)
	}
	return nil
}

func tableOf(violation *pgconn.PgError) string {
	return violation.SchemaName + "." + violation.TableName
}

// conflicts returns pairs of records that conflict in a unique or exclusion constraint. It compares what the constraint compares.
func (r *run) conflicts(ctx context.Context, violation *pgconn.PgError) (pairs []uuid.UUID, err error) {
	table := tableOf(violation)
	var keys []struct{ Key, Operator, Condition string }
	err = r.db.In(ctx).Raw(`
		select pg_get_indexdef(i.indexrelid, k, true) as key, coalesce(c.conexclop[k]::regoper::text, '=') as operator,
			coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') as condition
		from pg_constraint c join pg_index i on i.indexrelid = c.conindid cross join generate_series(1, i.indnkeyatts) as k
		where c.conrelid = to_regclass(?) and c.conname = ? and c.contype in ('u', 'x') order by k`,
		table, violation.ConstraintName).Scan(&keys).Error
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	named, same := make([]string, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		named[i], same[i] = fmt.Sprintf("%s as k%d", k.Key, i), fmt.Sprintf("a.k%[1]d operator(%[2]s) b.k%[1]d", i, qualified(k.Operator))
	}
	var rows []struct{ A, B uuid.UUID }
	err = r.db.In(ctx).Raw(fmt.Sprintf(`
		with t as (select id, %s from %s where account_id = ? and %s)
		select a.id as a, b.id as b from t a join t b on a.id < b.id and %s limit 100`,
		strings.Join(named, ", "), table, keys[0].Condition, strings.Join(same, " and ")), r.job.Account).Scan(&rows).Error
	for _, row := range rows {
		pairs = append(pairs, row.A, row.B)
	}
	if err != nil {
		return nil, fmt.Errorf("look for what violates %s: %w", violation.ConstraintName, err)
	}
	return pairs, nil
}

// qualified returns an operator as OPERATOR() wants it.
func qualified(operator string) string {
	if strings.Contains(operator, ".") {
		return operator
	}
	return "pg_catalog." + operator
}
