package accounts

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// cacheTTL is how long an account is cached: what another replica or the command line changes shows here that much later.
const cacheTTL = time.Second

// Location is an account as almost every request needs it.
type Location struct {
	Account
	Zone *time.Location // its calendar days are days there
}

type cachedLocation struct {
	location Location
	asOf     time.Time
}

// locationCache holds the accounts that were asked for lately.
type locationCache struct {
	entries sync.Map // id → cachedLocation
	changes atomic.Int64
}

// GetLocation is the account as it was within the last second; changes by this process show at once. It fails with apperr.NotFound.
func (s *Service) GetLocation(ctx context.Context, id uuid.UUID) (Location, error) {
	now := time.Now()
	if known, ok := s.locations.entries.Load(id); ok {
		if r := known.(cachedLocation); now.Sub(r.asOf) < cacheTTL {
			return r.location, nil
		}
	}
	changes := s.locations.changes.Load()
	a, err := s.store.Get(ctx, id)
	if err != nil {
		return Location{}, err
	}
	zone, err := time.LoadLocation(a.Timezone)
	if err != nil {
		return Location{}, fmt.Errorf("load the time zone of account %s: %w", id, err)
	}
	l := Location{a, zone}
	if s.locations.changes.Load() == changes { // else it may be what a change has just replaced
		s.locations.entries.Store(id, cachedLocation{l, now})
	}
	return l, nil
}

func (c *locationCache) forget(id uuid.UUID) {
	c.changes.Add(1)
	c.entries.Delete(id)
}
