package httpapi

import (
	"cmp"
	"sync"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Quota limits what clients hold at once, such as bytes of memory or connections.
type Quota struct {
	detail       string // of the error of who holds too much
	ofOne, ofAll int

	mu    sync.Mutex
	total int
	held  map[string]int
}

// NewQuota returns a Quota of which one client has at most ofOne, and all together have at most ofAll.
func NewQuota(ofOne, ofAll int, detail string) *Quota {
	return &Quota{detail: detail, ofOne: ofOne, ofAll: ofAll, held: map[string]int{}}
}

// Take counts n for who until release is called. It fails with apperr.RateLimited if who holds too much, and with apperr.Unavailable if
// all together do. What is held alone is never too much.
func (q *Quota) Take(who string, n int) (release func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch held := q.held[who]; {
	case held > 0 && held+n > q.ofOne:
		return nil, &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", RetryAfter: time.Second, Detail: q.detail}
	case q.total > 0 && q.total+n > q.ofAll:
		return nil, apperr.NewUnavailable(time.Second)
	}
	return q.hold(who, n), nil
}

// TakeSpare is Take for what can wait: all that is held leaves most of the quota to others. It reports whether n is counted. Who holds
// nothing gets something at once, so that nobody waits for somebody else.
func (q *Quota) TakeSpare(who string, n int) (release func(), ok bool) {
	const share = 8
	q.mu.Lock()
	defer q.mu.Unlock()
	if held := q.held[who]; held > 0 && (held+n > q.ofOne/share || q.total+n > q.ofAll/share) {
		return nil, false
	}
	return q.hold(who, n), true
}

// hold counts n for who until release is called. The caller has the lock.
func (q *Quota) hold(who string, n int) (release func()) {
	q.add(who, n)
	return func() {
		q.mu.Lock()
		q.add(who, -n)
		q.mu.Unlock()
	}
}

func (q *Quota) add(who string, n int) {
	q.total += n
	if q.held[who] += n; q.held[who] == 0 {
		delete(q.held, who)
	}
}

// HolderOf is who the quotas of a caller are counted for: an organization with all its keys, else a single customer.
func HolderOf(c caller.Caller) string {
	id := cmp.Or(c.Organization, c.ID)
	return string(id[:])
}
