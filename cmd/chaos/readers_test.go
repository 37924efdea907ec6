//go:build chaos

package chaos

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// readersHouse is a service with organizations whose feeds are read by as many as may.
type readersHouse struct {
	*neighbours
	sides []side
}

const readersOfOne = 200 // at once, of an organization

func newReadersHouse(t *testing.T, organizations int) readersHouse {
	n := &neighbours{t: t, url: kit.FreshURL(t), client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}}
	n.service = kit.StartInstance(t, n.url)
	n.victim = n.organization("Victim", 300)
	h := readersHouse{neighbours: n}
	for i := range organizations {
		h.sides = append(h.sides, n.organization(fmt.Sprint("Reader", i), 1))
	}
	return h
}

// fatten adds events of 250 kB to the feed of each organization.
func (h readersHouse) fatten(events int) {
	h.t.Helper()
	db := testkit.Must[*postgres.DB](h.t)(postgres.Open(postgres.Options{URL: h.url}))
	defer db.Close()
	for _, s := range h.sides {
		err := db.In(h.t.Context()).Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
			select ?, gen_random_uuid(), nextval('outbox.sequence'), 'pet.created', gen_random_uuid(),
				'{"type": "pet.created", "data": {"object": {"notes": "' || repeat(md5(n::text), 7800) || '"}}}', now()
			from generate_series(1, cast(? as integer)) n`, strings.TrimPrefix(s.base, "/v1/accounts/"), events).Error
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

// stream opens a stream of a side and returns its connection, of which the headers have been read.
func (h readersHouse) stream(s side, after string) (net.Conn, *bufio.Reader) {
	h.t.Helper()
	conn := testkit.Must[net.Conn](h.t)(net.Dial("tcp", strings.TrimPrefix(h.service.URL, "http://")))
	h.t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "GET %s/events?after=%s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nAccept: text/event-stream\r\n\r\n", s.base, after, s.key)
	from := bufio.NewReaderSize(conn, 512)
	response, err := http.ReadResponse(from, nil)
	if err != nil || response.StatusCode != http.StatusOK {
		h.t.Fatalf("%v %v", response, err)
	}
	return conn, from
}

// pets measures how long the victim's reads take for some seconds.
func (h readersHouse) pets(seconds int) (took span) {
	var mu sync.Mutex
	var all []time.Duration
	var running sync.WaitGroup
	tick := time.NewTicker(time.Second / 30)
	defer tick.Stop()
	for i := range 30 * seconds {
		<-tick.C
		running.Go(func() {
			began := time.Now()
			h.want(200, h.send(h.victim.key, "GET", h.victim.base+"/customers/"+h.victim.customers[i%len(h.victim.customers)]+"/pets", nil))
			mu.Lock()
			defer mu.Unlock()
			all = append(all, time.Since(began))
		})
	}
	running.Wait()
	slices.Sort(all)
	return span{all[len(all)/2], all[len(all)*99/100], all[len(all)-1]}
}

func (h readersHouse) compare(name string, quiet, loud span) {
	h.t.Logf("%s: reads of another organization take %s (99 of 100: %s), when all is quiet %s (%s)", name, loud.median, loud.p99, quiet.median, quiet.p99)
	if loud.median > 5*max(quiet.median, blink) {
		h.t.Error("that is too long")
	}
}

// A thousand streams of fat events that nobody reads cost little memory, and nobody else's time.
func TestChaosStreamsThatNobodyReads(t *testing.T) {
	h := newReadersHouse(t, 5)
	h.fatten(85)
	quiet := h.pets(10)
	before := kit.Memory(h.service.Process.Pid)
	var open []net.Conn
	for _, s := range h.sides {
		for range readersOfOne {
			conn, _ := h.stream(s, "oldest")
			open = append(open, conn)
		}
	}
	ended, most := make(chan span), 0
	go func() { ended <- h.pets(15) }()
	for loud := (span{}); loud == (span{}); {
		select {
		case loud = <-ended:
			h.compare("streams that nobody reads", quiet, loud)
		case <-time.After(100 * time.Millisecond):
			most = max(most, kit.Memory(h.service.Process.Pid)-before)
		}
	}
	for _, conn := range open {
		_ = conn.Close()
	}
	t.Logf("%d MiB, and up to %d MiB more", before, most)
	if most > 150 {
		t.Error("that is too much")
	}
	kit.Eventually(t, "the memory is given back", 5*time.Minute, func() bool { return kit.Memory(h.service.Process.Pid)-before < 75 })
}

// One organization writes twenty times a second, with as many streams as it may have, beside the streams of others.
func TestChaosStreamsBesideWrites(t *testing.T) {
	h := newReadersHouse(t, 5)
	quiet := h.pets(10)
	for _, s := range h.sides {
		for range readersOfOne {
			_, from := h.stream(s, "now")
			go func() { _, _ = io.Copy(io.Discard, from) }()
		}
	}
	noisy := h.sides[0]
	h.want(429, h.send(noisy.key, "GET", noisy.base+"/events", nil, "Accept", "text/event-stream"))
	stop := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		tick := time.NewTicker(time.Second / 20)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-tick.C:
				h.want(200, h.send(noisy.key, "PATCH", noisy.base+"/customers/"+noisy.customers[0], map[string]any{"alert": fmt.Sprint(n)}))
			}
		}
	})
	h.compare("1,000 streams beside 20 writes a second", quiet, h.pets(15))
	close(stop)
	writing.Wait()
}

// A thousand readers wait. They use no connections and little memory, and all are woken by a commit on any replica.
func TestChaosFeedWithAThousandWaitingReaders(t *testing.T) {
	h := newReadersHouse(t, 5)
	other := kit.StartInstance(t, h.url)
	before := kit.Memory(h.service.Process.Pid)
	for by, url := range map[string]string{"this replica": h.service.URL, "another replica": other.URL} {
		heard := h.wait()
		time.Sleep(3 * time.Second)
		more := kit.Memory(h.service.Process.Pid) - before
		if len(heard) > 0 {
			t.Fatalf("%d did not wait", len(heard))
		}
		began := time.Now()
		for _, s := range h.sides {
			kit.At(t, url).Send(s.key, "POST", s.base+"/customers", map[string]any{"first_name": "Two"}).Object(201)
		}
		last := h.lastOf(heard, began)
		t.Logf("%s: %d MiB and %d MiB more, the last heard of it after %s", by, before, more, last.Round(time.Millisecond))
		if more > 100 || last > time.Second { // some 30 KiB for each of them, and as much that the collector has not yet taken
			t.Error("that is too much")
		}
	}
}

// Four hundred readers wait for a fat commit.
func TestChaosWaitingReadersGetAFatPage(t *testing.T) {
	h := newReadersHouse(t, 2)
	before := kit.Memory(h.service.Process.Pid)
	heard := h.wait()
	began, most := time.Now(), 0
	h.fatten(100)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for time.Since(began) < 3*time.Second {
			most = max(most, kit.Memory(h.service.Process.Pid)-before)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	last := h.lastOf(heard, began)
	<-watched
	t.Logf("%d MiB and up to %d MiB more, the last has its page after %s", before, most, last.Round(time.Millisecond))
	if most > 128 || last > 2*time.Second {
		t.Error("that is too much")
	}
}

func (h readersHouse) lastOf(heard <-chan time.Time, began time.Time) (last time.Duration) {
	for range readersOfOne * len(h.sides) {
		last = max(last, (<-heard).Sub(began))
	}
	return last
}

// wait starts as many long polls as there may be, and sends the time when each of them returned something.
func (h readersHouse) wait() <-chan time.Time {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	h.t.Cleanup(cancel)
	heard := make(chan time.Time, readersOfOne*len(h.sides))
	var asked sync.WaitGroup
	for i := range readersOfOne * len(h.sides) {
		s := h.sides[i%len(h.sides)]
		asked.Add(1)
		go func() {
			defer func() { heard <- time.Now() }()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.service.URL+s.base+"/events?wait=10&after=now", nil)
			asked.Done()
			if err != nil {
				h.t.Error(err)
				return
			}
			r.Header.Set("X-API-Key", s.key)
			response, err := h.client.Do(r)
			if err != nil || response.StatusCode != http.StatusOK {
				h.t.Errorf("%v %v", response, err)
				return
			}
			text, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil || !bytes.Contains(text, []byte(".created")) {
				h.t.Errorf("%v %.200s", err, text)
			}
		}()
		time.Sleep(3 * time.Millisecond) // a key may not have a thousand requests in progress; waiting ones do not count
	}
	asked.Wait()
	return heard
}
