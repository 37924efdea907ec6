package httpapi

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/rs/zerolog"
)

// guard runs before every operation. It authenticates and authorizes the caller, applies the rate limit and validates the request. A
// rejected request has not reached any service, opened a transaction or taken a lock.
func (a *API) guard(op Operation, in *input) func(huma.Context, func(huma.Context)) {
	merge := op.Method == http.MethodPatch
	unversioned := !op.versioned && (op.Method == http.MethodPatch || op.Method == http.MethodDelete)
	inAccount := strings.Contains(op.Path, "{accountId}")
	// A caller may sign out whatever else they may not.
	writes := op.Method != http.MethodGet && !op.ReadOnly && (inAccount || !strings.HasSuffix(op.Path, "/logout"))
	once := op.Method == http.MethodPost && !strings.HasPrefix(op.Path, "/auth/")
	return func(hc huma.Context, next func(huma.Context)) {
		g := humagin.Unwrap(hc)
		r := requestOf(g.Request.Context())
		r.op = op.ID
		r.writer = answerWriter{g.Writer, r}
		g.Writer = &r.writer
		var faults schema.Faults
		body, err := a.enter(g, r, op, merge, &faults)
		keys, given := g.Request.Header["Idempotency-Key"]
		if err == nil {
			checkMatch(g.Request.Header, &faults)
			if given && once {
				checkKey(keys, &faults)
			}
			err = in.check(g.Request, r, body, faults)
		}
		if err == nil && op.Uploads != nil {
			body, err = a.receive(g, r, op)
		}
		if err == nil && unversioned {
			err = rejectMatch(g.GetHeader("If-Match"))
		}
		if err != nil {
			a.refuse(g, err)
			return
		}
		writable := func(context.Context) error { return nil }
		account, named := ids.Parse(g.Param("accountId"))
		switch organization := r.caller.Organization; {
		case !writes:
		case named && a.options.Writable != nil:
			writable = func(ctx context.Context) error { return a.options.Writable(ctx, account) }
		case !inAccount && organization != uuid.Nil && a.options.Open != nil:
			writable = func(ctx context.Context) error { return a.options.Open(ctx, organization) }
		}
		if given && once {
			a.answerOnce(g, r, keys[0], body, writable, func() { next(hc) })
			return
		}
		if writes { // in the transaction of the write, where the check needs no separate round trip to the database
			g.Request = g.Request.WithContext(tx.Before(g.Request.Context(), writable))
		}
		next(hc)
	}
}

// enter authenticates, limits and authorizes the request, and reads its body. It adds the faults of the headers that name staff.
func (a *API) enter(g *gin.Context, r *request, op Operation, merge bool, faults *schema.Faults) ([]byte, error) {
	cred, err := a.credentialOf(g.Request)
	streams := op.Streams && prefers(g.Request, eventStream) || prefers(g.Request, op.Offers)
	accepted := listOf(g.Request.Header, "Accept")
	isOffered := func(media string) bool { return accepts(accepted, media) }
	if offered := op.answers(); !streams && offered != nil && !slices.ContainsFunc(offered, isOffered) {
		err = problem(http.StatusNotAcceptable, "not_acceptable", "answers are "+strings.Join(offered, " or "))
	}
	if err != nil {
		return nil, cmp.Or(a.limitAddress(g), err)
	}
	if err := a.identify(g, r, cred, op.Access); err != nil {
		return nil, err
	}
	c, err := a.admit(g.Request.Context(), g, cred, r.caller, op.Access)
	if err != nil {
		return nil, err
	}
	if op.Method != http.MethodGet && !op.ReadOnly && a.isBusy(g) {
		r.importing = true
		busy := apperr.NewUnavailable(2 * time.Second)
		busy.Detail = "an import into the account, or a dry run of one, is running: try again when it has ended"
		return nil, busy
	}
	if !op.Access.Public { // there, credentials do not count, nor for whom they act
		if c.Acting, err = actingFor(c, g.Request.Header, faults); err != nil {
			return nil, err
		}
	}
	if c.Kind == caller.Staff {
		zerolog.Ctx(g.Request.Context()).UpdateContext(func(l zerolog.Context) zerolog.Context {
			return l.Stringer("staff_id", c.ID).Str("staff_name", c.Name)
		})
	}
	if c.Acting != nil {
		zerolog.Ctx(g.Request.Context()).UpdateContext(func(l zerolog.Context) zerolog.Context {
			return l.Str("staff_id", c.Acting.ID).Str("staff_name", c.Acting.Name)
		})
	}
	r.caller, r.credential, r.access = c, cred, op.Access
	ctx := events.WithOrigin(caller.With(g.Request.Context(), c), events.Origin{Source: cred.source(), RequestID: r.id})
	g.Request = g.Request.WithContext(ctx)
	if op.Uploads != nil {
		return nil, nil
	}
	announced := a.limiter.costOf(int(min(max(g.Request.ContentLength, 0), maxBody)))
	if err := a.spend(r, announced); err != nil {
		return nil, err // a rejected body is not read, which would cost more than sending it
	}
	if !op.hasBody {
		body, err := a.readLimited(g, r.bucket)
		if op.Method == http.MethodGet {
			body = nil // some clients send a body with GET
		}
		return body, err
	}
	body, err := a.readBody(g, r.bucket, merge)
	if refused, ok := errors.AsType[*Problem](err); ok && merge && refused.Status == http.StatusUnsupportedMediaType {
		g.Header("Accept-Patch", "application/merge-patch+json, application/json")
	}
	return body, cmp.Or(err, a.spend(r, a.limiter.costOf(len(body))-announced))
}

