package engine

import (
	"sync"
	"time"

	"github.com/google/uuid"
)

// endpoints holds a queue for each webhook (endpoint). It limits the concurrent attempts of each endpoint and of all together. For a
// fast endpoint, as many deliveries are claimed in advance, so that the next one is ready when an attempt ends; not for a slow one,
// because claimed deliveries cannot be cancelled.
type endpoints struct {
	limit, each int

	mu    sync.Mutex
	total int
	of    map[uuid.UUID]*endpoint
}

type endpoint struct {
	running int
	ready   []Due
	fast    bool
	more    bool // the last claim returned as many as requested, so there may be more
}

// fastAttempt is the maximum duration of the last attempt of a fast endpoint.
const fastAttempt = 100 * time.Millisecond

func newEndpoints(limit, each int) *endpoints {
	return &endpoints{limit: limit, each: each, of: map[uuid.UUID]*endpoint{}}
}

func (l *endpoint) claimed() int { return l.running + len(l.ready) }

// room returns how many more deliveries of an endpoint may be claimed.
func (s *endpoints) room(l *endpoint) int {
	room := s.each - l.claimed()
	if l.fast {
		room += s.each
	}
	return max(0, room)
}

// fill sets what is already claimed and what is free in c.
func (s *endpoints) fill(c *Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.PerEndpoint, c.Free = s.each, max(0, s.limit-s.total)
	for webhook, l := range s.of {
		c.Webhooks, c.Running = append(c.Webhooks, webhook), append(c.Running, s.each-s.room(l))
	}
}

// take adds claimed deliveries. It returns those to start now, and whether another claim may return more.
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
			l.more = false // it had free slots; whether it used all is checked below
		}
	}
	for webhook, n := range came {
		l := s.of[webhook]
		l.more = n >= asked[webhook]
		again = again || l.more && s.room(l) > 0 // slots became free during the claim, or were taken by ended deliveries
		s.tidy(webhook, l)
	}
	return start, again
}

// next ends an attempt that took this long, and returns the next delivery to attempt, if one is ready. The urgency says when to claim
// more.
func (s *endpoints) next(webhook uuid.UUID, took time.Duration) (d Due, ok bool, u urgency) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.of[webhook]
	l.fast = took < fastAttempt
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

// urgency says when to claim deliveries for free slots.
type urgency int

const (
	never urgency = iota // no more deliveries are waiting
	soon
	now
)

// urgency returns when to claim deliveries for an endpoint. If most slots of the process are taken, an endpoint may have got none, so
// it may have more in any case. While the endpoint is busy, the claim can wait for more free slots, which saves statements.
func (s *endpoints) urgency(l *endpoint) urgency {
	switch {
	case !l.more && 2*s.total < s.limit:
		return never
	case len(l.ready) > 1 || 2*(l.running-1) > s.each && !l.fast:
		return soon
	default:
		return now
	}
}

// drop removes and returns all deliveries that are claimed but not started.
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

// tidy removes an empty endpoint.
func (s *endpoints) tidy(webhook uuid.UUID, l *endpoint) {
	if l.claimed() == 0 {
		delete(s.of, webhook)
	}
}
