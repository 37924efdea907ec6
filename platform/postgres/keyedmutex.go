package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

// keyedMutex is a mutex for each key. It keeps only those in use.
type keyedMutex struct {
	mu sync.Mutex
	of map[uuid.UUID]*timedMutex
}

// timedMutex is a mutex that is waited for in the order of the calls, and for a limited time.
type timedMutex struct {
	locked chan struct{} // full while it is locked
	users  int           // who has it or waits for it
}

// lock locks the mutex of a key and returns what unlocks it. It reports whether it could before ctx or the time has ended.
func (m *keyedMutex) lock(ctx context.Context, key uuid.UUID, atMost time.Duration) (unlock func(), ok bool) {
	m.mu.Lock()
	if m.of == nil {
		m.of = map[uuid.UUID]*timedMutex{}
	}
	one := m.of[key]
	if one == nil {
		one = &timedMutex{locked: make(chan struct{}, 1)}
		m.of[key] = one
	}
	one.users++
	m.mu.Unlock()
	if !one.lock(ctx, atMost) {
		m.leave(key, one)
		return nil, false
	}
	return func() { <-one.locked; m.leave(key, one) }, true
}

func (one *timedMutex) lock(ctx context.Context, atMost time.Duration) bool {
	select {
	case one.locked <- struct{}{}:
		return true
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	select {
	case one.locked <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (m *keyedMutex) leave(key uuid.UUID, one *timedMutex) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(m.of, key)
	}
}
