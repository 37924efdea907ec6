package events

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
)

// The places where a reader of the feed can begin without a cursor.
const (
	Now    = "now"
	Oldest = "oldest"
)

// FeedQuery asks for the events of an account that come after a cursor.
type FeedQuery struct {
	Account uuid.UUID
	After   string // a cursor, Now or Oldest
	Limit   int

	// The filters, to which a cursor belongs.
	Types  []string // as asked for: names and resource.*; empty: all
	Record uuid.UUID
	Actor  string // matches the actor's id or that of its via

	Readable []string // the names of the types that match Types and that the caller may read
	Each     bool     // give a cursor behind each event
	Into     []byte   `json:"-"` // what Text of the page begins with: a place that the caller uses again
}

// FeedPage is a page of the feed, in the order in which changes of one record were made.
type FeedPage struct {
	Events []json.RawMessage
	Text   []byte   // the events once more, with commas between
	Each   []string // the cursor behind each event, when asked for
	Next   string   // where to go on; never empty
	More   bool     // there are more events of this round
}

// Feed is every committed event, in order. Nothing on the server belongs to a reader.
type Feed interface {
	// Page reads a page. It fails with apperr.Invalid for a cursor that was changed or belongs to another account or other filters,
	// and with apperr.Gone when events that the reader has not seen are gone, or may be.
	Page(ctx context.Context, q FeedQuery) (FeedPage, error)
	// Watch tells by the channel that events of the account may have been committed since Watch was called. stop ends it.
	Watch(ctx context.Context, account uuid.UUID) (news <-chan struct{}, stop func(), err error)
}
