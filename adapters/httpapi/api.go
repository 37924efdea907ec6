// Package httpapi is the one HTTP adapter: it turns requests into calls of services and whatever comes back into answers.
package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/idempotency"
	"github.com/rs/zerolog"
)

// Base is the path under which every operation stands.
const Base = "/v1"

// Version is the version of the interface.
const Version = "1.0.0"

// Options are what the API needs from outside.
type Options struct {
	Authenticator Authenticator
	Session       func(*http.Request) string // the API key that a browser is signed in with, "" for none; nil: nobody signs in
	Answers       idempotency.Responses
	CursorKeys    [][]byte                                           // the first signs, all verify; none: one of this process alone
	Writable      func(ctx context.Context, account uuid.UUID) error // fails for an account that can only be read; nil: all can be written
	Unavailable   func(error) bool                                   // tells a database that does not answer from other errors
	Log           zerolog.Logger
	Home          string  // where / leads; "" is nowhere
	RatePerSecond float64 // per credential; 0 is off
	RateBurst     int
	Timeout       time.Duration                // of a request; 0 means 15 s
	CORSOrigins   []string                     // empty: off
	Busy          func(account uuid.UUID) bool // an import holds the account's records: nobody else can write there; nil: never
	TrustProxy    []netip.Prefix               // the proxies whose X-Forwarded-For counts
	Observe       func(Observation)
	Wrap          func(http.Handler) http.Handler // put around everything, for traces; nil: nothing
}

// API is where modules register their operations.
type API struct {
	engine        *gin.Engine
	huma          huma.API
	authenticator Authenticator
	answers       idempotency.Responses
	unavailable   func(error) bool
	limiter       *limiter
	known         known
	cursors       cursors
	literal       map[string][]string // methods of the paths that are registered
	inFlight      *inFlight
	timeout       time.Duration
	options       Options
	operations    []Operation
	module        string  // that registers operations just now
	twice         []error // operations that were there already
	unprepared    []func()
	document      func() (openapi.Document, error)
}

// Operation describes one operation of the interface.
type Operation struct {
	Module      string // that brings it; Handle fills it in
	ID          string // such as "createCustomer"
	Method      string
	Path        string // under Base
	Tag         string // the section of the documentation
	Summary     string
	Description string
	Access      Access
	ReadOnly    bool     // changes nothing, whatever the method: possible in accounts that are read-only
	Readable    Readable // for a PATCH: the keys that are read only
	Status      int      // of success; 0 means 200, or 204 where there is no body
	Streams     bool     // answers text/event-stream too: see Stream
	Answers     any      // a value of the body's type, where the handler writes its JSON itself as []byte; nil: Body tells

	record reflect.Type // what a PATCH answers
}

// New makes an API without operations.
func New(o Options) *API {
	if o.Timeout == 0 {
		o.Timeout = 15 * time.Second
	}
	if o.Unavailable == nil {
		o.Unavailable = func(error) bool { return false }
	}
	gin.SetMode(gin.ReleaseMode)
	hook.Do(hookHuma)
	a := &API{
		engine: gin.New(), authenticator: o.Authenticator, answers: o.Answers, unavailable: o.Unavailable,
		limiter: newLimiter(o.RatePerSecond, o.RateBurst), cursors: newCursors(o.CursorKeys), timeout: o.Timeout, options: o,
	}
	a.engine.HandleMethodNotAllowed = true
	a.engine.RedirectTrailingSlash = false
	a.engine.UseRawPath = false
	a.inFlight = &inFlight{stopped: make(chan struct{})}
	a.engine.Use(a.begin, a.recoverPanics)
	a.engine.NoRoute(a.noRoute)
	a.engine.NoMethod(a.noMethod)
	a.huma = humagin.NewWithGroup(a.engine, a.engine.Group(Base), huma.Config{
		OpenAPI:       openapi.New(Base, Version),
		Formats:       map[string]huma.Format{"application/json": format(), "json": format()},
		DefaultFormat: "application/json",
	})
	a.document = sync.OnceValues(a.render)
	return a
}

// hook guards the settings that Huma keeps for the whole process; they are the same for every API.
var hook sync.Once

func hookHuma() {
	schema.Settings()
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		zerolog.Ctx(ctx.Context()).Error().Int("status", status).Errs("errors", errs).Msg(message)
		p := internalProblem()
		if r := requestOf(ctx.Context()); r != nil {
			p.RequestID = r.id
		}
		return p
	}
	huma.NewError = func(int, string, ...error) huma.StatusError { return internalProblem() }
}

