package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/rs/zerolog"
)

// Observation describes a completed request for the metrics.
type Observation struct {
	Operation string // id, or "" if no operation was reached
	Method    string
	Status    int
	Duration  time.Duration
	Context   context.Context // of the request
	Importing bool            // the request is a write that was refused because of an import into its account
}

// commonHeaders are the headers of all responses, in canonical form. Setting another value replaces the slice.
var commonHeaders = []struct {
	name   string
	values []string
}{
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"Cache-Control", []string{"no-store"}},
	{"Referrer-Policy", []string{"no-referrer"}},
	{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
	{"X-Frame-Options", []string{"DENY"}},
}

// begin sets the request's id, logger, time limit and headers, and logs the request at its end.
func (a *API) begin(g *gin.Context) {
	r := &request{gin: g, api: a, base: g.Request.Context(), id: requestID(g.GetHeader("X-Request-Id")), began: time.Now()}
	r.rechecked = r.began
	log := a.options.Log.With().Str("request_id", r.id).Logger()
	ctx, cancel := context.WithTimeout(g.Request.Context(), a.options.Timeout)
	defer cancel()
	ctx = log.WithContext(context.WithValue(ctx, requestKey{}, r))
	g.Request = g.Request.WithContext(ctx)
	h := g.Writer.Header()
	h.Set("X-Request-Id", r.id)
	for i := range commonHeaders {
		h[commonHeaders[i].name] = commonHeaders[i].values
	}
	if a.inFlight.leaving.Load() || ctx.Err() != nil { // net/http closes the connection of a request that was cancelled before it began
		h.Set("Connection", "close")
	}
	in := a.inFlight.enter()
	defer a.inFlight.leave()
	defer r.end()
	preflight := a.cors(g) // first: a browser shows refusals without its headers as failures of the network
	switch {
	case preflight:
	case !in && g.FullPath() != healthPath && g.FullPath() != readyPath:
		a.refuse(g, apperr.NewUnavailable(time.Second))
		g.Abort()
	case headerSize(g.Request) > maxHeader:
		a.refuse(g, problem(http.StatusRequestEntityTooLarge, "payload_too_large", "the headers must not exceed 32 KiB"))
		g.Abort()
	case strings.Contains(g.Request.URL.EscapedPath(), "%"):
		a.noRoute(g) // no path contains escapes, so an escaped one must not be an alias of another
		g.Abort()
	default:
		g.Next()
	}
	a.end(g, r)
}

// maxHeader is the maximum size of the request line and headers in bytes.
const maxHeader = 32 << 10

func headerSize(r *http.Request) int {
	n := len(r.Method) + len(r.RequestURI) + len(r.Proto)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value) + 4
		}
	}
	return n
}

// clientClosedRequest is the status, as nginx has it, of a request that ended because its client had left. Nobody received an answer.
const clientClosedRequest = 499

func (a *API) end(g *gin.Context, r *request) {
	took, status := time.Since(r.began), g.Writer.Status()
	if status == http.StatusServiceUnavailable && r.left() {
		status = clientClosedRequest
	}
	method, size := g.Request.Method, max(g.Writer.Size(), 0)
	if g.Request.Context().Value(headOnly{}) != nil {
		method, size = http.MethodHead, 0
	}
	if a.options.Observe != nil {
		importing := r.importing && status == http.StatusServiceUnavailable
		a.options.Observe(Observation{r.op, method, status, took, g.Request.Context(), importing})
	}
	line := zerolog.Ctx(g.Request.Context()).WithLevel(levelOf(g)).
		Str("method", method).Str("path", g.Request.URL.Path).Str("operation", cmp.Or(r.op, "none")).
		Int("status", status).Int("bytes", size).Dur("duration_ms", took)
	if account := g.Param("accountId"); account != "" {
		line = line.Str("account_id", account)
	}
	if status >= http.StatusInternalServerError && r.problem != nil {
		line = line.Str("code", r.problem.Code).Str("detail", r.problem.Detail)
	}
	if r.list && r.problem == nil {
		line = line.Int("rows", r.rows)
	}
	if r.replays {
		line = line.Bool("replayed", true)
	}
	line.Msg("request")
}

