package events

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
)

// The positions from which a reader can start without a cursor.
const (
	Now    = "now"
	Oldest = "oldest"
)

// FeedQuery asks for the events of an account that come after a cursor.
type FeedQuery struct {
	Account uuid.UUID
	After   string // a cursor, Now or Oldest
	Limit   int
	Bytes   int // the maximum size of all events together, unless there is only one; 0: 8 MiB

	// The filters. A cursor is valid only with the filters it was issued for.
	Types  []string // as requested: names and resource.*; empty: all
	Record uuid.UUID
	Actor  string // the id of the actor, or of the key that acted for it

	Readable  []string // the names of the types that match Types and that the caller may read
	Abilities []string // of the caller, for the types that this program does not know

	Each bool // return a cursor after each event
}

// FeedPage is a page of the feed, in the order in which changes of one record were made.
type FeedPage struct {
	Events []json.RawMessage
	Each   []string // the cursor after each event, if requested
	Next   string   // the cursor of the next page; never empty
	More   bool     // there are more events of this round
	Old    bool     // the round ends here and began before this page was asked for: there may be events of since
}

// Feed is every committed event, in order. The server keeps no state for a reader.
type Feed interface {
	// Page reads a page. It fails with apperr.Invalid for a cursor that was tampered with or belongs to another account or other
	// filters, and with apperr.Gone when events that the reader has not seen may have been deleted.
	Page(ctx context.Context, q FeedQuery) (FeedPage, error)
	// Watch signals on the channel when events of the account may have been committed since the call. stop ends it.
	Watch(account uuid.UUID) (news <-chan struct{}, stop func())
}