// Handle registers an operation: I is its input (path, query and header parameters, Body), O its output.
func Handle[I, O any](a *API, op Operation, fn func(context.Context, *I) (*O, error)) {
	h, in, ok := a.note(op, reflect.TypeFor[I](), reflect.TypeFor[O]())
	if !ok {
		return
	}
	huma.Register(a.huma, h, func(ctx context.Context, given *I) (*O, error) {
		in.fill(reflect.ValueOf(given).Elem(), requestOf(ctx))
		out, err := fn(ctx, given)
		if err != nil {
			return nil, a.failed(ctx, err)
		}
		applyIfNoneMatch(ctx, out)
		return out, nil
	})
}

// note keeps an operation and makes of it what Huma wants to know; false when it is there already. Like everything that does
// not need the types of the input and output, it is not generic: a generic function is compiled once for each operation.
func (a *API) note(op Operation, takes, answers reflect.Type) (huma.Operation, *input, bool) {
	if op.Access.isZero() {
		panic("operation " + op.ID + " does not say who may use it")
	}
	if op.Module = a.module; a.isTwice(op) {
		return huma.Operation{}, nil, false
	}
	refuseHidden(op, takes)
	schema.AliasTypes(a.huma.OpenAPI().Components.Schemas, takes, answers)
	in := inputOf(takes)
	in.keeping = op.keeping()
	h := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, DefaultStatus: op.Status,
		Summary: op.Summary, Description: describe(op), Tags: []string{op.Tag},
		Security:     security(op.Access),
		MaxBodyBytes: maxBody + 1, // Huma refuses a body of exactly its limit; readBody has the real one
		// The body has been taken in by then. Huma's own limit of 5 s would stay on the connection, and when it passes
		// while the operation runs, net/http cancels this request and all further ones of the connection.
		BodyReadTimeout:    -1,
		SkipValidateParams: true, // guard has looked at everything
		SkipValidateBody:   true,
		Metadata:           map[string]any{"access": op.Access},
		Middlewares:        huma.Middlewares{a.guard(op, in, hasVersion(takes))},
	}
	if op.Answers != nil {
		h.Responses = a.responseOf(op)
	}
	a.operations = append(a.operations, op)
	a.unprepared = append(a.unprepared, func() { in.prepare(a.huma.OpenAPI().Components.Schemas, describedBy(a.huma.OpenAPI(), op)) })
	return h, in, true
}

// failed is the answer to a request whose operation failed.
func (a *API) failed(ctx context.Context, err error) error {
	r := requestOf(ctx)
	r.err = err
	p, header := a.problemOf(ctx, err)
	p.RequestID = r.id
	if p.Status == http.StatusTooManyRequests { // by a limit of the operation itself
		var e *apperr.Error
		if errors.As(err, &e) && e.Limit > 0 {
			r.gin.Header("RateLimit-Limit", itoa(e.Limit))
		}
		r.gin.Header("RateLimit-Remaining", "0")
		r.gin.Header("RateLimit-Reset", header.Get("Retry-After"))
	}
	return huma.ErrorWithHeaders(p, header)
}

func applyIfNoneMatch(ctx context.Context, out any) {
	if c, ok := out.(interface{ applyIfNoneMatch(*http.Request) }); ok {
		c.applyIfNoneMatch(requestOf(ctx).gin.Request)
	}
}

// prepare makes everything ready that needs all schemas. It may be called again.
func (a *API) prepare() {
	schema.AllowNull(a.huma.OpenAPI().Components.Schemas, "#/components/schemas/")
	for _, prepare := range a.unprepared {
		prepare()
	}
	a.unprepared = nil
	a.literal = map[string][]string{}
	for _, route := range a.engine.Routes() {
		a.literal[route.Path] = append(a.literal[route.Path], route.Method)
	}
}

// Operations lists what is registered, in the order of registration.
func (a *API) Operations() []Operation { return a.operations }

// refuseHidden panics when a part of an input is embedded by an unexported name: Huma would leave it empty.
func refuseHidden(op Operation, input reflect.Type) {
	for i := range input.NumField() {
		f := input.Field(i)
		if !f.Anonymous || f.Type.Kind() != reflect.Struct {
			continue
		}
		if !f.IsExported() {
			panic("operation " + op.ID + " embeds " + f.Name + ", which Huma cannot fill: export it")
		}
		refuseHidden(op, f.Type)
	}
}
