package events_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/petcare/petcare/platform/kernel/events"
)

type record struct {
	Name      string         `json:"name"`
	Note      *string        `json:"note"`
	Fields    map[string]any `json:"fields"`
	Version   int            `json:"version"`
	UpdatedAt string         `json:"updated_at"`
}

func TestPreviousNamesTheOldValuesOfWhatDiffers(t *testing.T) {
	t.Parallel()
	note := "n"
	before := record{Name: "a", Fields: map[string]any{"x": 1.0, "y": "z"}, Version: 1, UpdatedAt: "then"}
	after := record{Name: "b", Note: &note, Fields: map[string]any{"y": "z", "x": 1.0}, Version: 2, UpdatedAt: "now"}
	if got := string(events.Previous(object(t, before), object(t, after))); got != `{"name":"a","note":null}` {
		t.Errorf("previous: %s", got)
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
