package events_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/events"
)

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
