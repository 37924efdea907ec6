package events

import (
	"context"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
)

// ListEvents is a page of the feed.
type ListEvents struct {
	Data []httpapi.StoredEvent `json:"data" maxItems:"200" doc:"The events of this page, changes of one record in their order"`

	NextCursor string `json:"next_cursor" maxLength:"20000" doc:"Where to go on; never null" example:"AWEKj2dD0Vq3fyhPzJmw"`
	HasMore    bool   `json:"has_more" doc:"Whether there is more now; false means caught up"`
}

func (h handler) list(ctx context.Context, in *listInput) (*httpapi.Output[ListEvents], error) {
	q, err := h.query(caller.From(ctx), in)
	if err != nil {
		return nil, err
	}
	s := httpapi.StreamOf(ctx)
	if s != nil {
		defer s.Close()
	}
	if s != nil || in.Wait > 0 {
		leave, err := h.readers.Take(httpapi.HolderOf(caller.From(ctx)), 1)
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	if s != nil {
		return nil, h.stream(ctx, s, q)
	}
	var p events.FeedPage
	if in.Wait > 0 {
		p, err = h.wait(ctx, q, time.Duration(in.Wait)*time.Second)
	} else {
		p, err = h.feed.Page(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	page := ListEvents{NextCursor: p.Next, HasMore: p.More}
	for _, e := range p.Events {
		page.Data = append(page.Data, httpapi.StoredEvent{RawMessage: e})
	}
	return httpapi.Plain(page), nil
}

// wait returns a page as soon as there are events, or an empty one after d.
func (h handler) wait(ctx context.Context, q events.FeedQuery, d time.Duration) (events.FeedPage, error) {
	end := time.Now().Add(d)
	news, stop := h.feed.Watch(q.Account) // before the page is read, so that later events are not missed
	defer stop()
	p, err := h.feed.Page(ctx, q)
	for err == nil && len(p.Events) == 0 && !p.More {
		why, err := httpapi.Await(ctx, news, time.Until(end))
		if err != nil || why != httpapi.ByNews {
			return p, err
		}
		q.After = p.Next
		if p, err = h.woken.page(ctx, q); err != nil {
			return p, err
		}
	}
	return p, err
}

// stream sends events until the client, the server or the credential ends it. An error before the first event becomes a problem
// response.
func (h handler) stream(ctx context.Context, s *httpapi.Stream, q events.FeedQuery) error {
	q.Each = true
	if id := s.LastEventID(); id != "" {
		q.After = id
	}
	news, stop := h.feed.Watch(q.Account)
	defer stop()
	p, err := h.feed.Page(ctx, q)
	if s.LastEventID() != "" && apperr.Is(err, apperr.Invalid) {
		err = apperr.NewInvalidIn("header", "Last-Event-ID", "format", "is not an id of this account's events with these filters")
	}
	if err != nil {
		return err
	}
	if s.Open() != nil {
		return nil // the client has disconnected
	}
	for err == nil && send(s, p) == nil {
		q.After = p.Next
		if !s.GoesOn() { // also where news come faster than Await checks the credential
			return nil
		}
		if !p.More {
			why, gone := httpapi.Await(s.Context(), news, h.heartbeat)
			if gone != nil || why == httpapi.ByStop || why == httpapi.ByClient {
				return nil
			}
		}
		p, err = h.step(s, q)
	}
	return nil // the client reconnects with the last id, and then gets the error as a response
}

func (h handler) step(s *httpapi.Stream, q events.FeedQuery) (events.FeedPage, error) {
	ctx, cancel := context.WithTimeout(s.Context(), s.Timeout())
	defer cancel()
	return h.woken.page(ctx, q)
}

func send(s *httpapi.Stream, p events.FeedPage) error {
	for i, e := range p.Events {
		if err := s.Send(p.Each[i], e); err != nil {
			return err
		}
	}
	if err := s.Send(p.Next, nil); err != nil {
		return err
	}
	return s.Flush()
}
