package telemetry

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/petcare/petcare/platform/testkit"
)

func recorded() (*Traces, *tracetest.SpanRecorder) {
	r := tracetest.NewSpanRecorder()
	return newTraces(sdk.WithSpanProcessor(r)), r
}

func attributeOf(s sdk.ReadOnlySpan, key string) string {
	for _, a := range s.Attributes() {
		if string(a.Key) == key {
			return a.Value.String()
		}
	}
	return ""
}

// said returns all text of a span, to check what it must not contain.
func said(s sdk.ReadOnlySpan) string {
	text := s.Name() + s.Status().Description
	for _, a := range s.Attributes() {
		text += " " + a.Value.String()
	}
	for _, e := range s.Events() {
		text += " " + e.Name
		for _, a := range e.Attributes {
			text += " " + a.Value.String()
		}
	}
	return text
}

func statement(ctx context.Context, t pgx.QueryTracer, sql string, err error) {
	ctx = t.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: sql, Args: []any{"jo@example.com"}})
	t.TraceQueryEnd(ctx, nil, pgx.TraceQueryEndData{CommandTag: pgconn.NewCommandTag("SELECT 3"), Err: err})
}

const incoming = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestRequestContinuesTheCallersTraceAndHoldsItsStatements(t *testing.T) {
	t.Parallel()
	traces, spans := recorded()
	tracer := traces.Queries(queriesHeard{})
	h := traces.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "r-1")
		statement(r.Context(), tracer, "\nSELECT name from customers where email = $1", nil)
		statement(r.Context(), tracer, "insert into x values ($1)", &pgconn.PgError{Code: "23505", Message: "jo@example.com is there"})
		Answered(r.Context(), "listCustomers", http.StatusInternalServerError)
	}))
	r := httptest.NewRequest(http.MethodGet, "/v1/customers?search=secret-words", nil)
	r.Header.Set("traceparent", incoming)
	h.ServeHTTP(httptest.NewRecorder(), r)

	ended := spans.Ended()
	if len(ended) != 3 {
		t.Fatalf("%d spans", len(ended))
	}
	selected, inserted, request := ended[0], ended[1], ended[2]
	if got := request.Parent().SpanID().String() + " " + request.SpanContext().TraceID().String(); got != "b7ad6b7169203331 0af7651916cd43dd8448eb211c80319c" {
		t.Errorf("the request is below %s", got)
	}
	if request.Name() != "listCustomers" || attributeOf(request, "petcare.request_id") != "r-1" || request.Status().Code != codes.Error ||
		attributeOf(request, "http.response.status_code") != "500" || attributeOf(request, "url.path") != "/v1/customers" {
		t.Errorf("the request says %q, %v", said(request), request.Status())
	}
	for _, s := range []sdk.ReadOnlySpan{selected, inserted} {
		if s.Parent().SpanID() != request.SpanContext().SpanID() {
			t.Errorf("%q is not below the request", s.Name())
		}
	}
	if selected.Name() != "select" || attributeOf(selected, "db.response.returned_rows") != "3" || selected.Status().Code != codes.Unset {
		t.Errorf("the select says %q", said(selected))
	}
	if inserted.Status().Code != codes.Error || attributeOf(inserted, "db.response.status_code") != "23505" {
		t.Errorf("the insert says %q", said(inserted))
	}
	for _, s := range ended {
		for _, secret := range []string{"jo@example.com", "secret-words"} {
			if strings.Contains(said(s), secret) {
				t.Errorf("%q holds %s", said(s), secret)
			}
		}
	}
}

func TestWorkOutsideOfRequestsAndProbesLeaveNoSpans(t *testing.T) {
	t.Parallel()
	traces, spans := recorded()
	statement(t.Context(), traces.Queries(queriesHeard{}), "select 1", nil)
	h := traces.Requests(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for _, path := range []string{"/healthz", "/readyz"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	}
	if n := len(spans.Started()); n != 0 {
		t.Errorf("%d spans", n)
	}
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/v1/accounts", nil))
	if n := len(spans.Ended()); n != 1 {
		t.Errorf("%d spans of an ordinary request", n)
	}
}

// queriesHeard records statements in a list that the context carries.
type queriesHeard struct{}

type heardKey struct{}

func (queriesHeard) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	if list, ok := ctx.Value(heardKey{}).(*[]string); ok {
		*list = append(*list, "start "+d.SQL)
	}
	return ctx
}

func (queriesHeard) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if list, ok := ctx.Value(heardKey{}).(*[]string); ok {
		*list = append(*list, "end")
	}
}

