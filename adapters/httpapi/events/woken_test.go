package events

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// held is a feed whose pages wait until gate is closed. Their event is the query; there is none after the cursor "empty".
type held struct {
	events.Feed
	gate chan struct{}
	read chan events.FeedQuery
}

func (h held) Page(_ context.Context, q events.FeedQuery) (events.FeedPage, error) {
	h.read <- q
	<-h.gate
	if q.After == "empty" {
		return events.FeedPage{Next: "later"}, nil
	}
	text, err := json.Marshal(q)
	return events.FeedPage{Events: []json.RawMessage{text}, Next: "later"}, err
}

// shared returns what readers with these queries get who are woken one after the other, and how many pages were read.
func shared(t *testing.T, list ...events.FeedQuery) (pages []events.FeedPage, read int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := held{gate: make(chan struct{}), read: make(chan events.FeedQuery, 2*len(list))}
		w := newWoken(h)
		pages = make([]events.FeedPage, len(list))
		for i, q := range list {
			go func() {
				p, err := w.page(t.Context(), q)
				if err != nil {
					t.Error(err)
				}
				pages[i] = p
			}()
			synctest.Wait()
		}
		close(h.gate)
		synctest.Wait()
		read = len(h.read)
	})
	return pages, read
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
	pages, read := shared(t, list...)
	if read != len(list)-1 {
		t.Errorf("%d pages were read for %d readers, of whom two ask for the same", read, len(list))
	}
	for i, p := range pages {
		want, _ := json.Marshal(list[i])
		if len(p.Events) != 1 || !slices.Equal(p.Events[0], want) {
			t.Errorf("%s gets %s", want, p.Events)
		}
	}
	if pages[0].More || !pages[1].More { // the second may have been woken by a commit after the page
		t.Errorf("%v and %v", pages[0].More, pages[1].More)
	}
}

// An empty page that is shared may be from before the commit that woke the second reader.
func TestReaderThatSharesAnEmptyPageReadsTheNext(t *testing.T) {
	t.Parallel()
	q := events.FeedQuery{Account: ids.New(), After: "empty", Limit: 5}
	pages, read := shared(t, q, q)
	if read != 2 || len(pages[0].Events) != 0 || len(pages[1].Events) != 1 {
		t.Errorf("%d were read, %+v", read, pages)
	}
}

type broken struct{ events.Feed }

func (broken) Page(context.Context, events.FeedQuery) (events.FeedPage, error) {
	panic("no such shard")
}

// One request that fails must not take all others with it: the page is read in a goroutine that no handler guards.
func TestAPanicWhileAPageIsReadIsAnErrorOfItsReaders(t *testing.T) {
	t.Parallel()
	_, err := newWoken(broken{}).page(t.Context(), events.FeedQuery{Account: ids.New(), After: "a", Limit: 5})
	if panics.Stack(err) == nil {
		t.Errorf("the error is %v", err)
	}
}
