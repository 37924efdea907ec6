package transport

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Traced is a tracer that is also told of the statements that share a message. Each is reported to take as long as all of them.
func Traced(t pgx.QueryTracer) pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return traced{t}
}

type traced struct{ pgx.QueryTracer }

type sentKey struct{}

// TraceBatchStart implements pgx.BatchTracer.
func (t traced) TraceBatchStart(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	sent := new([]context.Context)
	for _, q := range d.Batch.QueuedQueries {
		*sent = append(*sent, t.TraceQueryStart(ctx, c, pgx.TraceQueryStartData{SQL: q.SQL, Args: q.Arguments}))
	}
	return context.WithValue(ctx, sentKey{}, sent)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t traced) TraceBatchQuery(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchQueryData) {
	if sent := ctx.Value(sentKey{}).(*[]context.Context); len(*sent) > 0 {
		t.TraceQueryEnd((*sent)[0], c, pgx.TraceQueryEndData{CommandTag: d.CommandTag, Err: d.Err})
		*sent = (*sent)[1:]
	}
}

// TraceBatchEnd implements pgx.BatchTracer. After an error, the rest was not run.
func (t traced) TraceBatchEnd(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchEndData) {
	for _, of := range *ctx.Value(sentKey{}).(*[]context.Context) {
		t.TraceQueryEnd(of, c, pgx.TraceQueryEndData{Err: d.Err})
	}
}
