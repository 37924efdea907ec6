package events

import (
	"bytes"
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// counted is a feed whose pages take a second. Their event is the query.
type counted struct {
	events.Feed
	read, full atomic.Int64 // pages that were read; whether there is no room
	held       atomic.Int64 // bytes
}

func (c *counted) Page(_ context.Context, q events.FeedQuery) (events.FeedPage, error) {
	c.read.Add(1)
	time.Sleep(time.Second)
	text, err := json.Marshal(q)
	return events.FeedPage{Events: []json.RawMessage{text}, Each: []string{"a"}, Next: "later"}, err
}

func (c *counted) hold(_ context.Context, n int) (func(), bool) {
	if c.full.Load() > 0 {
		return nil, false
	}
	c.held.Add(int64(n))
	return func() { c.held.Add(-int64(n)) }, true
}

func newCounted() (*counted, *shared) {
	c := &counted{}
	s := newShared(c)
	s.hold = c.hold
	return c, s
}

// A key must not get what only another key may read.
func TestReadersShareAPageOnlyIfTheyAskForTheSame(t *testing.T) {
	t.Parallel()
	q := events.FeedQuery{Account: ids.New(), After: "a", Limit: 5, Readable: []string{"pet.created", "note.created"}}
	list := []events.FeedQuery{q, q}
	for _, change := range []func(*events.FeedQuery){
		func(q *events.FeedQuery) { q.Readable = q.Readable[:1] },
		func(q *events.FeedQuery) { q.Abilities = []string{"spa:read"} },
		func(q *events.FeedQuery) { q.Account = ids.New() },
		func(q *events.FeedQuery) { q.Record = uuid.New() },
		func(q *events.FeedQuery) { q.Actor = "u-7" },
		func(q *events.FeedQuery) { q.Types = []string{"pet.*"} },
		func(q *events.FeedQuery) { q.Limit = 6 },
		func(q *events.FeedQuery) { q.Each = true },
		func(q *events.FeedQuery) { q.After = "b" },
	} {
		other := q
		change(&other)
		list = append(list, other)
	}
	synctest.Test(t, func(t *testing.T) {
		c, s := newCounted()
		pages := make([]*page, len(list))
		for i, q := range list {
			go func() { pages[i], _ = s.page(t.Context(), q) }()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := int(c.read.Load()); n != len(list)-1 || pages[0] != pages[1] {
			t.Errorf("%d pages were read for %d readers, of whom two ask for the same", n, len(list))
		}
		for i, p := range pages {
			list[i].Bytes = pageEvents
			if want, _ := json.Marshal(list[i]); !bytes.Contains(p.text, want) {
				t.Errorf("%s gets %s", want, p.text)
			}
		}
	})
}

// A page that is being read may be from before the commit that woke the second reader.
func TestAPageThatIsBeingReadIsNotShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s := newCounted()
		for range 2 {
			go func() { _, _ = s.page(t.Context(), events.FeedQuery{}) }()
			time.Sleep(2 * gather)
		}
		if time.Sleep(time.Minute); c.read.Load() != 2 {
			t.Errorf("%d pages were read", c.read.Load())
		}
	})
}

func TestAPageIsHeldUntilItsLastReaderHasLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s := newCounted()
		impatient, end := context.WithCancel(t.Context())
		pages := make(chan *page, 3)
		for _, ctx := range []context.Context{t.Context(), impatient, t.Context()} {
			go func() {
				if p, err := s.page(ctx, events.FeedQuery{}); err == nil {
					pages <- p
				}
			}()
		}
		time.Sleep(2 * gather)
		end()
		for _, want := range []int64{pageBytes, pageBytes, 0} {
			if time.Sleep(time.Minute); c.held.Load() != want {
				t.Errorf("%d bytes are held, want %d", c.held.Load(), want)
			}
			if want > 0 {
				s.leave(<-pages)
			}
		}
	})
}

// While there is no room, nothing is read; those who leave meanwhile leave nothing behind.
func TestPagesWaitForRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s := newCounted()
		c.full.Store(1)
		ctx, end := context.WithCancel(t.Context())
		go func() { _, _ = s.page(ctx, events.FeedQuery{After: "given up"}) }()
		patient := make(chan error)
		go func() {
			_, err := s.page(t.Context(), events.FeedQuery{})
			patient <- err
		}()
		time.Sleep(time.Minute)
		end()
		time.Sleep(time.Minute)
		s.mu.Lock()
		waited := len(s.next)
		s.mu.Unlock()
		if c.read.Load() != 0 || waited != 1 {
			t.Errorf("%d pages were read, %d are waited for", c.read.Load(), waited)
		}
		c.full.Store(0)
		if err := <-patient; err != nil || c.read.Load() != 1 {
			t.Errorf("%d pages were read, %v", c.read.Load(), err)
		}
	})
}

type broken struct{ events.Feed }

func (broken) Page(context.Context, events.FeedQuery) (events.FeedPage, error) {
	panic("no such shard")
}

// One request that fails must not take all others with it: the page is read in a goroutine that no handler guards.
func TestAPanicWhileAPageIsReadIsAnErrorOfItsReaders(t *testing.T) {
	t.Parallel()
	s := newShared(broken{})
	s.hold = new(counted).hold
	if _, err := s.page(t.Context(), events.FeedQuery{}); panics.Stack(err) == nil {
		t.Errorf("the error is %v", err)
	}
}
