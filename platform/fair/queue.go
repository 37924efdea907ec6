// Package fair shares a limited number of slots among callers, so that no caller and no organization can take all of them.
package fair

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Limits are the limits of a Queue.
type Limits struct {
	Slots        int // in use at the same time
	Organization int // slots of one organization at most, so that one organization cannot block the others
	// How many callers may wait: of one credential, of one organization, in all.
	CredentialWaits, OrganizationWaits, Waits int
	Patience                                  time.Duration // how long a caller waits
}

// Queue hands out the slots. A free slot goes to the organization with the fewest slots, within it to the credential with the
// fewest slots, and then to the caller that has waited longest.
type Queue struct {
	limits Limits

	mu               sync.Mutex
	running, waiting line
	waits            int64
	waited           time.Duration
}

// turn is a caller that has a slot or waits for one.
type turn struct {
	organization, credential uuid.UUID
	granted                  chan struct{} // closed when it has a slot
}

type line []*turn

// of counts those of the organization and of the credential of a turn.
func (l line) of(t *turn) (organization, credential int) {
	for _, other := range l {
		if other.organization == t.organization {
			organization++
		}
		if other.credential == t.credential {
			credential++
		}
	}
	return organization, credential
}

// remove reports whether t was in the line.
func (l *line) remove(t *turn) bool {
	i := slices.Index(*l, t)
	if i >= 0 {
		*l = slices.Delete(*l, i, i+1)
	}
	return i >= 0
}

// NewQueue returns a Queue whose slots are all free.
func NewQueue(l Limits) *Queue { return &Queue{limits: l} }

// Acquire takes a slot for the caller of ctx and waits until one is free; call release once. Work without a caller, such as
// webhook deliveries, takes no slot. It fails with apperr.RateLimited when too many of the credential or the organization
// wait already, with apperr.Unavailable when too many wait in all or the wait was too long, and with the error of ctx when
// ctx ends.
func (q *Queue) Acquire(ctx context.Context) (release func(), err error) {
	c := caller.From(ctx)
	if q == nil || c.ID == uuid.Nil {
		return func() {}, nil
	}
	t := &turn{OrganizationOf(c), c.ID, make(chan struct{})}
	if err := q.enter(t); err != nil {
		return nil, err
	}
	select {
	case <-t.granted:
	default:
		if err := q.wait(ctx, t); err != nil {
			return nil, err
		}
	}
	return func() { q.leave(t) }, nil
}

// OrganizationOf is the organization whose limits apply to a caller; for a customer, it is the account.
func OrganizationOf(c caller.Caller) uuid.UUID {
	switch {
	case c.Organization != uuid.Nil:
		return c.Organization
	case len(c.Accounts) > 0:
		return c.Accounts[0]
	default:
		return c.ID
	}
}

// enter takes a free slot or queues t. While a slot is free, all waiting callers belong to organizations at their limit, so an
// organization below its limit takes the slot without overtaking anybody.
func (q *Queue) enter(t *turn) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if running, _ := q.running.of(t); len(q.running) < q.limits.Slots && running < q.limits.Organization {
		q.start(t)
		return nil
	}
	organization, credential := q.waiting.of(t)
	switch {
	case credential >= q.limits.CredentialWaits:
		return tooMany("this credential", q.limits.CredentialWaits)
	case organization >= q.limits.OrganizationWaits:
		return tooMany("this organization", q.limits.OrganizationWaits)
	case len(q.waiting) >= q.limits.Waits:
		return apperr.NewUnavailable(time.Second)
	}
	q.waiting = append(q.waiting, t)
	return nil
}

func tooMany(whose string, most int) error {
	return &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many requests of " + whose +
		" at once, wait for answers",
		RetryAfter: time.Second, Limit: most}
}

func (q *Queue) start(t *turn) {
	q.running = append(q.running, t)
	close(t.granted)
}

func (q *Queue) wait(ctx context.Context, t *turn) (err error) {
	began, late := time.Now(), time.NewTimer(q.limits.Patience)
	defer late.Stop()
	select {
	case <-t.granted:
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = apperr.NewUnavailable(time.Second)
	}
	q.mu.Lock()
	q.waits++
	q.waited += time.Since(began)
	granted := err != nil && !q.waiting.remove(t)
	q.mu.Unlock()
	if granted {
		q.leave(t) // it was granted at the same moment
	}
	return err
}

// leave gives the slot of t to who waits.
func (q *Queue) leave(t *turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running.remove(t)
	for len(q.running) < q.limits.Slots {
		next := q.next()
		if next == nil {
			return
		}
		q.waiting.remove(next)
		q.start(next)
	}
}

// next is the waiting caller that gets the free slot, or nil when all waiting organizations are at their limit.
func (q *Queue) next() (best *turn) {
	var least [2]int
	for _, t := range q.waiting {
		organization, credential := q.running.of(t)
		has := [2]int{organization, credential}
		if organization < q.limits.Organization && (best == nil || slices.Compare(has[:], least[:]) < 0) {
			best, least = t, has
		}
	}
	return best
}

// Waited returns how often callers have waited for a slot so far, and for how long all together; of no queue: never.
func (q *Queue) Waited() (times int64, long time.Duration) {
	if q == nil {
		return 0, 0
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waits, q.waited
}
