// Package httpapi is the only HTTP adapter. It translates requests into calls of services, and their results into responses.
package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/rs/zerolog"
)

// Base is the path prefix of all operations.
const Base = "/v1"

// Version is the version of the API.
const Version = events.APIVersion

// Options configure an API.
type Options struct {
	Authenticator    Authenticator
	Session          func(*http.Request) string                       // the Authorization of a browser session, or ""; nil: none
	SignedIn         func(r *http.Request, token string) *http.Cookie // of a browser session; nil: no sessions
	SessionEnded     func(*http.Request) error                        // the refusal for a session that has ended, or nil; nil: none
	Answers          idempotency.Responses
	CursorKeys       [][]byte                                                // the first signs, all verify; none: a random key
	Writable         func(ctx context.Context, account uuid.UUID) error      // fails for a read-only account; nil: no account is read-only
	Open             func(ctx context.Context, organization uuid.UUID) error // the same for what belongs to no account
	Unavailable      func(error) bool                                        // reports that an error means an unreachable database
	Log              zerolog.Logger
	Home             string                                            // where / redirects; "": not found
	RatePerSecond    float64                                           // per credential; 0 is off
	RateBurst        int                                               // requests at once; 0 is off
	OrganizationRate float64                                           // per second for all keys of an organization; 0 is off
	Timeout          time.Duration                                     // of a request; 0: 15 s
	CORSOrigins      []string                                          // none: no CORS
	Busy             func(ctx context.Context, account uuid.UUID) bool // an import holds the account, so writes are rejected; nil: never
	TrustProxy       []netip.Prefix                                    // proxies whose X-Forwarded-For is trusted
	Observe          func(Observation)
	Wrap             func(http.Handler) http.Handler // wraps the whole handler, for traces; nil: nothing
}

// API is the set of registered operations.
type API struct {
	engine     *gin.Engine
	huma       huma.API
	limiter    *limiter // for each credential or address
	ofAllKeys  *limiter // for each organization
	known      knownCredentials
	cursors    cursors
	methods    map[string][]string // by registered path
	inFlight   *inFlight
	receiving  *Quota // bytes of bodies
	uploading  *Quota // bytes of uploads
	sending    *Quota // bytes of answers
	small      int    // bytes of a body or answer that is not counted
	options    Options
	operations []Operation
	module     string  // whose operations are being registered
	duplicates []error // errors about operations registered twice
	unprepared []func()
	described  []func() // what completes the schemas in the document, of which no operation is validated any more
	schemas    *openapi.Names
	document   func() (openapi.Document, error)
}

// Operation describes an operation of the API.
type Operation struct {
	Module      string // set by Handle
	ID          string // such as "createCustomer"
	Method      string
	Path        string // below Base
	Tag         string // section of the documentation
	Summary     string
	Description string
	Access      Access
	ReadOnly    bool         // changes nothing, so it is allowed in read-only accounts whatever its method
	Readable    Readable     // of a PATCH or PUT: the keys that it does not change
	Rules       Rules        // of the body; nil: those of its type, see Ruled
	Problems    []string     // codes of problems besides those of all operations of its kind, such as "duplicate"
	Status      int          // of success; 0: 200, or 204 without a body
	AlsoStatus  int          // another status of success; 0: there is none
	AlsoBody    reflect.Type // of AlsoStatus; nil: the same
	Streams     bool         // may respond with text/event-stream; see Stream
	Uploads     *Uploading
	Offers      string // another media type of the answer, such as text/csv; see Prefers

	record             reflect.Type // the response of a PATCH or PUT
	hasBody, versioned bool
	downloads          bool     // responds with a file
	writes             []string // the media types of a file that is written meanwhile
}

// New returns an API without operations.
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
		engine: gin.New(), limiter: newLimiter(o.RatePerSecond, o.RateBurst),
		ofAllKeys: newLimiter(o.OrganizationRate, organizationBurst*o.RateBurst), cursors: newCursors(o.CursorKeys), options: o,
	}
	a.engine.HandleMethodNotAllowed = true
	a.engine.RedirectTrailingSlash = false
	a.small, a.receiving, a.sending = smallEnough, NewQuota(bodiesOfOne, bodiesOfAll, tooMuch), NewQuota(answersOfOne, answersOfAll, tooMuch)
	a.inFlight = &inFlight{stopped: newSignal(), ended: newSignal()}
	a.uploading = NewQuota(uploadsOfOne, uploadsOfAll, tooManyUploads)
	a.engine.Use(a.begin, a.recoverPanics)
	a.engine.NoRoute(a.noRoute)
	a.engine.NoMethod(a.noMethod)
	described, schemas := openapi.New(Base, Version)
	a.schemas = schemas
	a.huma = humagin.NewWithGroup(a.engine, a.engine.Group(Base), huma.Config{
		OpenAPI:       described,
		Formats:       map[string]huma.Format{"application/json": format(), "json": format()},
		DefaultFormat: "application/json",
	})
	a.document = sync.OnceValues(a.render)
	a.serveDocument() // first, so that an operation with its path is refused with the name of its module
	return a
}

