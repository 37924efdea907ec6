package telemetry

import (
	"context"
	"fmt"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Traces makes spans of requests, SQL statements and outgoing requests. A nil *Traces is off: its methods return their argument
// unwrapped, so that disabled tracing costs nothing.
type Traces struct {
	provider    *sdk.TracerProvider
	tracer      trace.Tracer
	propagation propagation.TraceContext
}

// StartTraces starts sending spans to an OpenTelemetry collector with OTLP over HTTP. endpoint is its base URL, such as
// http://localhost:4318; "" disables tracing and returns nil. Spans are sent in the background in batches, and dropped if the
// collector is too slow; failed is called for each batch that could not be sent. The standard variables, such as OTEL_TRACES_SAMPLER,
// OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES, set everything else.
func StartTraces(ctx context.Context, endpoint, version string, failed func(error)) (*Traces, error) {
	if endpoint == "" {
		return nil, nil
	}
	base, err := url.Parse(endpoint)
	if err != nil {
		return nil, fmt.Errorf("read the traces endpoint: %w", err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(base.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, fmt.Errorf("prepare to send traces: %w", err)
	}
	from, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(), resource.WithAttributes(
		attribute.String("service.name", "petcare"), attribute.String("service.version", version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe the source of traces: %w", err)
	}
	return newTraces(sdk.WithBatcher(reporting{exporter, failed}), sdk.WithResource(from)), nil
}

func newTraces(options ...sdk.TracerProviderOption) *Traces {
	provider := sdk.NewTracerProvider(options...)
	return &Traces{provider: provider, tracer: provider.Tracer("github.com/petcare/petcare")}
}

// Shutdown sends the remaining spans. It stops when ctx ends.
func (t *Traces) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last traces: %w", err)
	}
	return nil
}

// reporting passes errors to failed, with the number of spans that are lost.
type reporting struct {
	sdk.SpanExporter
	failed func(error)
}

// ExportSpans implements trace.SpanExporter.
func (r reporting) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if err := r.SpanExporter.ExportSpans(ctx, spans); err != nil {
		r.failed(fmt.Errorf("send %d spans: %w", len(spans), err))
	}
	return nil
}
