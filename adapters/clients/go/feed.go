package petcare

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"net/http"
	"strings"
	"time"
)

// FeedParams say which events, and from where.
type FeedParams struct {
	After    string // a cursor, now or oldest. Default oldest
	Types    string // names or resource.*, separated by commas
	RecordID string
	ActorID  string
	CatchUp  bool // end when caught up, in place of waiting for what comes
	Stream   bool // server-sent events in place of requests that wait
}

// Feed is the event feed of an account.
type Feed struct {
	client  *Client
	account string
	params  FeedParams
	options []Option
	cursor  string
}

// Follow is the event feed of an account, from a cursor on. It goes on over restarts and broken connections.
func (c *Client) Follow(accountID string, params FeedParams, options ...Option) *Feed {
	return &Feed{c, accountID, params, append([]Option{Retries(math.MaxInt)}, options...), params.After}
}

// Cursor is where to go on: store it after an event is dealt with, and give it as After. Inside a page it stays at the page's
// beginning, so that after a crash events of the page come again.
func (f *Feed) Cursor() string { return f.cursor }

// The server holds an empty page for as long as this.
const longestWait = 10 * time.Second

// wait is for how many seconds the server is asked to hold an empty page: no more than half of the time limit, so that it comes in time,
// and 0 for not at all when that is less than one.
func (f *Feed) wait() int {
	s, hold := f.client.settings.with(f.options), longestWait
	for _, limit := range []time.Duration{s.timeout, s.http.Timeout} {
		if limit > 0 {
			hold = min(hold, limit/2)
		}
	}
	return int(hold / time.Second)
}

// Events goes over the events until ctx ends, or with an error: a refusal such as cursor_expired (then copy anew).
func (f *Feed) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for {
			more, err := f.round(ctx, func(e Event) bool { return yield(e, nil) })
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !more {
				return
			}
		}
	}
}

// round reads a page or a stream and reports whether to go on.
func (f *Feed) round(ctx context.Context, yield func(Event) bool) (more bool, err error) {
	params := ListEventsParams{After: f.cursor, Types: f.params.Types, RecordID: f.params.RecordID, ActorID: f.params.ActorID}
	if f.params.Stream && !f.params.CatchUp {
		return f.stream(ctx, params, yield)
	}
	params.Limit = 200
	if !f.params.CatchUp && f.cursor != "now" { // a lost answer would be repeated with a later now: what came meanwhile would be missing
		params.Wait = f.wait()
	}
	page, err := f.client.ListEvents(ctx, f.account, params, f.options...)
	if err != nil {
		return false, err
	}
	for i, event := range page.Data {
		if ctx.Err() != nil {
			return false, nil
		}
		if i == len(page.Data)-1 {
			f.cursor = page.NextCursor
		}
		if !yield(event) {
			return false, nil
		}
	}
	f.cursor = page.NextCursor
	if !f.params.CatchUp && !page.HasMore && params.Wait == 0 {
		sleep(ctx, firstPause)
	}
	return page.HasMore || !f.params.CatchUp, nil
}

const eventStream = "text/event-stream"

// The server renews the id of a stream every 15 s; one that is silent for longer has broken.
const silence = 40 * time.Second

// errEnded ends a stream because the consumer has had enough.
var errEnded = errors.New("ended")

func (f *Feed) stream(ctx context.Context, params ListEventsParams, yield func(Event) bool) (more bool, err error) {
	s := f.client.settings.with(append(f.options, Header("Accept", eventStream)))
	c := call{method: http.MethodGet, path: path("/accounts/%s/events", f.account), query: query(params)}
	var refused error
	err = f.client.send(ctx, c, s, func(r *http.Response, limit *time.Timer) error {
		refused = f.read(ctx, r, limit, yield)
		return nil // a stream that breaks goes on in the next round, from the cursor behind its last event
	})
	if errors.Is(refused, errEnded) {
		return false, nil
	}
	if err == nil && refused == nil {
		sleep(ctx, firstPause)
	}
	return true, errors.Join(err, refused)
}

// read yields the events of a stream. It fails when it is none, or when one of them cannot be read.
func (f *Feed) read(ctx context.Context, r *http.Response, limit *time.Timer, yield func(Event) bool) error {
	if is := r.Header.Get("Content-Type"); !strings.HasPrefix(is, eventStream) {
		return fmt.Errorf("petcare: the answer is no %s but %q", eventStream, is)
	}
	lines := bufio.NewReader(r.Body)
	var data, id string
	for ctx.Err() == nil { // what has arrived already could be read on
		limit.Reset(silence)
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		switch value = strings.TrimPrefix(value, " "); name {
		case "data":
			data = value
		case "id":
			id = value
		case "":
			if id != "" {
				f.cursor = id
			}
			if data == "" {
				continue
			}
			event, err := ParseEvent([]byte(data))
			if err != nil {
				return err
			}
			if !yield(event) {
				return errEnded
			}
			data, id = "", ""
		}
	}
	return nil
}
