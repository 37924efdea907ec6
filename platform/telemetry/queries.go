package telemetry

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Queries makes a span of each statement of a traced request, and passes all statements to next. Background work, such as polling for
// due deliveries every second, has no spans.
func (t *Traces) Queries(next pgx.QueryTracer) pgx.QueryTracer {
	if t == nil {
		return next
	}
	return multitracer.New(next, queries{t.tracer})
}

type queries struct{ tracer trace.Tracer }

type queryKey struct{}

// TraceQueryStart implements pgx.QueryTracer. The span leaves out the parameters, which may be personal data.
func (q queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	_, span := q.tracer.Start(ctx, verb(data.SQL), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("db.system.name", "postgresql"), attribute.String("db.query.text", data.SQL),
	))
	return context.WithValue(ctx, queryKey{}, span)
}

// TraceQueryEnd implements pgx.QueryTracer. The span only records the SQLSTATE of an error, because its text may contain values.
func (q queries) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	span, ok := ctx.Value(queryKey{}).(trace.Span)
	if !ok {
		return
	}
	defer span.End()
	if data.Err == nil {
		span.SetAttributes(attribute.Int64("db.response.returned_rows", data.CommandTag.RowsAffected()))
		return
	}
	span.SetStatus(codes.Error, "")
	var answer interface{ SQLState() string }
	if errors.As(data.Err, &answer) {
		span.SetAttributes(attribute.String("db.response.status_code", answer.SQLState()))
	}
}

// verb returns the first word of a statement as a span name of low cardinality.
func verb(sql string) string {
	sql = strings.TrimLeft(sql, " \t\n(")
	end := strings.IndexAny(sql, " \t\n(;")
	if end < 0 {
		end = len(sql)
	}
	return strings.ToLower(sql[:end])
}
