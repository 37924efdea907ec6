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
	HasMore    bool   `json:"has_more" doc:"Whether there is more now, even behind an empty page; false means caught up"`
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
	if in.Wait > 0 {
		return h.wait(ctx, q, time.Duration(in.Wait)*time.Second)
	}
	p, err := h.feed.Page(ctx, q)
	return httpapi.Plain(listOf(p)), err
}

func listOf(p events.FeedPage) ListEvents {
	list := ListEvents{NextCursor: p.Next, HasMore: p.More}
	for _, e := range p.Events {
		list.Data = append(list.Data, httpapi.StoredEvent{RawMessage: e})
	}
	return list
}

// wait responds with a page as soon as there are events, or with an empty one after d.
func (h handler) wait(ctx context.Context, q events.FeedQuery, d time.Duration) (*httpapi.Output[ListEvents], error) {
	end := time.Now().Add(d)
	news, stop := h.feed.Watch(q.Account) // before the page is read, so that later events are not missed
	defer stop()
	p, err := h.feed.Page(ctx, q)
	for err == nil && len(p.Events) == 0 && !p.More {
		if !p.Old {
			why, err := httpapi.Await(ctx, news, time.Until(end))
			if err != nil || why != httpapi.ByNews {
				return httpapi.Plain(listOf(p)), err
			}
		}
		q.After = p.Next
		var woken *page
		if woken, err = h.shared.page(ctx, q); err == nil {
			if p = woken.FeedPage; woken.hasEvents {
				httpapi.WriteShared(ctx, woken.text)
			}
			if h.shared.leave(woken); woken.hasEvents {
				return nil, nil
			}
		}
	}
	return httpapi.Plain(listOf(p)), err
}

// maxLimit is the most events that a page may have.
const maxLimit = 200

// stream sends events until the client, the server or the credential ends it. An error before the first event becomes a problem
// response.
func (h handler) stream(ctx context.Context, s *httpapi.Stream, q events.FeedQuery) error {
	q.Each, q.Limit = true, maxLimit
	if id := s.LastEventID(); id != "" {
		q.After = id
	}
	news, stop := h.feed.Watch(q.Account)
	defer stop()
	look := q
	look.Limit = 0 // only checks the cursor: room for events is found when the client knows that the stream is open
	at, err := h.feed.Page(ctx, look)
	if s.LastEventID() != "" && apperr.Is(err, apperr.Invalid) {
		err = apperr.NewInvalidIn("header", "Last-Event-ID", "format", "is not an id of this account's events with these filters")
	}
	if err != nil {
		return err
	}
	if s.Open() != nil {
		return nil // the client has disconnected
	}
	if !at.More && s.Send(httpapi.AppendEvent(nil, at.Next, nil)) != nil {
		return nil
	}
	for more := at.More || at.Old; ; {
		if more && !s.GoesOn() {
			return nil
		}
		if !more {
			why, err := httpapi.Await(s.Context(), news, h.heartbeat)
			if err != nil || why == httpapi.ByStop || why == httpapi.ByClient {
				return nil
			}
		}
		q.After = at.Next
		p, err := h.step(s, q)
		if err != nil {
			return nil // the client reconnects with the last id, and then gets the error as a response
		}
		err = s.Send(p.text)
		at, more = p.FeedPage, p.More || p.Old
		if h.shared.leave(p); err != nil {
			return nil
		}
	}
}

func (h handler) step(s *httpapi.Stream, q events.FeedQuery) (*page, error) {
	ctx, cancel := context.WithTimeout(s.Context(), s.Timeout())
	defer cancel()
	return h.shared.page(ctx, q)
}
