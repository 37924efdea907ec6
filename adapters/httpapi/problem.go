package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/rs/zerolog"
)

// Problem is the body of all responses other than successes: problem details of RFC 9457.
type Problem struct {
	Type  string `json:"type" format:"uri" maxLength:"100" doc:"URN of the kind of problem" example:"urn:petcare:problem:validation_failed"`
	Title string `json:"title" maxLength:"100" doc:"What went wrong, in short" example:"Validation failed"`

	Status    int    `json:"status" minimum:"300" maximum:"599" doc:"The status of the answer" example:"422"`
	Code      string `json:"code" maxLength:"60" doc:"Stable, machine-readable code" example:"validation_failed"`
	Detail    string `json:"detail" maxLength:"1000" doc:"What went wrong this time" example:"1 field is wrong"`
	RequestID string `json:"request_id" maxLength:"128" example:"0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11"`

	Errors []FieldError `json:"errors" maxItems:"100" doc:"Each fault of the input; empty when the input is not to blame"`

	Count  int    `json:"count,omitzero" minimum:"1" maximum:"2147483647" doc:"With in_use: how many records hold the value" example:"12"`
	Reason string `json:"reason,omitempty" maxLength:"60" doc:"With cursor_expired: too_old, another_database, lost_history" example:"too_old"`
	// ConflictsWith is the id of the existing record.
	ConflictsWith *uuid.UUID `json:"conflicts_with,omitempty" format:"uuid" example:"0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11"`

	MergedInto *uuid.UUID `json:"merged_into,omitempty" format:"uuid" doc:"With merged: the record in which the one of the path is now"`

	BlockedBy []record.RevertBlocker `json:"blocked_by,omitempty" maxItems:"100000" doc:"What is in the way of a revert"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Problem) Docs() map[string]string {
	return map[string]string{
		"request_id": "The X-Request-Id of the answer; of one that is replayed, that of the first answer",
		"conflicts_with": "With duplicate: the record that has the value already, for those who may read it. With " +
			"idempotency_replay_too_large: the record that the first request made. With already_reverted: the change that reverted it",
	}
}

// FieldError is a fault of the input.
type FieldError struct {
	Location string `json:"location" maxLength:"300" doc:"Where: body.…, query.…, path.… or header.…" example:"body.email"`
	Code     string `json:"code" maxLength:"60" example:"format"`
	Message  string `json:"message" maxLength:"1000" doc:"What is wrong, for people" example:"is not an e-mail address"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (FieldError) Docs() map[string]string {
	return map[string]string{"code": "Stable, machine-readable code, such as required, unknown, type, format, enum, too_short, too_long, " +
		"too_many, range, not_found, read_only or immutable"}
}

// Error and GetStatus make Huma write a Problem unchanged.
func (p *Problem) Error() string               { return p.Code + ": " + p.Detail }
func (p *Problem) GetStatus() int              { return p.Status }
func (p *Problem) ContentType(_ string) string { return "application/problem+json" }

// maxErrorBytes limits the list of faults in a response.
const maxErrorBytes = 60 << 10

// maxMessage limits the characters of a fault's message.
const maxMessage = 1000

// invalid returns the problem with as many of the faults as fit into a response.
func invalid(faults schema.Faults) *Problem {
	p := problem(http.StatusUnprocessableEntity, "validation_failed", "1 field is wrong")
	size := 0
	for _, f := range faults.List {
		e := FieldError{Location: f.Field, Code: f.Code, Message: schema.Cut(f.Message, maxMessage)}
		text, err := apijson.Marshal(e)
		if size += len(text) + 1; err != nil || size > maxErrorBytes {
			break
		}
		p.Errors = append(p.Errors, e)
	}
	if n := faults.Count(); n > 1 {
		p.Detail = strconv.Itoa(n) + " fields are wrong"
		if more := n - len(p.Errors); more > 0 {
			p.Detail += ": those in errors and " + strconv.Itoa(more) + " more"
		}
	}
	return p
}

// titles are those that do not read as their code.
var titles = map[string]string{
	"malformed_json": "Malformed JSON", "internal": "Internal error", "idempotency_replay_too_large": "Idempotent answer not kept",
}

// title returns the title of a code, which may be a module's own.
func title(code string) string {
	if known, ok := titles[code]; ok || code == "" {
		return known
	}
	return strings.ToUpper(code[:1]) + strings.ReplaceAll(code[1:], "_", " ")
}

func internalProblem() *Problem {
	return problem(http.StatusInternalServerError, "internal", "an unexpected error, please report it with the request id")
}

func problem(status int, code, detail string) *Problem {
	return &Problem{Type: "urn:petcare:problem:" + code, Title: title(code), Status: status, Code: code, Detail: detail}
}

// statuses is the only mapping from kinds of errors to statuses.
var statuses = map[apperr.Kind]int{
	apperr.Invalid:         http.StatusUnprocessableEntity,
	apperr.Malformed:       http.StatusBadRequest,
	apperr.Unauthenticated: http.StatusUnauthorized,
	apperr.Forbidden:       http.StatusForbidden,
	apperr.NotFound:        http.StatusNotFound,
	apperr.Conflict:        http.StatusConflict,
	apperr.VersionMismatch: http.StatusPreconditionFailed,
	apperr.RateLimited:     http.StatusTooManyRequests,
	apperr.Unavailable:     http.StatusServiceUnavailable,
	apperr.Gone:            http.StatusGone,
	apperr.Unsupported:     http.StatusUnsupportedMediaType,
}

// problemOf returns the problem for any error, and the headers that go with it. An unexpected error is logged here and becomes
// "internal" without any of its text.
func (a *API) problemOf(ctx context.Context, err error) (*Problem, http.Header) {
	header := http.Header{}
	if p, ok := errors.AsType[*Problem](err); ok {
		return p, header
	}
	var e *apperr.Error
	switch {
	case errors.As(err, &e) && statuses[e.Kind] != 0:
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, context.Canceled), a.options.Unavailable(err):
		if !requestOf(ctx).left() {
			zerolog.Ctx(ctx).Warn().Err(err).Msg("unavailable")
		}
		e = apperr.NewUnavailable(time.Second)
	default:
		line := zerolog.Ctx(ctx).Error().Err(err)
		if stack := panics.Stack(err); stack != nil {
			line = line.Bytes("stack", stack)
		}
		line.Msg("internal error")
		return internalProblem(), header
	}
	p := problem(statuses[e.Kind], e.Code, e.Detail)
	p.Count, p.Reason = e.Count, e.Reason
	p.BlockedBy, _ = e.BlockedBy.([]record.RevertBlocker)
	if e.ConflictsWith != uuid.Nil && mayKnow(ctx, e) {
		p.ConflictsWith = &e.ConflictsWith
	}
	if e.MergedInto != uuid.Nil {
		p.MergedInto = &e.MergedInto
		toMerged(ctx, p, header, e)
	}
	if len(e.Errors) > 0 {
		named := invalid(faultsOf(e))
		p.Errors, p.Detail = named.Errors, named.Detail
	}
	if e.Field != "" {
		p.Errors = []FieldError{{Location: "body." + e.Field, Code: e.Code, Message: e.Detail}}
	}
	switch e.Kind {
	case apperr.RateLimited, apperr.Unavailable:
		header.Set("Retry-After", retryAfter(e.RetryAfter))
	case apperr.Unauthenticated:
		challenges(header)
	}
	return p, header
}

