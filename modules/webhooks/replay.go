package webhooks

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// ReplayStatus is the state of a replay.
type ReplayStatus string

// The statuses of a replay.
const (
	ReplayRunning ReplayStatus = "running"
	ReplayDone    ReplayStatus = "done"
	ReplayStopped ReplayStatus = "stopped" // by DELETE, or by pausing or deleting the webhook
)

// Only selects which of the events are replayed.
type Only string

// The choices.
const (
	OnlyFailed Only = "failed" // events whose last delivery to the webhook failed
	OnlyAll    Only = "all"
)

// ReplayCreate describes a new replay.
type ReplayCreate struct {
	From   time.Time `json:"from" doc:"From events recorded at this instant" example:"2026-03-14T00:00:00Z"`
	To     time.Time `json:"to" doc:"To those recorded at this instant" example:"2026-03-15T00:00:00Z"`
	Types  []string  `json:"types,omitempty" minItems:"1" maxItems:"100" maxLength:"100" example:"[\"pet.*\"]"`
	Only   Only      `json:"only,omitempty" enum:"failed,all" doc:"Only events whose latest delivery to the webhook failed, or all (failed)"`
	DryRun bool      `json:"dry_run,omitempty" doc:"Only count (false)"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (ReplayCreate) Docs() map[string]string {
	return map[string]string{"types": "Only these of the webhook's event types: names, resource.* or *"}
}

// Faults are the faults of a replay that can be found without its webhook and the event types.
func (r ReplayCreate) Faults() (f apperr.FieldErrors) {
	if r.To.Before(r.From) {
		f.Add("to", "range", "is before from")
	}
	return f
}

// Replay is a replay and its progress.
type Replay struct {
	ID      *uuid.UUID   `json:"id" format:"uuid" doc:"Id of the replay; null for a dry run"`
	Matched int64        `json:"matched" minimum:"0" maximum:"9007199254740991" doc:"How many events it is about" example:"120"`
	Queued  int64        `json:"queued" minimum:"0" maximum:"9007199254740991" doc:"How many deliveries it has queued so far" example:"50"`
	Status  ReplayStatus `json:"status" enum:"running,done,stopped" doc:"Whether it still runs"`
}

// ReplayScope selects the events of a replay.
type ReplayScope struct {
	Webhook    uuid.UUID
	Accounts   []uuid.UUID
	Types      []string // names
	From, To   time.Time
	OnlyFailed bool
}

// Replays stores replays.
type Replays interface {
	CountReplay(ctx context.Context, s ReplayScope) (int64, error)
	// InsertReplay fails with apperr.Conflict if another replay of the webhook is running.
	InsertReplay(ctx context.Context, id uuid.UUID, s ReplayScope, matched int64) error
	GetReplay(ctx context.Context, webhook, id uuid.UUID) (Replay, error)
	StopReplay(ctx context.Context, webhook, id uuid.UUID) error
}

// ReplayFaults are the faults of a replay that can be found without its webhook.
func (s *Service) ReplayFaults(r ReplayCreate) apperr.FieldErrors {
	f := r.Faults()
	replayable := slices.DeleteFunc(slices.Clone(s.types), func(t events.Type) bool { return t.Direct })
	checkTypes(replayable, "types", r.Types, nil, &f)
	return f
}

// CreateReplay enqueues past events for a webhook again, in batches, whenever it has nothing else due. A dry run only counts them. It fails
// with apperr.Invalid, with apperr.NotFound, and with apperr.Conflict if the webhook is paused or a replay of it is running.
func (s *Service) CreateReplay(ctx context.Context, webhook uuid.UUID, r ReplayCreate) (Replay, error) {
	var made Replay
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		c := caller.From(ctx)
		w, err := s.store.Lock(ctx, scopeOf(c), webhook)
		if err != nil {
			return err
		}
		scope, err := s.replayScope(c, w, r)
		if err != nil {
			return err
		}
		if !w.Active {
			return apperr.NewConflict("conflict", "the webhook is paused: activate it first")
		}
		if made.Matched, err = s.store.CountReplay(ctx, scope); err != nil {
			return err
		}
		if r.DryRun {
			made.Status = ReplayDone
			return nil
		}
		id := ids.New()
		made.ID, made.Status = &id, ReplayRunning
		tx.AfterCommit(ctx, s.wakeUp.Signal)
		return s.store.InsertReplay(ctx, id, scope, made.Matched)
	})
	return made, err
}

func (s *Service) replayScope(c caller.Caller, w Webhook, r ReplayCreate) (ReplayScope, error) {
	scope := ReplayScope{Webhook: w.ID, Accounts: c.Accounts, From: r.From, To: r.To, OnlyFailed: r.Only != OnlyAll}
	if only := w.AccountIDs.Get(); len(only) > 0 {
		scope.Accounts = only
	}
	f := r.Faults()
	subscribed := w.EventTypes.Get()
	for _, t := range s.types {
		if !t.Direct && slices.ContainsFunc(subscribed, t.Matches) && (len(r.Types) == 0 || slices.ContainsFunc(r.Types, t.Matches)) {
			scope.Types = append(scope.Types, t.Name)
		}
	}
	for i, name := range r.Types {
		within := func(t events.Type) bool { return t.Matches(name) && slices.Contains(scope.Types, t.Name) }
		if !slices.ContainsFunc(s.types, within) {
			f.Add(fmt.Sprintf("types[%d]", i), "unknown", "is not one of the event types of the webhook")
		}
	}
	return scope, f.Err()
}

// GetReplay returns a replay.
func (s *Service) GetReplay(ctx context.Context, webhook, id uuid.UUID) (Replay, error) {
	if _, err := s.store.Get(ctx, scopeOf(caller.From(ctx)), webhook); err != nil {
		return Replay{}, err
	}
	return s.store.GetReplay(ctx, webhook, id)
}

// StopReplay stops a replay. Deliveries that are already enqueued are still attempted. If the replay has ended, it does nothing.
func (s *Service) StopReplay(ctx context.Context, webhook, id uuid.UUID) error {
	if _, err := s.GetReplay(ctx, webhook, id); err != nil {
		return err
	}
	return s.store.StopReplay(ctx, webhook, id)
}
