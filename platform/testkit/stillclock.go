package testkit

import (
	"sync"
	"time"
)

// stillClock returns the time that it was set to.
type stillClock struct {
	mu sync.Mutex
	at time.Time
}

func newStillClock() *stillClock {
	return &stillClock{at: time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC)}
}

func (c *stillClock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *stillClock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}
