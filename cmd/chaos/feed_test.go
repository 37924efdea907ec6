//go:build chaos

package chaos

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/outbox/feedtest"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// feedSize returns how many events the writers record (CHAOS_EVENTS) if feedTime suffices.
func feedSize() int {
	if n, err := strconv.Atoi(os.Getenv("CHAOS_EVENTS")); err == nil {
		return n
	}
	return 1_000_000
}

const feedTime = 10 * time.Minute

// feedClient reads the feed of an account from several replicas over HTTP.
type feedClient struct {
	urls      func() []string
	path, key string
	client    *http.Client
}

func (c feedClient) get(ctx context.Context, query, after string, headers ...string) (*http.Response, error) {
	if after == "" {
		after = "oldest"
	}
	urls := c.urls()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, urls[rand.IntN(len(urls))]+c.path+"?"+query+"&after="+url.QueryEscape(after), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-API-Key", c.key)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.client.Do(r)
	if err == nil && res.StatusCode != http.StatusOK {
		res.Body.Close()
		if res.StatusCode == http.StatusGone || res.StatusCode == http.StatusUnprocessableEntity {
			return nil, fmt.Errorf("%w: %s", errRefused, res.Status)
		}
		return nil, errors.New(res.Status)
	}
	return res, err
}

// errRefused is the error of a response that an outage does not explain.
var errRefused = errors.New("the cursor is refused")

// pages reads by polling, or with long polling if wait is not 0.
func (c feedClient) pages(wait int) feedtest.Source {
	return func(ctx context.Context, after string) (p feedtest.Page, err error) {
		res, err := c.get(ctx, "limit=200&wait="+strconv.Itoa(wait), after)
		if err != nil {
			return p, err
		}
		defer res.Body.Close()
		return p, json.NewDecoder(res.Body).Decode(&p)
	}
}

// stream reads some events of a stream and disconnects.
func (c feedClient) stream(ctx context.Context, after string) (feedtest.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	p := feedtest.Page{Next: after}
	res, err := c.get(ctx, "limit=200", after, "Accept", "text/event-stream")
	if err != nil {
		return p, err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	var data, id string
	for most := 1 + rand.IntN(2000); len(p.Events) < most && lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "data: "):
			data = line[6:]
		case strings.HasPrefix(line, "id: "):
			id = line[4:]
		case line == "" && id != "":
			if data != "" {
				p.Events = append(p.Events, json.RawMessage(data))
			}
			p.Next, data, id = id, "", ""
		}
	}
	p.More = len(p.Events) > 0
	return p, nil
}

// Readers copy an account by polling, long polling and streams while 32 writers and a long import write, and replicas and the
// database are killed.
func TestChaosFeedMissesNothing(t *testing.T) {
	d := kit.NewDatabase(t)
	account := uuid.MustParse(kit.AddAccount(t, d.URL()))
	key := kit.AddKey(t, d.URL())
	d.Exec("petcare", feedtest.Table)
	replicas := []*kit.Instance{kit.StartInstance(t, d.URL()), kit.StartInstance(t, d.URL())}
	var mu sync.Mutex
	urls := func() (list []string) {
		mu.Lock()
		defer mu.Unlock()
		for _, r := range replicas {
			list = append(list, r.URL)
		}
		return list
	}
	db := testkit.Must[*postgres.DB](t)(postgres.Open(postgres.Options{URL: d.URL(), PoolSize: 40}))
	defer db.Close()
	ctx := t.Context()
	w := &feedtest.Writers{DB: db, Recorder: outbox.New(db, nil, clock.System), Account: account, Number: 32, Events: feedSize(),
		Import: min(100_000, feedSize()/10), Pause: 20 * time.Millisecond}
	client := feedClient{urls, "/v1/accounts/" + account.String() + "/events", key, &http.Client{Timeout: 40 * time.Second}}
	sources := []feedtest.Source{client.pages(0), client.pages(0), client.pages(2), client.pages(2), client.stream, client.stream}
	ways := []string{"poll", "poll", "wait", "wait", "stream", "stream"}
	readers := make([]*feedtest.Reader, len(sources))
	began := time.Now()
	written := make(chan struct{})
	var reading sync.WaitGroup
	for i, source := range sources {
		readers[i] = feedtest.NewReader(source)
		reading.Go(func() {
			for quiet := 0; quiet < 20 && ctx.Err() == nil; {
				more, err := readers[i].Step(ctx)
				if errors.Is(err, errRefused) {
					t.Errorf("reader %d: %v", i, err)
					return
				}
				select {
				case <-written:
					if err == nil && !more {
						quiet++
					}
				default:
				}
				if err != nil {
					time.Sleep(100 * time.Millisecond)
				}
			}
		})
	}
	done := make(chan error, 1)
	go func() {
		writing, cancel := context.WithTimeout(ctx, feedTime)
		defer cancel()
		done <- w.Run(writing)
	}()
	for kills := 0; ; kills++ {
		select {
		case err := <-done:
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			close(written)
			t.Logf("%d events recorded in %s, beside %d kills, every third of the database", w.Written(), time.Since(began).Round(time.Second), kills)
			reading.Wait()
			truth := testkit.Must[map[uuid.UUID]int64](t)(w.Truth(ctx))
			for i, r := range readers {
				t.Logf("reader %d, by %s: %d events", i, ways[i], r.Events)
				for _, fault := range r.Compare(truth) {
					t.Errorf("reader %d: %s", i, fault)
				}
			}
			t.Logf("%d records were compared at each reader after %s", len(truth), time.Since(began).Round(time.Second))
			return
		case <-time.After(7 * time.Second):
		}
		if kills%3 == 2 {
			d.Kill()
			d.Start()
			continue
		}
		old := replicas[kills%2]
		_ = old.Process.Kill()
		next := kit.StartInstance(t, d.URL())
		mu.Lock()
		replicas[kills%2] = next
		mu.Unlock()
	}
}