// isBusy reports whether a write would have to wait for an import. It is rejected before it holds a connection.
func (a *API) isBusy(g *gin.Context) bool {
	account, ok := ids.Parse(g.Param("accountId"))
	return ok && a.options.Busy != nil && a.options.Busy(g.Request.Context(), account)
}

// identify authenticates the caller and takes a token from their buckets, or from that of their address.
func (a *API) identify(g *gin.Context, r *request, cred credential, access Access) error {
	if access.authenticates(cred) {
		if cred.value == "" {
			return cmp.Or(a.limitAddress(g), a.sessionEnded(g.Request), unauthenticated())
		}
		hash := hashOf(cred)
		isKnown := a.known.has(hash)
		if !isKnown { // an unknown credential may be made up, so it costs a token before the database is asked
			if err := a.limitAddress(g); err != nil {
				return err
			}
		}
		c, err := a.authenticate(g.Request.Context(), cred, false)
		if err != nil {
			if isKnown && apperr.Is(err, apperr.Unauthenticated) {
				a.known.forget(hash)
				return cmp.Or(a.limitAddress(g), err)
			}
			return err
		}
		a.known.add(hash)
		r.caller = c
	}
	if r.caller.Kind == "" {
		r.bucket = a.addressBucket(g.Request)
	} else {
		r.bucket = string(r.caller.Kind) + " " + r.caller.ID.String()
		zerolog.Ctx(g.Request.Context()).UpdateContext(func(c zerolog.Context) zerolog.Context {
			return c.Stringer("credential_id", r.caller.ID)
		})
	}
	return a.spend(r, 1)
}

// refuse responds with err instead of running the operation.
func (a *API) refuse(g *gin.Context, err error) { WriteProblem(g.Writer, g.Request, err) }

// storedHeaders are stored and repeated with a response. All others belong to a single response.
var storedHeaders = []string{"Content-Type", "Location", "Etag", "Link", "Petcare-Possible-Duplicates"}

func checkKey(keys []string, faults *schema.Faults) {
	if n := text.Len(keys[0]); len(keys) != 1 || n < 1 || n > 255 || !text.Valid(keys[0]) {
		faults.Add("header.Idempotency-Key", "format", "is one value of 1 to 255 characters")
	}
}

// answerOnce runs the operation for the first request with an idempotency key, if check allows it, and repeats its response for the
// others, even if the account has become read-only in the meantime.
func (a *API) answerOnce(g *gin.Context, r *request, key string, body []byte, check func(context.Context) error, next func()) {
	hash := sha256.New()
	hash.Write([]byte(g.Request.Method + " " + g.Request.URL.RequestURI() + "\n"))
	if who := r.caller.Acting; who != nil { // for another person it is another request; without one, hashes are as they were
		hash.Write([]byte("for " + who.ID + "\n"))
	}
	hash.Write(body)
	original, outer := g.Writer, g.Request
	restore := func() { g.Writer, g.Request = original, outer }
	defer restore()   // after a panic in next, the original writer is needed
	var first *buffer // the response of this request, unless it repeats another one's
	answer, replayed, err := a.options.Answers.Once(outer.Context(),
		idempotency.Request{Principal: r.caller.ID, Key: key, Hash: hash.Sum(nil)},
		func(ctx context.Context) (idempotency.Response, error) {
			var refused error // it is not stored
			ctx = tx.Before(ctx, func(ctx context.Context) error {
				err := check(ctx)
				refused = cmp.Or(refused, err)
				return err
			})
			// The transaction may be retried after a deadlock. Each attempt gets the body again and an empty response.
			r.err = nil
			first = newBuffer(original)
			g.Writer, g.Request = first, outer.WithContext(ctx)
			g.Request.Body = bodyOf(body) // or, of an upload, its digest, which nobody reads
			next()
			if refused != nil {
				return idempotency.Response{}, refused
			}
			if !isKept(first.Status()) {
				return idempotency.Response{}, &unstored{r.err}
			}
			return first.answer(), nil
		})
	restore()
	var rolledBack *unstored
	switch {
	case err != nil && !errors.As(err, &rolledBack):
		a.refuse(g, err)
		return
	case replayed:
		for name, value := range answer.Header {
			g.Header(name, value)
		}
		g.Header("Idempotency-Replayed", "true")
		r.replays = true
	default:
		answer.Status, answer.Body = first.status, first.body.Bytes()
		maps.Copy(g.Writer.Header(), first.header)
	}
	g.Writer.WriteHeader(answer.Status)
	_, _ = g.Writer.Write(answer.Body) // the client may have disconnected
}

// isKept reports whether a response is stored. Errors of the server are not, nor what is refused for reasons that lie outside of the
// request and its records, such as an ability: the same request may succeed later.
func isKept(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusTooManyRequests:
		return false
	}
	return status < http.StatusInternalServerError
}

// unstored carries a response past the rollback that keeps it from being stored.
type unstored struct{ cause error }

func (n *unstored) Error() string { return "the response is not stored" }
func (n *unstored) Unwrap() error { return n.cause }
