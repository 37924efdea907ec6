package events

import (
	"context"
	"encoding/json"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// woken reads the feed for readers that have been woken. A commit may wake a thousand readers of an account at once. Those at the
// same position with the same filters share a page, and only atOnce pages are read at the same time.
type woken struct {
	feed  events.Feed
	turns chan struct{}
	same  singleflight.Group
}

const (
	atOnce   = 4
	pageTime = 15 * time.Second
)

func newWoken(f events.Feed) *woken { return &woken{feed: f, turns: make(chan struct{}, atOnce)} }

// page returns a page that includes everything committed before the call. Reading of a shared page may have started earlier, so page
// reads the next one if it is empty, and otherwise reports that there is more.
func (w *woken) page(ctx context.Context, q events.FeedQuery) (p events.FeedPage, err error) {
	for range 2 {
		var own bool
		if p, own, err = w.shared(ctx, q); err != nil || own {
			return p, err
		}
		if len(p.Events) > 0 {
			p.More = true
			return p, nil
		}
		q.After = p.Next
	}
	return p, nil
}

func (w *woken) shared(ctx context.Context, q events.FeedQuery) (events.FeedPage, bool, error) {
	place, err := json.Marshal(q)
	if err != nil {
		return events.FeedPage{}, false, err
	}
	own := false
	found := w.same.DoChan(string(place), func() (page any, err error) {
		own = true
		w.turns <- struct{}{}
		defer func() { <-w.turns }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pageTime)
		defer cancel()
		err = panics.Caught(func() error { // singleflight would end the process
			page, err = w.feed.Page(ctx, q)
			return err
		})
		return page, err
	})
	select {
	case r := <-found:
		p, _ := r.Val.(events.FeedPage)
		return p, own, r.Err
	case <-ctx.Done():
		return events.FeedPage{}, false, ctx.Err()
	}
}
