package engine

import (
	"sync"

	"github.com/google/uuid"
)

// endpoints counts the running attempts of each webhook (endpoint).
type endpoints struct {
	limit int // of all together

	mu    sync.Mutex
	total int
	of    map[uuid.UUID]*endpoint
}

type endpoint struct {
	running int
	more    bool // the last claim returned as many as requested, so there may be more
}

func newEndpoints(limit int) *endpoints {
	return &endpoints{limit: limit, of: map[uuid.UUID]*endpoint{}}
}

// fill sets what is running and what is free in c.
func (s *endpoints) fill(c *Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Free = max(0, s.limit-s.total)
	for webhook, l := range s.of {
		c.Webhooks, c.Running = append(c.Webhooks, webhook), append(c.Running, l.running)
	}
}

// take counts claimed deliveries, and notes which webhooks may have more.
func (s *endpoints) take(c Claim, list []Due) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, webhook := range c.Webhooks {
		if l, ok := s.of[webhook]; ok && c.Running[i] < c.PerEndpoint {
			l.more = false // it had free slots; whether it used all is seen below
		}
	}
	came := map[uuid.UUID]int{}
	for _, d := range list {
		if d.Ended != "" {
			continue
		}
		l, ok := s.of[d.Webhook]
		if !ok {
			l = &endpoint{}
			s.of[d.Webhook] = l
		}
		l.running++
		s.total++
		came[d.Webhook]++
		l.more = came[d.Webhook] >= d.Slots
	}
}

// end ends an attempt, and reports whether another delivery may wait for its slot. If most slots of the process are taken, an endpoint may
// have got none, so it may have more in any case.
func (s *endpoints) end(webhook uuid.UUID) (more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.of[webhook]
	more = l.more || 2*s.total >= s.limit
	s.total--
	if l.running--; l.running == 0 {
		delete(s.of, webhook)
	}
	return more
}

func (s *endpoints) inFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}
