package auth

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

// usePause is how often the use of one key is written down at most.
const usePause = time.Minute

// uses collects which keys were used, so that no request waits for it to be written down.
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
	if last, ok := u.noted[key]; ok && now.Sub(last) < usePause {
		return
	}
	u.noted[key], u.pending[key] = now, now
}

// take empties the collection, and forgets keys that are silent long enough to be written at their next use anyway.
func (u *uses) take(now time.Time) map[uuid.UUID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.pending) == 0 {
		return nil
	}
	for key, last := range u.noted {
		if now.Sub(last) >= usePause {
			delete(u.noted, key)
		}
	}
	taken := u.pending
	u.pending = map[uuid.UUID]time.Time{}
	return taken
}

// WriteUses writes down which keys were used since it was last called. A failure loses these uses: they are kept to
// the minute for people only.
func (s *Service) WriteUses(ctx context.Context) error {
	used := s.uses.take(s.clock.Now())
	if len(used) == 0 {
		return nil
	}
	return s.keys.NoteKeyUses(ctx, used)
}
