package events

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the feed behind a server of its own.
type site struct {
	*testkit.Kit
	server  *httpapi.Server
	url     string
	watched atomic.Int64 // waiting readers
	pages   atomic.Int64 // that were read
	revoked atomic.Bool  // whether the key is revoked
	readers *httpapi.Quota
	events.Feed
}

// Watch counts waiting readers.
func (s *site) Watch(account uuid.UUID) (<-chan struct{}, func()) {
	news, stop := s.Feed.Watch(account)
	s.watched.Add(1)
	return news, func() { stop(); s.watched.Add(-1) }
}

// Page counts pages.
func (s *site) Page(ctx context.Context, q events.FeedQuery) (events.FeedPage, error) {
	s.pages.Add(1)
	return s.Feed.Page(ctx, q)
}

// APIKey implements httpapi.Authenticator.
func (s *site) APIKey(context.Context, string, bool) (caller.Caller, error) {
	if s.revoked.Load() {
		return caller.Caller{}, &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated"}
	}
	return s.Key, nil
}

// Bearer implements httpapi.Authenticator.
func (s *site) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{}, &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated"}
}

func open(t *testing.T, heartbeat time.Duration, feed events.Feed) *site {
	t.Helper()
	t.Parallel()
	return serve(testkit.New(t), events.NewCatalog(events.TypesOf[struct{}]("customers:read", "pet.created")), heartbeat, feed)
}

func serve(t *testkit.Kit, types events.Catalog, heartbeat time.Duration, feed events.Feed) *site {
	t.Helper()
	s := &site{Kit: t, Feed: feed}
	if feed == nil {
		box := testkit.Must[*secrets.Box](t)(secrets.NewBox([]secrets.Key{{ID: "a", Secret: bytes.Repeat([]byte("k"), 32)}}))
		f := outbox.NewFeed(s.DB, types, box)
		s.Feed = f
	}
	a := httpapi.New(httpapi.Options{Authenticator: s, Log: zerolog.Nop()})
	h := newHandler(s, types)
	h.heartbeat, s.readers = heartbeat, h.readers
	h.register(a)
	s.server = testkit.Must[*httpapi.Server](t)(httpapi.NewServer(a, func(context.Context) error { return nil }))
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	s.server.Start(listener, func(err error) { t.Error(err) })
	s.url = "http://" + listener.Addr().String() + "/v1/accounts/" + s.Account.String() + "/events"
	t.Cleanup(func() { s.stop() })
	return s
}

// stop stops the server and returns how long that took.
func (s *site) stop() time.Duration {
	now := testkit.RunningTime(s)
	began := now()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.server.Stop(ctx); err != nil {
		s.Error(err)
	}
	return now() - began
}

func (s *site) record() {
	s.Helper()
	err := s.Record(s.Ctx, events.Public{Type: "pet.created", Account: s.Account, Record: ids.New(), Object: struct{ Name string }{"Rex"}})
	if err != nil {
		s.Fatal(err)
	}
}

// client reads a stream.
type client struct {
	t     *testing.T
	lines *bufio.Scanner
	leave func()
}

func (s *site) stream(t *testing.T, after string) client {
	t.Helper()
	response, leave := s.ask(t, "after="+after, "text/event-stream")
	return client{t, bufio.NewScanner(response.Body), leave}
}

func (s *site) send(ctx context.Context, query, accept string) (*http.Response, error) {
	r := testkit.Must[*http.Request](s)(http.NewRequestWithContext(ctx, http.MethodGet, s.url+"?"+query, nil))
	r.Header.Set("X-API-Key", "good")
	r.Header.Set("Accept", accept)
	return new(http.Client).Do(r)
}

func (s *site) ask(t *testing.T, query, accept string) (response *http.Response, leave func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	response = testkit.Must[*http.Response](t)(s.send(ctx, query, accept))
	if response.StatusCode != http.StatusOK {
		t.Fatal(response.Status)
	}
	return response, func() { cancel(); _ = response.Body.Close() }
}

func TestStreamIsForThoseWhoWantItNoLessThanJSON(t *testing.T) {
	s := open(t, time.Minute, nil)
	for accept, want := range map[string]string{
		"text/event-stream":                         "text/event-stream",
		"text/event-stream, */*;q=0.8":              "text/event-stream",
		"application/json;q=0.5, text/event-stream": "text/event-stream",
		"application/json, text/event-stream;q=0.1": "application/json",
		"text/event-stream;q=0, application/json":   "application/json",
		"*/*": "application/json",
	} {
		response, leave := s.ask(t, "after=now", accept)
		if got := response.Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("Accept: %s is answered with %s", accept, got)
		}
		// A proxy would hold the events back.
		if got := response.Header.Get("X-Accel-Buffering"); (got == "no") != (want == "text/event-stream") {
			t.Errorf("Accept: %s is answered with X-Accel-Buffering: %s", accept, got)
		}
		// Each of a thousand streams would hold the buffers of a compressor.
		if want == "text/event-stream" && response.Uncompressed {
			t.Errorf("Accept: %s is answered in gzip", accept)
		}
		leave()
	}
}

