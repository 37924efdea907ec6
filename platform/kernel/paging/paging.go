// Package paging is keyset paging: a page says where it ended, and the next begins right behind that.
package paging

import (
	"encoding/base64"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
)

// MaxLimit is how many items a page may have at most.
const MaxLimit = 200

// Request asks for up to Limit items behind the position After (nil: from the start). The position holds the sort
// values of the last item shown, in the order of the list's sort; only the list that made it can read it.
type Request struct {
	Limit int
	After []string
}

// Fetch is how many rows to read: one more than the page, to see whether there is a next one.
func (r Request) Fetch() int { return r.Limit + 1 }

// Page is one page of a list. Next is nil on the last one.
type Page[T any] struct {
	Next   []string
	items  []T
	stored Stored[T]
}

// Stored are items as the database sent them. Most pages go to the client as they are: their items become JSON directly, unless
// Items has decoded them. One goroutine at a time may use them.
type Stored[T any] interface {
	Len() int
	Items() []T
	AppendJSON(dst []byte) ([]byte, error) // as an array
	Release()                              // see Page.Release
	// Each and Derive: see Page.
	Each(call func(*T), columns ...string)
	Derive(set func(*T), columns ...string)
}

// Of makes a page of items.
func Of[T any](items []T, next []string) Page[T] { return Page[T]{items: items, Next: next} }

// OfStored makes a page of stored items.
func OfStored[T any](items Stored[T], next []string) Page[T] {
	return Page[T]{stored: items, Next: next}
}

// Map makes a page whose items come from another's. The JSON of an item is that of the item it comes from.
func Map[A, B any](p Page[A], from func(A) B) Page[B] {
	return OfStored[B](&mapped[A, B]{Page: p, from: from}, p.Next)
}

// Len is how many items the page has.
func (p Page[T]) Len() int {
	if p.stored != nil {
		return p.stored.Len()
	}
	return len(p.items)
}

// Items are the items of the page. Changes to them are in the JSON as well.
func (p Page[T]) Items() []T {
	if p.stored != nil {
		return p.stored.Items()
	}
	return p.items
}

// Each calls a function for each item. The item may have only the fields that are stored in the named columns.
func (p Page[T]) Each(call func(*T), columns ...string) {
	if p.stored != nil {
		p.stored.Each(call, columns...)
		return
	}
	for i := range p.items {
		call(&p.items[i])
	}
}

// Derive fills in a field that the database does not store: it calls set for each item. set may only use fields that are stored in the
// named columns; the item may have no others. It must not keep the item, and may be called as late as when the page is encoded as JSON.
func (p Page[T]) Derive(set func(*T), columns ...string) {
	if p.stored != nil {
		p.stored.Derive(set, columns...)
		return
	}
	p.Each(set)
}

// AppendJSON implements jsonenc.Appender: an array of the items.
func (p Page[T]) AppendJSON(dst []byte) ([]byte, error) {
	if p.stored != nil {
		return p.stored.AppendJSON(dst)
	}
	return jsonenc.Append(dst, p.items)
}

// Release returns the memory of the page for reuse. The page must not be used afterwards. A page that is not released is
// garbage-collected.
func (p Page[T]) Release() {
	if p.stored != nil {
		p.stored.Release()
	}
}

// JSONType tells schema generators what AppendJSON writes.
func (Page[T]) JSONType() reflect.Type { return reflect.TypeFor[[]T]() }

// Cut makes a page of up to Fetch() rows; position gives the sort values of a row.
func Cut[T any](r Request, rows []T, position func(T) []string) Page[T] {
	if len(rows) <= r.Limit {
		return Of(rows, nil)
	}
	rows = rows[:r.Limit]
	return Of(rows, position(rows[len(rows)-1]))
}

// All is a request for a whole list, which must never have more than limit items.
func All(limit int) Request { return Request{Limit: limit} }

// DecodeText decodes the text of a cursor, unpadded base64 for URLs. It fails with BadCursor for any other spelling of the same bytes.
func DecodeText(cursor string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || strings.ContainsAny(cursor, "\r\n") { // base64 skips the ends of lines
		return nil, BadCursor()
	}
	return raw, nil
}

// BadCursor is the error for a cursor that the list did not issue.
func BadCursor() error {
	return apperr.NewInvalidIn("query", "cursor", "cursor", "is not a cursor of this list with these filters")
}

// ID reads a position of one id.
func (r Request) ID() (uuid.UUID, error) {
	if r.After == nil {
		return uuid.Nil, nil
	}
	if len(r.After) != 1 {
		return uuid.Nil, BadCursor()
	}
	return parseID(r.After[0])
}

// TextID reads a position of a text and an id, such as (name, id).
func (r Request) TextID() (string, uuid.UUID, error) {
	if r.After == nil {
		return "", uuid.Nil, nil
	}
	if len(r.After) != 2 {
		return "", uuid.Nil, BadCursor()
	}
	id, err := parseID(r.After[1])
	return r.After[0], id, err
}

// NumberID reads a position of a whole number and an id, such as (item_order, id).
func (r Request) NumberID() (int64, uuid.UUID, error) {
	text, id, err := r.TextID()
	if r.After == nil || err != nil {
		return 0, uuid.Nil, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, uuid.Nil, BadCursor()
	}
	return n, id, nil
}

func parseID(s string) (uuid.UUID, error) {
	id, err := uuid.Parse(s)
	if err != nil {
		return uuid.Nil, BadCursor()
	}
	return id, nil
}
