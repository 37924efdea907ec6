package webhooksfx

import (
	"context"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/panics"
)

// faults are the stacks of the faults that it observes.
type faults chan []byte

func (faults) Attempted(string, time.Duration) {}
func (faults) Completed(string)                {}
func (f faults) Fault(_ string, err error)     { f <- panics.Stack(err) }

func TestReplaysGoOnAfterPanics(t *testing.T) {
	t.Parallel()
	f := make(faults)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go replayer{observer: f}.run(ctx) // without a database
	for range 3 {
		if stack := <-f; stack == nil {
			t.Error("a fault without a stack")
		}
	}
}
