// Package events lets modules publish events: typed events to other modules in the same transaction, and public events to API
// clients.
package events

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
)

// Public is one event for API clients. Object is the record as the API shows it, a struct or a pointer to one; Before is the same
// record before the change (nil for created, deleted and for events that change no record).
type Public struct {
	Type    string // such as "customer.updated"
	Account uuid.UUID
	Record  uuid.UUID
	Object  any
	Before  any
}

// Recorded is a recorded public event, as subscribers receive it in the same transaction.
type Recorded struct {
	Account uuid.UUID
	ID      uuid.UUID
	Type    string
}

// Recorder writes public events into the caller's transaction; an event exists if and only if its change commits.
// Lock or write the rows of the changed records before calling Record, so that later changes get higher sequence numbers.
type Recorder interface {
	Record(ctx context.Context, events ...Public) error
}

// Reaction is a handler of one type of event that another module publishes. It runs in the same transaction.
type Reaction struct {
	Module string
	event  reflect.Type
	react  func(ctx context.Context, event any) error
}

// On makes the reaction of module to events of type E. A reaction may record public events, but must not publish typed events.
func On[E any](module string, react func(ctx context.Context, event E) error) Reaction {
	return Reaction{
		Module: module,
		event:  reflect.TypeFor[E](),
		react:  func(ctx context.Context, event any) error { return react(ctx, event.(E)) },
	}
}

// Event is the type of event that the reaction handles.
func (r Reaction) Event() reflect.Type { return r.event }

// Around wraps the reaction: around is called instead and may call it. Tests use this to observe reactions.
func (r Reaction) Around(around func(ctx context.Context, event any, react func(context.Context, any) error) error) Reaction {
	react := r.react
	r.react = func(ctx context.Context, event any) error { return around(ctx, event, react) }
	return r
}

// Bus passes a typed event to the reactions registered for its type. It starts empty, because the services that have reactions
// also need the Bus.
type Bus struct{ reactions map[reflect.Type][]Reaction }

// NewBus returns a Bus without reactions.
func NewBus() *Bus { return &Bus{map[reflect.Type][]Reaction{}} }

// Register adds reactions. Call it before the first event. Reactions to the same event run in the order of registration.
func (b *Bus) Register(reactions ...Reaction) {
	for _, r := range reactions {
		b.reactions[r.event] = append(b.reactions[r.event], r)
	}
}

// Publish runs the reactions to event. The first error stops it; return that error, so that the transaction is rolled back.
func (b *Bus) Publish(ctx context.Context, event any) error {
	for _, r := range b.reactions[reflect.TypeOf(event)] {
		if err := r.react(ctx, event); err != nil {
			return fmt.Errorf("%s reacts to %T: %w", r.Module, event, err)
		}
	}
	return nil
}
