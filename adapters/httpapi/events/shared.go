package events

import (
	"context"
	"encoding/json"
	"runtime"
	"sync"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// shared reads the feed for streams and woken readers. A commit may wake hundreds of readers of an account at once: those at the same
// position with the same filters share a page, which is read, encoded and held once. It includes everything committed before they asked.
type shared struct {
	feed  events.Feed
	hold  func(ctx context.Context, bytes int) (release func(), ok bool)
	turns chan struct{} // for half of the processors: to catch up takes as much as there is

	mu   sync.Mutex
	next map[string]*page // of which reading has not begun
}

const (
	pageTime = 15 * time.Second
	gather   = 2 * time.Millisecond   // before a page is read, for others that are woken by the same commit
	again    = 200 * time.Millisecond // until a page tries to find room again

	// pageEvents limits the bytes of events on a page; with their cursors they are at most pageBytes, except for a single larger event.
	pageEvents = 192 << 10
	pageBytes  = 256 << 10
)

// page is a page of the feed for several readers.
type page struct {
	events.FeedPage // without its events
	hasEvents       bool
	text            []byte // as a client gets it
	err             error
	read            chan struct{} // closed when the page is read

	readers int // who wait for the page or write it
	release func()
}

func newShared(f events.Feed) *shared {
	return &shared{feed: f, hold: httpapi.HoldSpare, turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), next: map[string]*page{}}
}

// page returns the next page of a query. Call leave when its text is sent.
func (s *shared) page(ctx context.Context, q events.FeedQuery) (*page, error) {
	q.Bytes = pageEvents
	key, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	p := s.next[string(key)]
	if p == nil {
		p = &page{read: make(chan struct{}), release: func() {}}
		s.next[string(key)] = p
		go s.read(context.WithoutCancel(ctx), string(key), q, p)
	}
	p.readers++
	s.mu.Unlock()
	select {
	case <-p.read:
		err = p.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		s.leave(p)
	}
	return p, err
}

// leave gives up a page, which is held until its last reader has left.
func (s *shared) leave(p *page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.readers--; p.readers == 0 {
		p.release()
		p.release = func() {}
	}
}

// read reads a page when there is room for it, unless all who have asked for it have left.
func (s *shared) read(ctx context.Context, key string, q events.FeedQuery, p *page) {
	defer close(p.read)
	time.Sleep(gather)
	release, ok := s.hold(ctx, pageBytes)
	for ; !ok; release, ok = s.hold(ctx, pageBytes) {
		if s.isGivenUp(key, p) {
			return
		}
		time.Sleep(again)
	}
	s.turns <- struct{}{}
	defer func() { <-s.turns }()
	s.mu.Lock()
	delete(s.next, key)
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	p.err = panics.Caught(func() error { // it would end the process
		found, err := s.feed.Page(ctx, q)
		if err == nil {
			p.encode(found, q)
		}
		return err
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.readers == 0 {
		release()
	} else {
		p.release = release
	}
}

// isGivenUp reports whether nobody waits for a page any more. It is then not to be read.
func (s *shared) isGivenUp(key string, p *page) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.readers > 0 {
		return false
	}
	delete(s.next, key)
	p.err = context.Canceled
	return true
}

// encode makes the text for streams, which ask for each cursor, or for JSON.
func (p *page) encode(found events.FeedPage, q events.FeedQuery) {
	p.hasEvents = len(found.Events) > 0
	if q.Each {
		for i, e := range found.Events {
			p.text = httpapi.AppendEvent(p.text, found.Each[i], e)
		}
		p.text = httpapi.AppendEvent(p.text, found.Next, nil)
	} else {
		p.text = httpapi.Encode(listOf(found))
	}
	p.FeedPage = found
	p.Events, p.Each = nil, nil
}
