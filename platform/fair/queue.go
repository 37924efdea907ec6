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

	mu            sync.Mutex
	running       int
	waiting       []*waiter
	organizations map[uuid.UUID]*count
	credentials   map[uuid.UUID]*count
	waits         int64
	waited        time.Duration
}

// count is how many slots one organization or credential has, and how many it waits for.
type count struct{ running, waiting int }

type waiter struct {
	organization, credential uuid.UUID
	granted                  chan struct{}
}

// NewQueue returns a Queue whose slots are all free.
func NewQueue(l Limits) *Queue {
	return &Queue{limits: l, organizations: map[uuid.UUID]*count{}, credentials: map[uuid.UUID]*count{}}
}

// Acquire takes a slot for the caller of ctx and waits until one is free; call release once. Work without a caller, such as
// webhook deliveries, takes no slot. It fails with apperr.RateLimited when too many of the credential or the organization
// wait already, with apperr.Unavailable when too many wait in all or the wait was too long, and with the error of ctx when
// ctx ends.
func (q *Queue) Acquire(ctx context.Context) (release func(), err error) {
	c := caller.From(ctx)
	if q == nil || c.ID == uuid.Nil {
		return func() {}, nil
	}
	w := &waiter{OrganizationOf(c), c.ID, nil}
	if err := q.enter(w); err != nil {
		return nil, err
	}
	if w.granted != nil {
		if err := q.wait(ctx, w); err != nil {
			return nil, err
		}
	}
	return func() { q.leave(w) }, nil
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

// enter takes a free slot or queues w. While a slot is free, all waiting callers belong to organizations at their limit, so an
// organization below its limit takes the slot without overtaking anybody.
func (q *Queue) enter(w *waiter) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	o, c := countOf(q.organizations, w.organization), countOf(q.credentials, w.credential)
	if q.running < q.limits.Slots && o.running < q.limits.Organization {
		q.start(o, c)
		return nil
	}
	switch {
	case c.waiting >= q.limits.CredentialWaits:
		return q.refuse(w, tooMany("this credential", q.limits.CredentialWaits))
	case o.waiting >= q.limits.OrganizationWaits:
		return q.refuse(w, tooMany("this organization", q.limits.OrganizationWaits))
	case len(q.waiting) >= q.limits.Waits:
		return q.refuse(w, apperr.NewUnavailable(time.Second))
	}
	w.granted = make(chan struct{})
	o.waiting++
	c.waiting++
	q.waiting = append(q.waiting, w)
	return nil
}

func tooMany(whose string, most int) error {
	return &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many requests of " + whose +
		" at once, wait for answers",
		RetryAfter: time.Second, Limit: most}
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

func (q *Queue) count(began time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waits++
	q.waited += time.Since(began)
}

func (q *Queue) wait(ctx context.Context, w *waiter) error {
	defer q.count(time.Now())
	late := time.NewTimer(q.limits.Patience)
	defer late.Stop()
	var err error
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = apperr.NewUnavailable(time.Second)
	}
	if !q.giveUp(w) {
		q.leave(w) // it was granted at the same moment
	}
	return err
}

// giveUp removes w from the queue and reports whether it was still waiting.
func (q *Queue) giveUp(w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, w)
	if i < 0 {
		return false
	}
	q.remove(i)
	q.forget(w)
	return true
}

func (q *Queue) leave(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.organizations[w.organization].running--
	q.credentials[w.credential].running--
	q.forget(w)
	for q.running < q.limits.Slots {
		i := q.next()
		if i < 0 {
			return
		}
		next := q.waiting[i]
		q.remove(i)
		q.start(q.organizations[next.organization], q.credentials[next.credential])
		close(next.granted)
	}
}

// next is the index of the waiting caller that gets the free slot, or -1 when all waiting organizations are at their limit.
func (q *Queue) next() int {
	best, bestOrganization, bestCredential := -1, 0, 0
	for i, w := range q.waiting {
		o, c := q.organizations[w.organization].running, q.credentials[w.credential].running
		if o >= q.limits.Organization {
			continue
		}
		if best < 0 || o < bestOrganization || o == bestOrganization && c < bestCredential {
			best, bestOrganization, bestCredential = i, o, c
		}
	}
	return best
}

func (q *Queue) start(o, c *count) {
	q.running++
	o.running++
	c.running++
}

// remove removes one waiting caller from the queue.
func (q *Queue) remove(i int) {
	w := q.waiting[i]
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.organizations[w.organization].waiting--
	q.credentials[w.credential].waiting--
}

func (q *Queue) refuse(w *waiter, err error) error {
	q.forget(w)
	return err
}

// forget removes counts that are zero. Every customer has a credential, so the map would grow without limit.
func (q *Queue) forget(w *waiter) {
	if *q.organizations[w.organization] == (count{}) {
		delete(q.organizations, w.organization)
	}
	if *q.credentials[w.credential] == (count{}) {
		delete(q.credentials, w.credential)
	}
}

func countOf(of map[uuid.UUID]*count, id uuid.UUID) *count {
	c := of[id]
	if c == nil {
		c = &count{}
		of[id] = c
	}
	return c
}
