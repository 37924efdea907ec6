package events

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
)

// readersAtMost is how many readers of one organization may wait at once on a replica. A stream has no other end than its reader's
// will, holds a connection and takes time of the CPU at each commit, so a rate of requests alone does not limit them.
const readersAtMost = 1000

// readers counts the readers that wait, by organization.
type readers struct {
	most int // of an organization
	mu   sync.Mutex
	of   map[uuid.UUID]int
}

func newReaders() *readers { return &readers{most: readersAtMost, of: map[uuid.UUID]int{}} }

// enter counts a reader until leave is called. It fails with apperr.RateLimited if too many of the organization wait.
func (r *readers) enter(ctx context.Context) (leave func(), err error) {
	who := caller.From(ctx).Organization
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[who] >= r.most {
		return nil, &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", RetryAfter: 10 * time.Second,
			Detail: fmt.Sprintf("%d readers of this organization wait for events already", r.most)}
	}
	r.of[who]++
	return func() { r.leave(who) }, nil
}

func (r *readers) leave(who uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[who]--; r.of[who] == 0 {
		delete(r.of, who)
	}
}