// next returns the next message. Both are empty at the end of the stream.
func (c client) next() (id, data string) {
	for c.lines.Scan() {
		line := c.lines.Text()
		if line == "" && id != "" {
			return id, data
		}
		if v, ok := strings.CutPrefix(line, "id: "); ok {
			id = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			data = v
		}
	}
	return "", ""
}

// data returns the next event.
func (c client) data() string {
	c.t.Helper()
	for id, data := c.next(); id != ""; id, data = c.next() {
		if data != "" {
			return data
		}
	}
	c.t.Fatal("the stream has ended")
	return ""
}

// ends reads to the end of the stream and returns how long that took.
func (c client) ends() time.Duration {
	now := testkit.RunningTime(c.t)
	began := now()
	for id, _ := c.next(); id != ""; id, _ = c.next() {
	}
	if err := c.lines.Err(); errors.Is(err, context.DeadlineExceeded) {
		c.t.Error("the stream does not end")
	}
	return now() - began
}

func TestHeartbeatsRenewTheID(t *testing.T) {
	s := open(t, 50*time.Millisecond, nil)
	c := s.stream(t, events.Now)
	var last string
	for i := range 4 {
		id, data := c.next()
		if id == "" || data != "" {
			t.Fatalf("message %d is %q %q", i, id, data)
		}
		last = id
	}
	c.leave()
	s.record()
	if id, data := s.stream(t, last).next(); id == "" || data == "" {
		t.Error("a stream does not go on from the id of a heartbeat")
	}
}

func TestClientsThatHaveGoneAreForgotten(t *testing.T) {
	s := open(t, time.Hour, nil)
	var leave []func()
	for range 20 {
		c := s.stream(t, events.Now)
		c.next()
		leave = append(leave, c.leave)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			if response, err := s.send(ctx, "after=now&wait=10", "application/json"); err == nil {
				_ = response.Body.Close()
			}
		}()
		leave = append(leave, cancel)
	}
	s.Until("all wait", func() bool { return s.watched.Load() == 40 })
	for _, l := range leave {
		l()
	}
	now := testkit.RunningTime(t)
	began := now()
	s.Until("nobody waits", func() bool { return s.watched.Load() == 0 })
	if took := now() - began; took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestStoppingServerLetsReadersGo(t *testing.T) {
	s := open(t, time.Hour, nil)
	c := s.stream(t, events.Now)
	id, _ := c.next()
	type page struct {
		Next string `json:"next_cursor"`
		More bool   `json:"has_more"`
	}
	held := make(chan page, 1)
	go func() {
		var p page
		defer func() { held <- p }()
		if response, err := s.send(t.Context(), "after=now&wait=10", "application/json"); err == nil {
			_ = json.NewDecoder(response.Body).Decode(&p)
			_ = response.Body.Close()
		}
	}()
	s.Until("both wait", func() bool { return s.watched.Load() == 2 })
	if took := s.stop(); took > 4*time.Second {
		t.Errorf("to stop took %s", took)
	}
	if p := <-held; p.Next == "" || p.More || id == "" {
		t.Errorf("the held page ended with %+v", p)
	}
	if took := c.ends(); took > 4*time.Second {
		t.Errorf("the stream ended after %s", took)
	}
}

// behind is a feed without an end, of fat events.
type behind struct{ events.Feed }

var fat = []byte(`{"fat":"` + strings.Repeat("x", 200_000) + `"}`)

func (behind) Page(context.Context, events.FeedQuery) (events.FeedPage, error) {
	return events.FeedPage{Events: []json.RawMessage{fat}, Each: []string{"a"}, Next: "a", More: true}, nil
}

func (behind) Watch(uuid.UUID) (<-chan struct{}, func()) { return nil, func() {} }

// busy is a feed that has something new all the time.
type busy struct{ events.Feed }

func (busy) Page(context.Context, events.FeedQuery) (events.FeedPage, error) {
	return events.FeedPage{Events: []json.RawMessage{[]byte("{}")}, Each: []string{"a"}, Next: "a"}, nil
}

func (busy) Watch(uuid.UUID) (<-chan struct{}, func()) {
	news := make(chan struct{})
	close(news)
	return news, func() {}
}

