package testkit

import (
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

// RunningTime returns a clock that stands still while the machine does not run this process, such as when another tenant uses it. A test
// that says how long something may take measures with it.
func RunningTime(t testing.TB) func() time.Duration {
	const step, longest = 5 * time.Millisecond, 200 * time.Millisecond // between two looks, and how much of that counts
	var mu sync.Mutex
	ran, last := time.Duration(0), time.Now()
	read := func() time.Duration {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		ran, last = ran+min(now.Sub(last), longest), now
		return ran
	}
	ctx := t.Context()
	go func() {
		for clock.Sleep(ctx, step) {
			read()
		}
	}()
	return read
}
