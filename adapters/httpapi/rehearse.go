package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/apperr"
)

// What schemas refuse never reaches a service, which may find more wrong: an e-mail address that is none, a breed of
// another species. So that one answer names all of it, the rest of such a body runs as a rehearsal: without what was refused,
// in a transaction that is rolled back in any case, for its faults alone.

// rehearsal makes what finds the faults that a service has with the rest of a body.
func (a *API) rehearsal(hc huma.Context, g *gin.Context, r *request, body []byte, next func(huma.Context)) func([]FieldError) []FieldError {
	return func(refused []FieldError) (more []FieldError) {
		rest := without(body, refused)
		if rest == nil {
			return nil
		}
		defer func() { // the request has its answer already; the log tells of our mistake
			if cause := recover(); cause != nil {
				logPanic(g.Request.Context(), cause)
			}
		}()
		stage := g.Copy()
		second := &request{gin: stage, id: r.id, began: r.began, op: r.op, caller: r.caller, rehearses: true}
		stage.Request = g.Request.WithContext(context.WithValue(g.Request.Context(), requestKey{}, second))
		stage.Request.Body = bodyOf(rest)
		stage.Writer = newBuffer(g.Writer)
		next(humagin.NewContext(hc.Operation(), stage))
		return second.rehearsed
	}
}

// rehearse runs an operation for its faults.
func (a *API) rehearse(ctx context.Context, run func(context.Context) error) []FieldError {
	var e *apperr.Error
	if err := a.options.Rehearse(ctx, run); errors.As(err, &e) && e.Kind == apperr.Invalid {
		return faultsOf(e)
	}
	return nil
}

// without is the body without the keys that were refused, and without a password, which would only be hashed; nil when
// it is no object.
func without(body []byte, refused []FieldError) []byte {
	tree, err := schema.ReadTree(body)
	object, ok := tree.(map[string]any)
	if err != nil || !ok {
		return nil
	}
	delete(object, "password")
	for _, f := range refused {
		if key, ok := strings.CutPrefix(f.Location, "body."); ok {
			delete(object, key[:keyLength(key)])
		}
	}
	rest, err := json.Marshal(object)
	if err != nil {
		return nil
	}
	return rest
}

// keyLength is how long the first key of a path is.
func keyLength(path string) int {
	if i := strings.IndexAny(path, ".["); i >= 0 {
		return i
	}
	return len(path)
}

// name adds faults that lie elsewhere than those that p names already.
func (p *Problem) name(faults []FieldError) {
	known := append([]FieldError{{Location: "body.password"}}, p.Errors...)
	for _, f := range faults {
		if !touches(known, f.Location) {
			p.Errors = append(p.Errors, f)
		}
	}
	p.counted()
}

// touches reports whether a fault is at the location, below it or above it.
func touches(faults []FieldError, location string) bool {
	for _, f := range faults {
		short, long := f.Location, location
		if len(short) > len(long) {
			short, long = long, short
		}
		if rest, ok := strings.CutPrefix(long, short); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
