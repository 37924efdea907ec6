package testkit

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Statements is a tracer for postgres.Options that keeps what one test sends: each is one message, once its session knows the statement.
type Statements struct{ Sent []pgx.TraceQueryStartData }

// TraceQueryStart implements pgx.QueryTracer.
func (s *Statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	s.Sent = append(s.Sent, q)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *Statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// BlocksRead counts the blocks of tables and indexes that read fetches. relations is a condition that selects these from pg_class.
func (k *Kit) BlocksRead(relations string, read func(context.Context)) (n int) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error {
		n = int(k.added(ctx, "select sum(pg_stat_get_xact_blocks_fetched(oid)) from pg_class where "+relations, func() { read(ctx) }))
		return nil
	}); err != nil {
		k.Fatal(err)
	}
	return n
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
	// As outside of transactions, where lists run.
	if err := k.DB.In(ctx).Exec("set local plan_cache_mode = force_custom_plan").Error; err != nil {
		k.Fatal(err)
	}
	before := soFar()
	call()
	return soFar() - before
}