func TestStreamThatNeverWaitsEndsWithItsKey(t *testing.T) {
	t.Parallel()
	for name, feed := range map[string]events.Feed{"behind": behind{}, "busy": busy{}} {
		t.Run(name, func(t *testing.T) {
			s := open(t, time.Hour, feed)
			c := s.stream(t, events.Oldest)
			c.lines.Buffer(nil, 1<<20)
			c.next()
			s.revoked.Store(true)
			if took := c.ends(); took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestStoppingServerIsNotAskedAgainAndAgain(t *testing.T) {
	s := open(t, time.Minute, nil)
	answers := make(chan int)
	go func() {
		for n := 0; ; n++ {
			response, err := s.send(t.Context(), "after=now&wait=10", "application/json")
			if err != nil || response.StatusCode != http.StatusOK {
				answers <- n
				return
			}
			_ = response.Body.Close()
		}
	}()
	s.Until("it waits", func() bool { return s.watched.Load() == 1 })
	s.stop()
	if n := <-answers; n < 1 || n > 3 {
		t.Errorf("a reader got %d answers from a server that was stopping", n)
	}
}

func TestStreamThatNobodyReadsDoesNotKeepTheServerFromStopping(t *testing.T) {
	s := open(t, time.Hour, behind{})
	for range 3 {
		s.ask(t, "after=oldest", "text/event-stream")
	}
	s.Until("nothing more can be sent", func() bool {
		before := s.pages.Load()
		time.Sleep(100 * time.Millisecond)
		return before > 10 && s.pages.Load() == before
	})
	if took := s.stop(); took > 2*time.Second {
		t.Errorf("to stop took %s", took)
	}
}

// A round ends with what was there when it began. Nobody is woken for what came between that and the reader.
func TestReaderThatComesInTheMiddleOfARoundHearsOfWhatCameSince(t *testing.T) {
	s := open(t, time.Hour, nil)
	other := s.stream(t, events.Now)
	for range 2 {
		s.record()
		other.data()
	}
	response, _ := s.ask(t, "after=oldest&limit=1", "application/json")
	var p struct {
		Next string `json:"next_cursor"`
	}
	if err := json.NewDecoder(response.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	s.record()
	other.data() // those who wait have been told
	late := s.stream(t, p.Next)
	for range 2 {
		late.data()
	}
}

// ended is a feed whose round ends without events, and whose next one has one.
type ended struct{ events.Feed }

func (ended) Page(_ context.Context, q events.FeedQuery) (events.FeedPage, error) {
	if q.After == events.Oldest {
		return events.FeedPage{Next: "a", Old: true}, nil
	}
	return events.FeedPage{Events: []json.RawMessage{[]byte(`{"type":"pet.created"}`)}, Next: "b"}, nil
}

func (ended) Watch(uuid.UUID) (<-chan struct{}, func()) { return nil, func() {} }

func TestWaitingReaderThatComesAtTheEndOfARoundHearsOfWhatCameSince(t *testing.T) {
	s := open(t, time.Hour, ended{})
	response, _ := s.ask(t, "wait=10", "application/json")
	var p struct {
		Data []struct{ Type string }
		Next string `json:"next_cursor"`
	}
	err := json.NewDecoder(response.Body).Decode(&p)
	if err != nil || len(p.Data) != 1 || p.Next != "b" || response.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%v %+v %v", err, p, response.Header)
	}
}

// refused sends a request that gets no stream and no page.
func (s *site) refused(t *testing.T, query, accept string, status int) {
	t.Helper()
	response := testkit.Must[*http.Response](t)(s.send(t.Context(), query, accept))
	defer response.Body.Close()
	if response.StatusCode != status || response.Header.Get("Retry-After") == "" {
		t.Errorf("%s, %s: %s, want %d", query, accept, response.Status, status)
	}
}

// One organization cannot take all connections with readers that never end; who has left makes room.
func TestReadersOfAnOrganizationAreLimited(t *testing.T) {
	s := open(t, time.Hour, nil)
	who := httpapi.HolderOf(s.Key)
	for range readersOfOne - 2 {
		testkit.Must[func()](t)(s.readers.Take(who, 1))
	}
	first, second := s.stream(t, events.Now), s.stream(t, events.Now)
	first.next()
	second.next()
	s.refused(t, "after=now", "text/event-stream", http.StatusTooManyRequests)
	s.refused(t, "after=now&wait=10", "application/json", http.StatusTooManyRequests)
	s.ask(t, "after=now", "application/json")
	first.leave()
	var leave func()
	s.Until("one has left, and all others take the rest", func() (ok bool) {
		var err error
		leave, err = s.readers.Take("another organization", readersOfAll-readersOfOne+1)
		return err == nil
	})
	s.refused(t, "after=now", "text/event-stream", http.StatusServiceUnavailable) // one more than all together may have
	leave()
	s.stream(t, events.Now).next()
}
