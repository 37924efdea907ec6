package events_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
)

func object(t *testing.T, v any) jsonenc.Object {
	t.Helper()
	o, err := jsonenc.AppendObject(jsonenc.Object{}, v)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestPreviousComparesByMeaning(t *testing.T) {
	t.Parallel()
	type pet struct {
		A json.RawMessage `json:"a"`
		B json.RawMessage `json:"b"`
		C string          `json:"c"`
	}
	before := pet{json.RawMessage(`{"x": 1, "y": [1.0]}`), json.RawMessage(`[1,2]`), "z"}
	after := pet{json.RawMessage(`{"y":[1],"x":1}`), json.RawMessage(`[2,1]`), "new"}
	if got := string(events.Previous(object(t, before), object(t, after))); got != `{"b":[1,2],"c":"z"}` {
		t.Errorf("previous: %s", got)
	}
}

func TestPreviousFindsKeysInAnyOrder(t *testing.T) {
	t.Parallel()
	type turned struct {
		Note *string `json:"note"`
		Name string  `json:"name"`
	}
	if got := string(events.Previous(object(t, record{Name: "a"}), object(t, turned{Name: "a", Note: new("n")}))); got != `{"note":null,"fields":null}` {
		t.Errorf("previous: %s", got)
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
	if err := bus.Publish(t.Context(), deleted{}); !errors.Is(err, failed) || !strings.Contains(err.Error(), "orders") || !strings.Contains(err.Error(), "events_test.deleted") {
		t.Errorf("got %v", err)
	}
}
