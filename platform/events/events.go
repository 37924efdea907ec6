// Package events lets modules tell: typed events to other modules in the same transaction, public events to the outside.
package events

import (
	"bytes"
	"context"
	"encoding/json"
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

// Bus hands a typed event to the reactions registered for its type.
type Bus struct{ reactions map[reflect.Type][]Reaction }

// NewBus makes a Bus; reactions of one event run in the given order.
func NewBus(reactions []Reaction) *Bus {
	b := &Bus{reactions: map[reflect.Type][]Reaction{}}
	for _, r := range reactions {
		b.reactions[r.event] = append(b.reactions[r.event], r)
	}
	return b
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

// Changed returns the keys of before whose values differ in after, with their old values, as the "previous" of an
// event shows them. The bookkeeping keys version and updated_at are left out: they change with every change.
func Changed(before, after any) (map[string]json.RawMessage, error) {
	was, err := keys(before)
	if err != nil {
		return nil, err
	}
	is, err := keys(after)
	if err != nil {
		return nil, err
	}
	changed := map[string]json.RawMessage{}
	for k, old := range was {
		if k == "version" || k == "updated_at" || same(old, is[k]) {
			continue
		}
		changed[k] = old
	}
	return changed, nil
}

func keys(object any) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", object, err)
	}
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("read %T as an object: %w", object, err)
	}
	return m, nil
}

// same compares two JSON values by meaning: a value that went through the database may have other key orders.
func same(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

// Same reports whether two records look the same to the API, bookkeeping keys aside: a change that leaves them the
// same is no change, bumps no version and records no event.
func Same(before, after any) (bool, error) {
	changed, err := Changed(before, after)
	return len(changed) == 0, err
}