// toMerged turns the conflict into a redirection if the record itself was read.
func toMerged(ctx context.Context, p *Problem, header http.Header, e *apperr.Error) {
	r := requestOf(ctx).gin.Request
	path := lowerIDs(r.URL.Path)
	if before, ok := strings.CutSuffix(path, e.MergedFrom.String()); ok && r.Method == http.MethodGet {
		p.Status = http.StatusMovedPermanently
		header.Set("Location", before+e.MergedInto.String())
	}
}

// mayKnow reports whether the caller may read the existing record that is in conflict. Operations have their own ability for that; those
// that are open to everybody have none.
func mayKnow(ctx context.Context, e *apperr.Error) bool {
	if e.Code != "duplicate" {
		return true
	}
	r := requestOf(ctx)
	for _, ability := range r.access.Abilities {
		if of, writes := strings.CutSuffix(ability, ":write"); writes && !r.caller.Holds(of+":read") {
			return false
		}
	}
	return !r.caller.IsCustomer() && !r.access.Public
}

func faultsOf(e *apperr.Error) schema.Faults {
	var faults schema.Faults
	for _, f := range e.Errors {
		location := cmp.Or(f.In, "body")
		if f.Field != "" {
			location += "." + f.Field
		}
		faults.Add(location, f.Code, f.Message)
	}
	return faults
}

func retryAfter(d time.Duration) string {
	return strconv.Itoa(max(1, int((d+time.Second-1)/time.Second)))
}

// challenges sets WWW-Authenticate for all schemes.
func challenges(h http.Header) {
	h.Add("WWW-Authenticate", `ApiKey realm="petcare"`)
	h.Add("WWW-Authenticate", `Bearer realm="petcare"`)
}

// WriteProblem writes err as a problem. It is for handlers that are mounted beside the operations.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	request := requestOf(r.Context())
	p, header := request.api.problemOf(r.Context(), err)
	request.problem = p
	maps.Copy(w.Header(), header)
	p.write(w, request.id)
}

// write writes p without Huma, for middleware, unknown routes and panics.
func (p *Problem) write(w http.ResponseWriter, requestID string) {
	p.RequestID = requestID
	text, err := apijson.Marshal(p)
	if err != nil {
		text = fmt.Appendf(nil, `{"status":%d,"code":%q}`, p.Status, p.Code)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(text, '\n')) // like Huma; the client may have disconnected
}
