// Package paging is keyset paging: a page says where it ended, and the next begins right behind that.
package paging

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
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

// Page is one page of a list. Next is the position of the last item; nil on the last page.
type Page[T any] struct {
	Items []T
	Next  []string
}

// Cut makes a page of up to Fetch() rows, as many as fit; position gives the sort values of a row.
func Cut[T any](r Request, rows []T, position func(T) []string) Page[T] {
	n := fitting(rows[:min(len(rows), r.Limit)])
	if n == len(rows) {
		return Page[T]{Items: rows}
	}
	return Page[T]{Items: rows[:n], Next: position(rows[n-1])}
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
