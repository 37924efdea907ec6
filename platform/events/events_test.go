package events_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/petcare/petcare/platform/events"
)

type record struct {
	Name      string         `json:"name"`
	Note      *string        `json:"note"`
	Fields    map[string]any `json:"fields"`
	Version   int            `json:"version"`
	UpdatedAt string         `json:"updated_at"`
}

func TestChangedNamesTheOldValuesOfWhatDiffers(t *testing.T) {
	t.Parallel()
	note := "n"
	before := record{Name: "a", Fields: map[string]any{"x": 1.0, "y": "z"}, Version: 1, UpdatedAt: "then"}
	after := record{Name: "b", Note: &note, Fields: map[string]any{"y": "z", "x": 1.0}, Version: 2, UpdatedAt: "now"}
	got, err := events.Changed(before, after)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || string(got["name"]) != `"a"` || string(got["note"]) != "null" {
		t.Errorf("changed: %s", got)
	}
}

func TestChangedComparesKeysWhereverTheyStand(t *testing.T) {
	t.Parallel()
	deep := map[string]any{"x": []any{map[string]any{"},:": "]\\\""}, []any{}}, "y": "\\"}
	before := map[string]any{"a": 1, "b \"<": "x", "c": deep, "gone": nil, "version": 1, "z": map[string]any{}}
	after := map[string]any{"b \"<": "y", "c": deep, "d": true, "a": 1.0, "z": map[string]any{}}
	got, err := events.Changed(before, after)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || string(got["b \"<"]) != `"x"` || string(got["gone"]) != "null" {
		t.Errorf("changed: %s", got)
	}
	if got, err := events.Changed(struct{}{}, after); err != nil || len(got) != 0 {
		t.Errorf("nothing became %s %v", got, err)
	}
	for _, wrong := range []any{make(chan int), []string{"a"}, nil} {
		if _, err := events.Changed(before, wrong); err == nil {
			t.Errorf("%T was compared with a record", wrong)
		}
	}
}

func TestRecordsThatDifferInBookkeepingOnlyAreTheSame(t *testing.T) {
	t.Parallel()
	same, err := events.Same(record{Name: "a", Version: 1, UpdatedAt: "then"}, record{Name: "a", Version: 2, UpdatedAt: "now"})
	if err != nil || !same {
		t.Errorf("%v %v", same, err)
	}
	if same, err = events.Same(record{Name: "a"}, record{Name: "b"}); err != nil || same {
		t.Errorf("%v %v", same, err)
	}
}

type renamed struct{ to string }
type deleted struct{}

func TestBusCallsTheReactionsOfTheTypeInOrder(t *testing.T) {
	t.Parallel()
	var heard []string
	hear := func(who string) events.Reaction {
		return events.On(who, func(_ context.Context, e renamed) error {
			heard = append(heard, who+" "+e.to)
			return nil
		})
	}
	failed := errors.New("no")
	bus := events.NewBus()
	bus.Register(hear("a"), hear("b"),
		events.On("c", func(context.Context, deleted) error { return failed }))
	if err := bus.Publish(context.Background(), renamed{"x"}); err != nil || fmt.Sprint(heard) != "[a x b x]" {
		t.Errorf("%v %v", heard, err)
	}
	if err := bus.Publish(context.Background(), deleted{}); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	if err := bus.Publish(context.Background(), "nobody hears of this"); err != nil {
		t.Errorf("%v", err)
	}
}
