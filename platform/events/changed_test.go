package events_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/events"
)

type raw map[string]json.RawMessage

func TestValuesAreComparedByMeaning(t *testing.T) {
	t.Parallel()
	before := raw{"a": json.RawMessage(`{"x":1,"y":[1.0]}`), "b": json.RawMessage(`[1,2]`), "gone": json.RawMessage(`"z"`)}
	after := raw{"a": json.RawMessage(`{"y":[1],"x":1}`), "b": json.RawMessage(`[2,1]`), "fresh": json.RawMessage(`1`)}
	got, err := events.Changed(before, after)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || string(got["b"]) != "[1,2]" || string(got["gone"]) != `"z"` {
		t.Errorf("changed: %s", got)
	}
}

func TestWhatCannotBeEncodedIsNotCompared(t *testing.T) {
	t.Parallel()
	wrong := make(chan int)
	for _, pair := range [][2]any{{wrong, record{}}, {record{}, wrong}} {
		if _, err := events.Changed(pair[0], pair[1]); err == nil || !strings.HasPrefix(err.Error(), "encode chan int: ") {
			t.Errorf("got %v", err)
		}
		if _, err := events.Same(pair[0], pair[1]); err == nil {
			t.Error("a channel is taken for a record")
		}
	}
}

func TestKeysAreFoundInAnyOrder(t *testing.T) {
	t.Parallel()
	type turned struct {
		Note *string `json:"note"`
		Name string  `json:"name"`
	}
	got, err := events.Changed(record{Name: "a"}, turned{Name: "a", Note: new("n")})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || string(got["note"]) != "null" || string(got["fields"]) != "null" {
		t.Errorf("changed: %s", got)
	}
}

func TestFailedReactionEndsTheEventAndIsNamed(t *testing.T) {
	t.Parallel()
	failed := errors.New("no")
	bus := events.NewBus()
	bus.Register(
		events.On("orders", func(context.Context, deleted) error { return failed }),
		events.On("notes", func(context.Context, deleted) error {
			t.Error("the next reaction ran")
			return nil
		}))
	if err := bus.Publish(t.Context(), deleted{}); !errors.Is(err, failed) || err.Error() != "orders reacts to events_test.deleted: no" {
		t.Errorf("got %v", err)
	}
}
