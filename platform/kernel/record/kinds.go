package record

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Reverter goes back from events of one kind of record. It gets them with the latest first, at most one of each record at a time.
type Reverter interface {
	// Hold locks what the events are about, before any of them is gone back from.
	Hold(ctx context.Context, r *Reversal, list []events.Stored) error
	Revert(ctx context.Context, r *Reversal, list []events.Stored) error
}

// Kinds are the kinds of records of all modules. NewLife adds to them.
type Kinds struct{ list []kind }

type kind struct {
	types []string
	Reverter
}

// Add says who goes back from events of the types; of those who are added for a type, the last one does. It is for startup alone.
func (k *Kinds) Add(r Reverter, types ...string) {
	if k == nil {
		return
	}
	k.list = append(k.list, kind{types, r})
}

// Of returns who goes back from events of a type, and its place in the order of locks: modules are made after those that they ask. It
// is nil when nobody does.
func (k *Kinds) Of(eventType string) (r Reverter, order int) {
	for i, known := range slices.Backward(k.list) {
		if slices.Contains(known.types, eventType) {
			return known.Reverter, i
		}
	}
	return nil, 0
}

// MaxReverted is how many events a change may have to be reverted.
const MaxReverted = 10_000

// Reversal is one revert of a change.
type Reversal struct {
	Account uuid.UUID
	Steps   []RevertStep
	Blocked []RevertBlocker
	history History
	steps   map[uuid.UUID]int
	last    []func(context.Context) error
}

// History knows what happened after the change that is reverted. It leaves out that change, the revert itself, and what has been undone.
type History interface {
	// Later returns the events of records that are later than the given ones, the latest last.
	Later(ctx context.Context, list []events.Stored) (map[uuid.UUID][]events.Stored, error)
	// MadeBy returns the changes in which records were created, as far as they are known.
	MadeBy(ctx context.Context, records []uuid.UUID) (map[uuid.UUID]uuid.UUID, error)
	// Removed returns the events of those records that were removed last, also by an undoing.
	Removed(ctx context.Context, records []uuid.UUID) ([]events.Stored, error)
}

// NewReversal begins the revert of a change of an account.
func NewReversal(account uuid.UUID, h History) *Reversal {
	return &Reversal{Account: account, history: h, steps: map[uuid.UUID]int{}}
}

// The actions of a RevertStep.
const (
	ToDelete  = "delete"
	ToRestore = "restore"
	ToUpdate  = "update"
)

// RevertStep is what a revert does with one record.
type RevertStep struct {
	Resource string    `json:"resource" maxLength:"100" doc:"Kind of record" example:"pet"`
	ID       uuid.UUID `json:"id" format:"uuid" doc:"Its id"`
	Name     *string   `json:"name" maxLength:"250" doc:"What it is called; null when it has no name" example:"Biscuit"`
	Action   string    `json:"action" enum:"delete,restore,update" doc:"What happens to it"`
	Keys     []string  `json:"keys" maxItems:"1000" doc:"With update: the keys that get their old values" example:"[\"name\"]"`
}

// RevertBlocker is something in the way of a revert.
type RevertBlocker struct {
	Resource string           `json:"resource" maxLength:"100" doc:"Kind of the record that cannot be reverted" example:"pet"`
	ID       uuid.UUID        `json:"id" format:"uuid" doc:"Its id"`
	Name     *string          `json:"name" maxLength:"250" doc:"What it is called; null when it has no name" example:"Biscuit"`
	Key      *string          `json:"key" maxLength:"200" doc:"The key that was set again; null: the whole record" example:"name"`
	Code     string           `json:"code" enum:"changed_since,not_revertible"`
	ChangeID *uuid.UUID       `json:"change_id" format:"uuid" doc:"The later change; null when it is not known or there is none"`
	By       *RevertDependent `json:"by" doc:"The record that depends on it, or that it refers to and is gone"`
}

// Docs describes the keys whose texts are too long for a tag.
func (RevertBlocker) Docs() map[string]string {
	return map[string]string{"code": "changed_since: a later change set the key again, removed or changed the record, or removed what the " +
		"key refers to; not_revertible: another record depends on it, or the event is of a type that cannot be reverted"}
}

// RevertDependent is a record that depends on another one.
type RevertDependent struct {
	Resource string    `json:"resource" maxLength:"100" doc:"Kind of record" example:"note"`
	ID       uuid.UUID `json:"id" format:"uuid" doc:"Its id"`
}

// The codes of a RevertBlocker.
const (
	ChangedSince  = "changed_since"
	NotRevertible = "not_revertible"
)

// Plan notes what is done with a record; with several events of it, what is done last counts.
func (r *Reversal) Plan(s RevertStep) {
	if s.Keys == nil {
		s.Keys = []string{}
	}
	at, known := r.steps[s.ID]
	if !known {
		r.steps[s.ID] = len(r.Steps)
		r.Steps = append(r.Steps, s)
		return
	}
	if old := r.Steps[at]; s.Action == ToUpdate {
		s.Action = old.Action
		s.Keys = append(slices.Clone(old.Keys), s.Keys...)
		slices.Sort(s.Keys)
		s.Keys = slices.Compact(s.Keys)
	}
	if s.Action != ToUpdate {
		s.Keys = []string{}
	}
	r.Steps[at] = s
}

// Last has fn run when all events are gone back from.
func (r *Reversal) Last(fn func(context.Context) error) { r.last = append(r.last, fn) }

// Finish runs what was left for last, unless something is in the way.
func (r *Reversal) Finish(ctx context.Context) error {
	if len(r.Blocked) > 0 {
		return nil
	}
	return each(r.last, func(fn func(context.Context) error) error { return fn(ctx) })
}

// Block notes what is in the way.
func (r *Reversal) Block(b ...RevertBlocker) { r.Blocked = append(r.Blocked, b...) }

func (r *Reversal) isBlocked(id uuid.UUID) bool {
	return slices.ContainsFunc(r.Blocked, func(b RevertBlocker) bool { return b.ID == id })
}
