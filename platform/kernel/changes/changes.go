// Package changes is what happened in an account, one transaction after the other, and how to undo it.
package changes

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// AccountChange is everything that one transaction committed in an account.
type AccountChange struct {
	ID        uuid.UUID     `json:"id" format:"uuid" doc:"The change_id of its events"`
	CreatedAt time.Time     `json:"created_at" doc:"When its first event was recorded"`
	Actor     caller.Actor  `json:"actor" doc:"Who did it"`
	RequestID *string       `json:"request_id" maxLength:"128" doc:"X-Request-Id of the request that caused it; null if none did"`
	Source    events.Source `json:"source" enum:"api,console,import,merge,revert,cli,system" doc:"By what way it came" example:"console"`

	Counts  []ChangeCount   `json:"counts" maxItems:"200" doc:"How many events of each type it has, of those that the key may read"`
	Records []ChangedRecord `json:"records" maxItems:"10" doc:"The first records that it is about, of those that the key may read"`

	Reverts    *uuid.UUID `json:"reverts" format:"uuid" doc:"The change that it undoes; null when it is no revert"`
	RevertedBy *uuid.UUID `json:"reverted_by" format:"uuid" doc:"The change that undid it; null when none has"`
}

// ChangeCount counts the events of a type.
type ChangeCount struct {
	Resource string `json:"resource" maxLength:"100" doc:"Kind of record" example:"pet"`
	Action   string `json:"action" maxLength:"100" doc:"What happened to them" example:"updated"`
	Count    int    `json:"count" minimum:"1" maximum:"2147483647" doc:"How many events" example:"12"`
}

// ChangedRecord is a record and what it is called.
type ChangedRecord struct {
	Resource string    `json:"resource" maxLength:"100" doc:"Kind of record" example:"pet"`
	ID       uuid.UUID `json:"id" format:"uuid" doc:"Its id"`
	Name     *string   `json:"name" maxLength:"250" doc:"What it was called; null when it has no name" example:"Biscuit"`
}

// Query picks changes of an account; zero values are no filter.
type Query struct {
	Record   uuid.UUID
	Resource string
	Actor    string // the id of the actor, or of the key that acted for it
	From, To time.Time
}

// RevertPlan is what a revert does, or what is in its way.
type RevertPlan struct {
	Would     []record.RevertStep    `json:"would" maxItems:"10000" doc:"What would happen to each record"`
	BlockedBy []record.RevertBlocker `json:"blocked_by" maxItems:"100000" doc:"What is in the way: the revert would be a 409"`
}

// Changes are the changes of accounts. A caller sees those of which it may read an event.
type Changes interface {
	// List lists changes, newest first.
	List(ctx context.Context, account uuid.UUID, q Query, page paging.Request) (paging.Page[AccountChange], error)
	// Get is one change; apperr.NotFound when there is none, and apperr.Gone when it is older than the events that are kept.
	Get(ctx context.Context, account, id uuid.UUID) (AccountChange, error)
	// Events are the envelopes of a change that the caller may read, in order.
	Events(ctx context.Context, account, id uuid.UUID, page paging.Request) (paging.Page[json.RawMessage], error)
	// Revert undoes a change and returns the new one. It fails as Get does, with apperr.Forbidden, and with apperr.Conflict: changed_since,
	// not_revertible, already_reverted or too_large; also as an update of the records would.
	Revert(ctx context.Context, account, id uuid.UUID) (AccountChange, error)
	// Preview is Revert, rolled back. What is in the way is in the plan.
	Preview(ctx context.Context, account, id uuid.UUID) (RevertPlan, error)
}
