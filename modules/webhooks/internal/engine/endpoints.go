package engine

import (
	"sync"
	"time"

	"github.com/google/uuid"
)

// endpoints are the per-endpoint queues: they keep the attempts of each webhook apart: so many run at once per webhook, and so many in
// all. A webhook that answers quickly may have as many more claimed in advance, so that the next is at hand when an attempt ends; a slow
// one may not, because what is claimed cannot be cancelled.
type endpoints struct {
	most, each int

	mu    sync.Mutex
	total int
	of    map[uuid.UUID]*endpoint
}

type endpoint struct {
	running int
	ready   []Due
	quick   bool
	more    bool // the last claim brought all it asked for, so there may be more
}

// quickly is how fast an attempt must be for its webhook to count as quick.
const quickly = 100 * time.Millisecond

func newEndpoints(most, each int) *endpoints {
	return &endpoints{most: most, each: each, of: map[uuid.UUID]*endpoint{}}
}

func (l *endpoint) claimed() int { return l.running + len(l.ready) }

// room is how many more a endpoint may have claimed.
func (s *endpoints) room(l *endpoint) int {
	room := s.each - l.claimed()
	if l.quick {
		room += s.each
	}
	return max(0, room)
}

// fill says in c what is claimed already and what is free.
func (s *endpoints) fill(c *Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.PerEndpoint, c.Free = s.each, max(0, s.most-s.total)
	for webhook, l := range s.of {
		c.Webhooks, c.Running = append(c.Webhooks, webhook), append(c.Running, s.each-s.room(l))
	}
}

// take takes in what a claim brought. It answers what is to be started now, and whether another claim may bring more.
func (s *endpoints) take(c Claim, list []Due) (start []Due, again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	came, asked := map[uuid.UUID]int{}, map[uuid.UUID]int{}
	for _, d := range list {
		came[d.Webhook]++
		asked[d.Webhook] = d.Slots
		l := s.endpoint(d.Webhook)
		if d.Ended != "" {
			continue
		}
		s.total++
		if l.running < s.each {
			l.running++
			start = append(start, d)
			continue
		}
		l.ready = append(l.ready, d)
	}
	for i, webhook := range c.Webhooks {
		if l, ok := s.of[webhook]; ok && c.Running[i] < s.each {
			l.more = false // it could have had some; came says whether it had
		}
	}
	for webhook, n := range came {
		l := s.of[webhook]
		l.more = n >= asked[webhook]
		again = again || l.more && s.room(l) > 0 // room came up during the claim, or was taken by ended ones
		s.tidy(webhook, l)
	}
	return start, again
}

// next ends an attempt, which took so long, and answers the one to begin in its place, when there is one at hand. The
// urgency says when the room is worth a claim.
func (s *endpoints) next(webhook uuid.UUID, took time.Duration) (d Due, ok bool, u urgency) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.of[webhook]
	l.quick = took < quickly
	u = s.urgency(l)
	s.total--
	if len(l.ready) > 0 {
		d, l.ready = l.ready[0], l.ready[1:]
		return d, true, u
	}
	l.running--
	s.tidy(webhook, l)
	return Due{}, false, u
}

// urgency says when room is worth a claim.
type urgency int

const (
	never urgency = iota // nothing waits for it
	soon
	now
)

// urgency: when little is left in all, a webhook may have been given none, so that nothing is known about it. As long
// as a endpoint has enough to do, the claim can wait a little for more room: that takes fewer statements.
func (s *endpoints) urgency(l *endpoint) urgency {
	switch {
	case !l.more && 2*s.total < s.most:
		return never
	case len(l.ready) > 1 || 2*(l.running-1) > s.each && !l.quick:
		return soon
	default:
		return now
	}
}

// drop takes back everything that is claimed and not begun.
func (s *endpoints) drop() []Due {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Due
	for _, l := range s.of {
		list = append(list, l.ready...)
		s.total -= len(l.ready)
		l.ready = nil
	}
	return list
}

func (s *endpoints) running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, l := range s.of {
		n += l.running
	}
	return n
}

func (s *endpoints) endpoint(webhook uuid.UUID) *endpoint {
	l, ok := s.of[webhook]
	if !ok {
		l = &endpoint{}
		s.of[webhook] = l
	}
	return l
}

// tidy forgets a endpoint that is empty.
func (s *endpoints) tidy(webhook uuid.UUID, l *endpoint) {
	if l.claimed() == 0 {
		delete(s.of, webhook)
	}
}
