package petcare

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"math"
	"time"
)

// EventPage is a page of the event feed.
type EventPage struct {
	Data       Events `json:"data"`
	NextCursor string `json:"next_cursor"` // where to go on; never empty
	HasMore    bool   `json:"has_more"`
}

func (p EventPage) whole() bool { return p.Data != nil && p.NextCursor != "" }

// Events are events of any type.
type Events []Event

// UnmarshalJSON gives every event its type.
func (e *Events) UnmarshalJSON(text []byte) error {
	var raw []json.RawMessage
	err := json.Unmarshal(text, &raw)
	if raw != nil {
		*e = make(Events, len(raw))
	}
	for i := 0; i < len(raw) && err == nil; i++ {
		(*e)[i], err = ParseEvent(raw[i])
	}
	return err
}

// FeedParams say which events, and from where.
type FeedParams struct {
	After    string // a cursor, now or oldest. Default oldest
	Types    string // names or resource.*, separated by commas
	RecordID string
	ActorID  string
	CatchUp  bool // end when caught up, in place of waiting for what comes
}

// Feed is the event feed of an account.
type Feed struct {
	client  *Client
	account string
	params  FeedParams
	options []Option
}

// Follow is the event feed of an account, from a cursor on. It goes on over restarts and broken connections.
func (c *Client) Follow(accountID string, params FeedParams, options ...Option) *Feed {
	return &Feed{c, accountID, params, append([]Option{Retries(math.MaxInt)}, options...)}
}

// Cursor is where to go on: store it after an event is dealt with, and give it as After. Inside a page it stays at the page's
// beginning, so that after a crash events of the page come again.
func (f *Feed) Cursor() string { return f.params.After }

// Events goes over the events until ctx ends, or with an error: a refusal such as cursor_expired (then copy anew).
func (f *Feed) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for more := true; more; {
			params := ListEventsParams{After: f.params.After, Types: f.params.Types, RecordID: f.params.RecordID, ActorID: f.params.ActorID,
				Limit: 200}
			// A lost answer to now would be repeated with a later now: what came meanwhile would be missing.
			if !f.params.CatchUp && f.params.After != "now" {
				params.Wait = f.wait()
			}
			page, err := f.client.ListEvents(ctx, f.account, params, f.options...)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for i, event := range page.Data {
				if ctx.Err() != nil {
					return
				}
				if i == len(page.Data)-1 {
					f.params.After = page.NextCursor
				}
				if !yield(event, nil) {
					return
				}
			}
			f.params.After = page.NextCursor
			if more = page.HasMore || !f.params.CatchUp; more && !page.HasMore && params.Wait == 0 {
				sleep(ctx, 250*time.Millisecond)
			}
		}
	}
}

// wait is for how many seconds the server is asked to hold an empty page: at most half of the time limit, so that it comes in time, and 0
// for not at all when that is less than one.
func (f *Feed) wait() int {
	s := f.client.settings.with(f.options)
	limit := min(cmp.Or(max(0, s.timeout), time.Minute), cmp.Or(s.http.Timeout, time.Minute))
	return int(min(10*time.Second, limit/2) / time.Second)
}
