package testkit

import (
	"context"
	"strings"
)

// PlannedEachTime names the prepared statements that the database plans anew for the values of each of ten calls of read.
func (k *Kit) PlannedEachTime(read func(context.Context)) (statements []string) {
	k.Helper()
	return k.prepared("generic_plans = 0 and custom_plans >= 10", read)
}

// PlannedOnce names the prepared statements for which the database does not plan the last of ten calls of read.
func (k *Kit) PlannedOnce(read func(context.Context)) (statements []string) {
	k.Helper()
	return k.prepared("generic_plans > 0", read)
}

func (k *Kit) prepared(condition string, read func(context.Context)) (statements []string) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error { // with one connection
		for range 10 {
			read(ctx)
		}
		statements = k.texts(ctx, "select statement from pg_prepared_statements where "+condition)
		return nil
	}); err != nil {
		k.Fatal(err)
	}
	return statements
}

// RowsRead counts the rows of tables that read has the database fetch; ctx is that of a transaction, and the condition is one over
// pg_stat_xact_user_tables.
func (k *Kit) RowsRead(ctx context.Context, tables string, read func()) (n int64) {
	k.Helper()
	return k.added(ctx, "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_xact_user_tables where "+tables, read)
}

// added returns how much the number that a query selects grows during a call.
func (k *Kit) added(ctx context.Context, query string, call func()) int64 {
	k.Helper()
	soFar := func() (n int64) {
		k.Helper()
		if err := One(ctx, k.DB, query).Scan(&n); err != nil {
			k.Fatal(err)
		}
		return n
	}
	before := soFar()
	call()
	return soFar() - before
}

// Explain returns the plan of a statement for these values, without running it.
func (k *Kit) Explain(statement string, args ...any) (plan string) {
	k.Helper()
	return strings.Join(k.texts(k.Context(), "explain "+statement, args...), "\n")
}

// texts reads a query of one column.
func (k *Kit) texts(ctx context.Context, query string, args ...any) []string {
	k.Helper()
	list, err := Column[string](ctx, k.DB, query, args...)
	if err != nil {
		k.Fatal(err)
	}
	return list
}
