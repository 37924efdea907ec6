// Package events lets modules tell: typed events to other modules in the same transaction, public events to the outside.
package events

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
)

// Public is one event for the outside. Object is the record as the API shows it; Before is the same record before
// the change (nil for created, deleted and for events that change no record).
type Public struct {
	Type    string // such as "customer.updated"
	Account uuid.UUID
	Record  uuid.UUID
	Object  any
	Before  any
}

// Recorded is a public event that was recorded, as it is told to those who send it on, in the same transaction.
type Recorded struct {
	Account uuid.UUID
	ID      uuid.UUID
	Type    string
}

// Recorder writes public events into the caller's transaction; an event exists if and only if its change commits.
// The row locks of the changed records must be held before Record is called: that gives later changes larger sequences.
type Recorder interface {
	Record(ctx context.Context, events ...Public) error
}

// Reaction is what a module does, in the same transaction, when another module publishes an event of one type.
type Reaction struct {
	Module string
	event  reflect.Type
	react  func(ctx context.Context, event any) error
}

// On makes the reaction of module to events of type E. Reactions are leaves: they may record public events, but
// they publish no typed events of their own.
func On[E any](module string, react func(ctx context.Context, event E) error) Reaction {
	return Reaction{
		Module: module,
		event:  reflect.TypeFor[E](),
		react:  func(ctx context.Context, event any) error { return react(ctx, event.(E)) },
	}
}

// Event is the type of the events that it reacts to.
func (r Reaction) Event() reflect.Type { return r.event }

// Around is the same reaction with around called in its place, which may call it: tests watch reactions so.
func (r Reaction) Around(around func(ctx context.Context, event any, react func(context.Context, any) error) error) Reaction {
	react := r.react
	r.react = func(ctx context.Context, event any) error { return around(ctx, event, react) }
	return r
}

// Bus hands a typed event to the reactions registered for its type. It is built empty: reactions belong to services that
// need the Bus themselves.
type Bus struct{ reactions map[reflect.Type][]Reaction }

// NewBus makes a Bus without reactions.
func NewBus() *Bus { return &Bus{map[reflect.Type][]Reaction{}} }

// Register adds reactions, before the first event; those to one event run in the order in which they are added.
func (b *Bus) Register(reactions ...Reaction) {
	for _, r := range reactions {
		b.reactions[r.event] = append(b.reactions[r.event], r)
	}
}

// Publish runs the reactions to event; the first error ends it and rolls the whole transaction back.
func (b *Bus) Publish(ctx context.Context, event any) error {
	for _, r := range b.reactions[reflect.TypeOf(event)] {
		if err := r.react(ctx, event); err != nil {
			return fmt.Errorf("%s reacts to %T: %w", r.Module, event, err)
		}
	}
	return nil
}