func TestTheOtherTracerHearsOfEveryStatement(t *testing.T) {
	t.Parallel()
	traces, _ := recorded()
	var heard []string
	statement(context.WithValue(t.Context(), heardKey{}, &heard), traces.Queries(queriesHeard{}), "select 1", nil)
	if !slices.Equal(heard, []string{"start select 1", "end"}) {
		t.Errorf("heard %q", heard)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestOutgoingRequestNamesItsSpanToTheReceiverAndKeepsThePathToItself(t *testing.T) {
	t.Parallel()
	traces, spans := recorded()
	var sent http.Header
	transport := traces.Outgoing("attempt", map[string]string{"X-Kind": "petcare.kind"})(roundTrip(func(r *http.Request) (*http.Response, error) {
		sent = r.Header
		return &http.Response{StatusCode: http.StatusGone, Body: http.NoBody}, nil
	}))
	r := httptest.NewRequest(http.MethodPost, "https://hooks.example.com/token-in-path", nil)
	r.Header.Set("X-Kind", "pet.updated")
	answer := testkit.Must[*http.Response](t)(transport.RoundTrip(r))
	defer answer.Body.Close()
	span := spans.Ended()[0]
	if want := "00-" + span.SpanContext().TraceID().String() + "-" + span.SpanContext().SpanID().String() + "-01"; sent.Get("traceparent") != want {
		t.Errorf("traceparent %q, not %q", sent.Get("traceparent"), want)
	}
	if r.Header.Get("traceparent") != "" {
		t.Error("the request that was given was changed")
	}
	if span.Name() != "attempt" || attributeOf(span, "petcare.kind") != "pet.updated" ||
		attributeOf(span, "server.address") != "hooks.example.com" || span.Status().Code != codes.Error {
		t.Errorf("the span says %q", said(span))
	}
	if strings.Contains(said(span), "token-in-path") {
		t.Errorf("%q holds the path", said(span))
	}
}

func TestOutgoingRequestWithoutAnswerIsAnError(t *testing.T) {
	t.Parallel()
	traces, spans := recorded()
	refused := errors.New("connection refused")
	transport := traces.Outgoing("attempt", nil)(roundTrip(func(*http.Request) (*http.Response, error) { return nil, refused }))
	answer, err := transport.RoundTrip(httptest.NewRequest(http.MethodPost, "https://example.com", nil))
	if err == nil {
		answer.Body.Close()
	}
	if !errors.Is(err, refused) || spans.Ended()[0].Status().Code != codes.Error {
		t.Errorf("%v, %v", err, spans.Ended()[0].Status())
	}
}

// Disabled tracing must not even add a function call.
func TestTracesThatAreOffHandBackWhatTheyAreGiven(t *testing.T) {
	traces, err := StartTraces(t.Context(), "", "1", nil)
	if traces != nil || err != nil {
		t.Fatalf("%v, %v", traces, err)
	}
	mux, tracer, transport := http.NewServeMux(), queriesHeard{}, &http.Transport{}
	if traces.Requests(mux) != http.Handler(mux) || traces.Queries(tracer) != pgx.QueryTracer(tracer) || traces.Outgoing("attempt", nil)(transport) != http.RoundTripper(transport) {
		t.Error("something was wrapped")
	}
	if err := traces.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if n := testing.AllocsPerRun(100, func() { Answered(t.Context(), "listPets", 200) }); n != 0 {
		t.Errorf("%g allocations for naming no span", n)
	}
}

func TestSpansReachACollector(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var paths, names, services []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		paths = append(paths, r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type"))
		var got collector.ExportTraceServiceRequest
		if body, err := io.ReadAll(r.Body); err != nil || proto.Unmarshal(body, &got) != nil {
			t.Errorf("unreadable: %v", err)
		}
		for _, from := range got.GetResourceSpans() {
			for _, a := range from.GetResource().GetAttributes() {
				if k := a.GetKey(); k == "service.name" || k == "service.version" {
					services = append(services, k+"="+a.GetValue().GetStringValue())
				}
			}
			for _, scope := range from.GetScopeSpans() {
				for _, s := range scope.GetSpans() {
					names = append(names, s.GetName())
				}
			}
		}
	}))
	defer server.Close()
	traces := testkit.Must[*Traces](t)(StartTraces(t.Context(), server.URL+"/otlp/", "1.2.3", func(err error) { t.Error(err) }))
	traces.Requests(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/v1/x", nil))
	if err := traces.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(services)
	if !slices.Equal(paths, []string{"POST /otlp/v1/traces application/x-protobuf"}) || !slices.Equal(names, []string{"GET"}) ||
		!slices.Equal(services, []string{"service.name=petcare", "service.version=1.2.3"}) {
		t.Errorf("%q, %q, %q", paths, names, services)
	}
}

func TestACollectorThatRefusesIsReportedAndHarmsNobody(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer server.Close()
	failures := make(chan error, 10)
	traces := testkit.Must[*Traces](t)(StartTraces(t.Context(), server.URL, "1", func(err error) { failures <- err }))
	answer := httptest.NewRecorder()
	traces.Requests(http.NotFoundHandler()).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/v1/x", nil))
	if err := traces.Shutdown(t.Context()); err != nil || answer.Code != http.StatusNotFound {
		t.Errorf("%v, status %d", err, answer.Code)
	}
	if err := <-failures; !strings.Contains(err.Error(), "403") {
		t.Errorf("the failure is %v", err)
	}
}
