package auth

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

// minUseInterval is the minimum time between two recorded uses of a key.
const minUseInterval = time.Minute

// uses collects the keys that were used, so that requests do not wait for a write.
type uses struct {
	mu      sync.Mutex
	noted   map[uuid.UUID]time.Time // the last use that was or will be written
	pending map[uuid.UUID]time.Time
}

func newUses() *uses {
	return &uses{noted: map[uuid.UUID]time.Time{}, pending: map[uuid.UUID]time.Time{}}
}

func (u *uses) note(key uuid.UUID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if last, ok := u.noted[key]; ok && now.Sub(last) < minUseInterval {
		return
	}
	u.noted[key], u.pending[key] = now, now
}

// take empties the collection, and removes keys whose next use will be written in any case.
func (u *uses) take(now time.Time) map[uuid.UUID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.pending) == 0 {
		return nil
	}
	for key, last := range u.noted {
		if now.Sub(last) >= minUseInterval {
			delete(u.noted, key)
		}
	}
	taken := u.pending
	u.pending = map[uuid.UUID]time.Time{}
	return taken
}

// WriteUses writes which keys were used since the last call. If it fails, these uses are lost, because they are only informative.
func (s *Service) WriteUses(ctx context.Context) error {
	used := s.uses.take(s.needs.Clock.Now())
	if len(used) == 0 {
		return nil
	}
	return s.needs.Keys.NoteKeyUses(ctx, used)
}
