package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Output is a response with one resource and its version as entity tag.
type Output[T any] struct {
	Status   int
	ETag     string `header:"ETag" maxLength:"30" doc:"The version of the record, for If-Match and If-None-Match" example:"\"3\""`
	Location string `header:"Location" maxLength:"300" doc:"Path of the new record, for GET, or for PATCH and DELETE alone"`
	Body     T
}

// applyIfNoneMatch turns the response into a 304 if the client already has this version.
func (o *Output[T]) applyIfNoneMatch(r *http.Request) {
	if r.Method != http.MethodGet || o.ETag == "" {
		return
	}
	if header := listOf(r.Header, "If-None-Match"); header != "" && matchesNone(header, o.ETag) {
		o.Status = http.StatusNotModified
	}
}

// One returns a response with a record and its version.
func One[T any](body T, version int64) *Output[T] {
	return &Output[T]{Status: http.StatusOK, ETag: etag(version), Body: body}
}

// Plain returns a response without a version.
func Plain[T any](body T) *Output[T] { return &Output[T]{Status: http.StatusOK, Body: body} }

// Accepted returns a response with the status 202.
func Accepted[T any](body T) *Output[T] { return &Output[T]{Status: http.StatusAccepted, Body: body} }

// Nothing is the output of an operation with the status 204.
type Nothing struct{}

// ListOutput is a response with a page of a list.
type ListOutput[T any] struct {
	Link string `header:"Link" maxLength:"8000" doc:"The next page, rel=\"next\"; absent on the last one"`
	Body Page[T]
}

// Page is the response body of every list.
type Page[T any] struct {
	Data []T `json:"data" maxItems:"200" doc:"The records of this page"`

	NextCursor *string `json:"next_cursor" maxLength:"6000" doc:"The cursor of the next page; null on the last one" example:"kQ3dY0xvZ3JhcGh5"`
}

// page returns a response with a page.
func page[T any](ctx context.Context, p paging.Page[T]) *ListOutput[T] {
	r := requestOf(ctx)
	r.list, r.rows = true, len(p.Items)
	out := &ListOutput[T]{Body: Page[T]{Data: p.Items}}
	if p.Next != nil {
		cursor := r.api.cursors.encode(r.gin.Request, p.Next)
		out.Body.NextCursor = &cursor
		out.Link = nextLink(r.gin.Request, cursor)
	}
	return out
}

// Paging is embedded by the input of every list.
type Paging struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many records a page has at most"`
	Cursor string `query:"cursor" maxLength:"6000" doc:"The next_cursor of the page before; belongs to one list with one set of filters"`
}

// Request validates the parameters and decodes the cursor.
func (p Paging) Request(ctx context.Context) (paging.Request, error) {
	if p.Cursor == "" {
		return paging.Request{Limit: p.Limit}, nil
	}
	r := requestOf(ctx)
	position, err := r.api.cursors.decode(r.gin.Request, p.Cursor)
	return paging.Request{Limit: p.Limit, After: position}, err
}

// Since is embedded by the input of lists that can be narrowed to what has changed lately.
type Since struct {
	UpdatedSince Optional[time.Time] `query:"updatedSince" example:"2026-03-14T09:26:53Z"`
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (Since) Docs() map[string]string {
	return map[string]string{"updatedSince": "Changed at this instant or later. It can miss a change whose transaction is still running: " +
		"whoever copies records reads the event feed instead (`listEvents`)"}
}

// IfMatch is embedded by the inputs of operations that change or delete a record with a version.
type IfMatch struct {
	Header string `header:"If-Match" maxLength:"1000" doc:"The ETag, not a weak one, that the record still has, else 412" example:"\"3\""`
	kept   patch.Kept
}

// Match returns the precondition, with the keys of the body that the operation cannot change.
func (m IfMatch) Match() patch.Precondition { return preconditionOf(m.Header).Keeping(m.kept) }

// AccountPath is embedded by the inputs of operations below /accounts/{accountId}.
type AccountPath struct {
	AccountID uuid.UUID `path:"accountId" format:"uuid" doc:"The account"`
}

// CustomerPath is embedded by the inputs of operations on a customer.
type CustomerPath struct {
	AccountPath
	CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
}

// CustomerPetPath is embedded by the inputs of operations on a pet below its owner.
type CustomerPetPath struct {
	CustomerPath
	PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
}

// PetPath is embedded by the inputs of operations on a pet, whoever owns it.
type PetPath struct {
	AccountPath
	PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
}

// OrderPath is embedded by the inputs of operations on an order.
type OrderPath struct {
	AccountPath
	OrderID uuid.UUID `path:"orderId" format:"uuid" doc:"The order"`
}
