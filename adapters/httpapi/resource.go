package httpapi

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// The operations on resources. Each calls a service with the input and responds with the result, so that a module only declares the
// operation and the call.

// Record is a single resource. record.Meta implements it.
type Record interface {
	RecordID() uuid.UUID
	RecordVersion() int64
}

// Get registers an operation that responds with a record and its version as ETag.
func Get[I any, R Record](a *API, op Operation, get func(context.Context, *I) (R, error)) {
	op.Method = http.MethodGet
	one(a, op, get)
}

// Update registers a PATCH that responds with the updated record.
func Update[I any, R Record](a *API, op Operation, update func(context.Context, *I) (R, error)) {
	op.Method, op.record = http.MethodPatch, reflect.TypeFor[R]()
	one(a, op, update)
}

// Put registers a PUT that responds with the updated record.
func Put[I any, R Record](a *API, op Operation, put func(context.Context, *I) (R, error)) {
	op.Method, op.record = http.MethodPut, reflect.TypeFor[R]()
	one(a, op, put)
}

func one[I any, R Record](a *API, op Operation, do func(context.Context, *I) (R, error)) {
	Handle(a, op, func(ctx context.Context, in *I) (*Output[R], error) {
		r, err := do(ctx, in)
		if err != nil {
			return nil, err
		}
		return One(r, r.RecordVersion()), nil
	})
}

// Create registers a POST that responds with the new record and its Location: the path of the request and the id.
func Create[I any, R Record](a *API, op Operation, create func(context.Context, *I) (R, error)) {
	op.Method, op.Status = http.MethodPost, http.StatusCreated
	Handle(a, op, func(ctx context.Context, in *I) (*Output[R], error) {
		r, err := create(ctx, in)
		if err != nil {
			return nil, err
		}
		return CreatedRecord(ctx, r), nil
	})
}

// lowerIDs writes the ids in a path in lower case, like responses.
func lowerIDs(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if id, ok := ids.Parse(part); ok {
			parts[i] = id.String()
		}
	}
	return strings.Join(parts, "/")
}

// Created returns a response with a new record and its Location.
func Created[T any](ctx context.Context, body T, id uuid.UUID) *Output[T] {
	at := lowerIDs(requestOf(ctx).gin.Request.URL.Path) + "/" + id.String()
	return &Output[T]{Status: http.StatusCreated, Location: at, Body: body}
}

// CreatedRecord is Created with the record's entity tag.
func CreatedRecord[R Record](ctx context.Context, r R) *Output[R] {
	out := Created(ctx, r, r.RecordID())
	out.ETag = etag(r.RecordVersion())
	return out
}

// Delete registers a DELETE with the status 204.
func Delete[I any](a *API, op Operation, remove func(context.Context, *I) error) {
	op.Method, op.Status = http.MethodDelete, http.StatusNoContent
	Handle(a, op, func(ctx context.Context, in *I) (*Nothing, error) { return nil, remove(ctx, in) })
}

// List registers a GET that responds with a page of records. Its input embeds Paging.
func List[R, I any, P interface {
	*I
	Request(context.Context) (paging.Request, error)
}](a *API, op Operation, list func(context.Context, P, paging.Request) (paging.Page[R], error)) {
	op.Method = http.MethodGet
	Handle(a, op, func(ctx context.Context, in *I) (*ListOutput[R], error) {
		request, err := P(in).Request(ctx)
		if err != nil {
			return nil, err
		}
		found, err := list(ctx, in, request)
		if errors.Is(err, ErrAnswered) {
			return nil, nil //nolint:nilnil // as after a stream
		}
		if err != nil {
			return nil, err
		}
		return page(ctx, found), nil
	})
}

// Whole returns a response with all records of a list that always fits into a page.
func Whole[R any](ctx context.Context, records []R) *ListOutput[R] {
	return page(ctx, paging.Page[R]{Items: records})
}