// levelOf is debug for health checks that succeed, which are most lines of a quiet service and say nothing.
func levelOf(g *gin.Context) zerolog.Level {
	if path := g.FullPath(); (path == healthPath || path == readyPath) && g.Writer.Status() == http.StatusOK {
		return zerolog.DebugLevel
	}
	return zerolog.InfoLevel
}

// recoverPanics responds to a panic with an internal error and logs the stack.
func (a *API) recoverPanics(g *gin.Context) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(v) // net/http uses this panic to abort a connection
		}
		zerolog.Ctx(g.Request.Context()).Error().Str("panic", fmt.Sprint(v)).Bytes("stack", debug.Stack()).Msg("panic")
		if !g.Writer.Written() {
			for _, name := range storedHeaders { // of the answer that could not be written
				g.Writer.Header().Del(name)
			}
			a.refuse(g, internalProblem())
		}
		g.Abort()
	}()
	g.Next()
}

func (a *API) noRoute(g *gin.Context) {
	a.refuse(g, cmp.Or[error](a.limitAddress(g), problem(http.StatusNotFound, "not_found", "there is nothing at this path")))
}

func (a *API) noMethod(g *gin.Context) {
	a.refuse(g, cmp.Or[error](a.limitAddress(g), a.notAllowed(g, a.routeOf(g.Request.URL.Path))))
}

// routeOf returns the registered path with the fewest parameters that fits. gin finds one for each method, such as colourCodes/:id for
// DELETE colourCodes/nextNumber.
func (a *API) routeOf(given string) (best string) {
	for route := range a.methods {
		fits, _ := path.Match(parameters.ReplaceAllString(route, "*"), given) // the pattern is well-formed
		if fits && (best == "" || strings.Count(route, ":") < strings.Count(best, ":")) {
			best = route
		}
	}
	return best
}

var parameters = regexp.MustCompile(`:[^/]+`)

func (a *API) notAllowed(g *gin.Context, route string) *Problem {
	allow := strings.Join(a.methods[route], ", ")
	if strings.Contains(allow, http.MethodGet) {
		allow += ", " + http.MethodHead
	}
	g.Header("Allow", allow)
	return problem(http.StatusMethodNotAllowed, "method_not_allowed", "this path takes "+allow)
}

func (a *API) limitAddress(g *gin.Context) error {
	return a.limiter.take(a.addressBucket(g.Request), 1, g.Writer.Header())
}

// cors responds to preflight requests and sets the headers for allowed origins. It reports whether it has responded.
func (a *API) cors(g *gin.Context) bool {
	origin := g.GetHeader("Origin")
	if origin == "" || len(a.options.CORSOrigins) == 0 {
		return false
	}
	h := g.Writer.Header()
	h.Add("Vary", "Origin")
	for _, allowed := range a.options.CORSOrigins {
		if allowed != origin && allowed != "*" {
			continue
		}
		h.Set("Access-Control-Allow-Origin", allowed)
		h.Set("Access-Control-Expose-Headers", "ETag, Link, Location, X-Request-Id, Idempotency-Replayed, Petcare-Possible-Duplicates, "+
			"RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate")
		if g.Request.Method == http.MethodOptions && g.GetHeader("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, Idempotency-Key, "+
				"X-Request-Id, X-Staff-Id, X-Staff-Name, Last-Event-ID")
			h.Set("Access-Control-Max-Age", "600")
			g.AbortWithStatus(http.StatusNoContent)
			return true
		}
	}
	return false
}

// requestID returns the client's request id if it is valid, or a new one.
func requestID(given string) string {
	if given != "" && len(given) <= 128 && visible(given) {
		return given
	}
	return ids.New().String()
}

func visible(s string) bool {
	for i := range len(s) {
		if s[i] < 0x21 || s[i] > 0x7e {
			return false
		}
	}
	return true
}