// hook guards Huma's global settings, which are the same for every API.
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

// Handle registers an operation. I is the type of its input (path, query and header parameters, Body), and O that of its output,
// which is dropped when fn fails.
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
		if out != nil { // nil: the operation has responded by itself
			applyIfNoneMatch(ctx, out)
		}
		return out, nil
	})
}

// note records an operation and returns its description for Huma, or false if it is already registered. It is not generic, because a
// generic function is compiled again for each operation.
func (a *API) note(op Operation, takes, answers reflect.Type) (huma.Operation, *input, bool) {
	if op.Access.isZero() {
		panic("operation " + op.ID + " does not say who may use it")
	}
	if op.Module = a.module; a.isDuplicate(op) {
		return huma.Operation{}, nil, false
	}
	refuseHidden(op, takes)
	schema.AliasTypes(a.huma.OpenAPI().Components.Schemas, takes, answers)
	in := inputOf(takes)
	op.hasBody, op.versioned = in.bodyType != nil, hasVersion(takes)
	in.readOnlyKeys, in.rules = op.readOnlyKeys(), rulesOf(op, in.bodyType)
	h := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, DefaultStatus: op.Status,
		Summary: op.Summary, Description: describe(op), Tags: []string{op.Tag},
		Security:     security(op.Access),
		MaxBodyBytes: maxBody + 1, // Huma rejects a body of exactly its limit; readBody applies the real one
		// The body has already been read. Huma's default deadline of 5 s would remain on the connection; if it expired while the
		// operation runs, net/http would cancel this request and all later ones on the connection.
		BodyReadTimeout:    -1,
		SkipValidateParams: true, // guard has validated everything
		SkipValidateBody:   true,
		Middlewares:        huma.Middlewares{a.guard(op, in)},
	}
	if op.Uploads != nil {
		op.Uploads.describe(&h)
	}
	a.operations = append(a.operations, op)
	a.described = append(a.described, func() { in.readOnlyKeys.document(a.huma.OpenAPI().Components.Schemas, in.bodyType) })
	a.unprepared = append(a.unprepared, func() {
		described := describedBy(a.huma.OpenAPI(), op)
		if op.AlsoStatus != 0 {
			also := *described.Responses[strconv.Itoa(op.Status)]
			also.Description = http.StatusText(op.AlsoStatus)
			if op.AlsoBody != nil {
				also.Headers = nil
				shape := a.huma.OpenAPI().Components.Schemas.Schema(op.AlsoBody, true, "")
				also.Content = map[string]*huma.MediaType{"application/json": {Schema: shape}}
			}
			described.Responses[strconv.Itoa(op.AlsoStatus)] = &also
		}
		if op.Streams {
			described.Responses["200"].Content[eventStream] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString},
				Example: "id: c29tZSBjdXJzb3I\ndata: {\"type\":\"pet.updated\"}\n\n"}
		}
		if op.Offers != "" {
			described.Responses["200"].Content[op.Offers] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString},
				Example: "(the rows)"}
		}
		switch {
		case op.writes != nil:
			describeWritten(described, op.writes)
		case op.downloads:
			describeDownload(described)
		}
		in.prepare(a.huma.OpenAPI().Components.Schemas, described)
	})
	return h, in, true
}

// failed returns the response to a failed operation.
func (a *API) failed(ctx context.Context, err error) error {
	r := requestOf(ctx)
	r.err = err
	p, header := a.problemOf(ctx, err)
	p.RequestID, r.problem = r.id, p
	if p.Status == http.StatusTooManyRequests { // from a limit of the operation itself
		if e, ok := errors.AsType[*apperr.Error](err); ok && e.Limit > 0 {
			r.gin.Header("RateLimit-Limit", strconv.Itoa(e.Limit))
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

// prepare does the work that needs all schemas. It may be called again.
func (a *API) prepare() {
	schema.AllowNull(a.huma.OpenAPI().Components.Schemas, "#/components/schemas/")
	for _, prepare := range a.unprepared {
		prepare()
	}
	a.unprepared = nil
}

// Operations lists the operations in the order of their registration.
func (a *API) Operations() []Operation { return a.operations }

// refuseHidden panics if an input embeds an unexported type, because Huma would leave it empty.
func refuseHidden(op Operation, input reflect.Type) {
	for f := range input.Fields() {
		if !f.Anonymous || f.Type.Kind() != reflect.Struct {
			continue
		}
		if !f.IsExported() {
			panic("operation " + op.ID + " embeds " + f.Name + ", which Huma cannot fill: export it")
		}
		refuseHidden(op, f.Type)
	}
}
