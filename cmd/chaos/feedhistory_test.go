//go:build chaos

package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// feedDesk is an account whose feed is read with cursors from other databases.
type feedDesk struct {
	t         *testing.T
	base, key string
}

func newFeedDesk(t *testing.T, url string) feedDesk {
	t.Helper()
	return feedDesk{t, "/v1/accounts/" + kit.AddAccount(t, url), kit.AddKey(t, url)}
}

func (f feedDesk) create(url, name string) {
	f.t.Helper()
	kit.At(f.t, url).Send(f.key, "POST", f.base+"/customers", map[string]any{"first_name": name}).Object(201)
}

// read follows the feed from a cursor to its end, and returns the first names in the events.
func (f feedDesk) read(url, after string) (names []string, next string) {
	f.t.Helper()
	for {
		var page struct {
			Data []struct {
				Data struct {
					Object struct {
						FirstName string `json:"first_name"`
					}
				}
			}
			Next string `json:"next_cursor"`
			More bool   `json:"has_more"`
		}
		r := kit.At(f.t, url).Send(f.key, "GET", f.base+"/events?after="+after, nil)
		if r.Status != http.StatusOK {
			f.t.Fatalf("%d %s", r.Status, r.Text)
		}
		if err := json.Unmarshal([]byte(r.Text), &page); err != nil {
			f.t.Fatal(err)
		}
		for _, e := range page.Data {
			names = append(names, e.Data.Object.FirstName)
		}
		after = page.Next
		if !page.More {
			return names, after
		}
	}
}

func (f feedDesk) expired(url, after, reason string) {
	f.t.Helper()
	r := kit.At(f.t, url).Send(f.key, "GET", f.base+"/events?after="+after, nil)
	var p struct{ Code, Reason string }
	if err := json.Unmarshal([]byte(r.Text), &p); err != nil || r.Status != http.StatusGone || p.Code != "cursor_expired" || p.Reason != reason {
		f.t.Errorf("%d %s", r.Status, r.Text)
	}
}

func (f feedDesk) tells(url, after string, want ...string) (next string) {
	f.t.Helper()
	names, next := f.read(url, after)
	if len(names) != len(want) {
		f.t.Fatalf("it tells of %q, want %q", names, want)
	}
	for i := range want {
		if names[i] != want[i] {
			f.t.Fatalf("it tells of %q, want %q", names, want)
		}
	}
	return next
}

// A restored dump has other transaction ids than the database of the cursors.
func TestChaosFeedOfARestoredDumpBeginsAnew(t *testing.T) {
	t.Parallel()
	d := kit.NewDatabase(t)
	f := newFeedDesk(t, d.URL())
	first := kit.StartInstance(t, d.URL())
	f.create(first.URL, "One")
	cursor := f.tells(first.URL, "oldest", "One")
	f.create(first.URL, "Two")

	restored := kit.NewDatabase(t)
	copied := exec.Command("sh", "-c", `"$0" --format=custom --dbname="$1" | "$2" --no-owner --exit-on-error --dbname="$3"`,
		kit.PostgresProgram(t, "pg_dump"), d.URL(), kit.PostgresProgram(t, "pg_restore"), restored.URL())
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kit.Run(t, restored.URL(), "migrate")
	second := kit.StartInstance(t, restored.URL())
	f.expired(second.URL, cursor, "another_database")
	f.tells(second.URL, "oldest", "One", "Two")
	_, now := f.read(second.URL, "now")
	f.create(second.URL, "Three")
	f.tells(second.URL, now, "Three")
}

// A standby that lacks the last commits is promoted. Readers that have seen those must start again; others miss nothing.
func TestChaosFeedAfterAPromotionExpiresOnlyWhatTheNewPrimaryLacks(t *testing.T) {
	t.Parallel()
	d := kit.NewDatabase(t)
	f := newFeedDesk(t, d.URL())
	first := kit.StartInstance(t, d.URL())
	standby := d.Standby()
	f.create(first.URL, "One")
	known := f.tells(first.URL, "oldest", "One")
	f.create(first.URL, "Two")
	written := d.Number(`select (pg_current_wal_lsn() - '0/0')::bigint`)
	proven := `select count(*) from outbox.timelines where (position - '0/0')::bigint >= $1`
	kit.Eventually(t, "the standby knows how far the log is", 20*time.Second, func() bool { return standby.Number(proven, written) > 0 })
	d.Exec("postgres", "alter system set synchronous_standby_names = ''")
	d.Exec("postgres", "select pg_reload_conf()")
	standby.Stop()
	f.create(first.URL, "Lost")
	_, ahead := f.read(first.URL, known)
	d.Kill()
	_ = first.Process.Kill()

	standby.Start()
	standby.Promote()
	second := kit.StartInstance(t, standby.URL())
	f.expired(second.URL, ahead, "lost_history")
	next := f.tells(second.URL, known, "Two")
	f.create(second.URL, "Three")
	f.tells(second.URL, next, "Three")
}

// A thousand readers wait. They use no connections and little memory, and all are woken by a commit on any replica.
func TestChaosFeedWithAThousandWaitingReaders(t *testing.T) {
	const readers = 1000
	d := kit.NewDatabase(t)
	f := newFeedDesk(t, d.URL())
	p, other := kit.StartInstance(t, d.URL()), kit.StartInstance(t, d.URL())
	f.create(p.URL, "One")
	f.create(other.URL, "One")
	before := kit.Memory(p.Process.Pid)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readers}}
	began := time.Now()
	for range readers {
		f.read(p.URL, "now")
	}
	oneByOne := time.Since(began)
	for by, url := range map[string]string{"this replica": p.URL, "another replica": other.URL} {
		heard := f.wait(client, p.URL, readers)
		time.Sleep(3 * time.Second)
		more := kit.Memory(p.Process.Pid) - before
		busy := d.Number(`select count(*) from pg_stat_activity where datname = 'petcare' and state <> 'idle' and pid <> pg_backend_pid()`)
		if len(heard) > 0 {
			t.Fatalf("%d did not wait", len(heard))
		}
		f.create(url, "Two")
		began := time.Now()
		var last time.Duration
		for range readers {
			last = max(last, (<-heard).Sub(began))
		}
		t.Logf("%s: %d MiB more, %d connections busy, the last heard of it after %s; one by one, they are answered within %s", by, more, busy,
			last.Round(time.Millisecond), oneByOne.Round(time.Millisecond))
		if more > 50 || busy > 2 || last > max(oneByOne, 500*time.Millisecond) {
			t.Error("that is too much")
		}
	}
}

// wait starts the given number of long polls at a replica, and sends the time when each of them returned something.
func (f feedDesk) wait(client *http.Client, url string, readers int) <-chan time.Time {
	f.t.Helper()
	_, now := f.read(url, "now")
	ctx, cancel := context.WithTimeout(f.t.Context(), time.Minute)
	f.t.Cleanup(cancel)
	heard := make(chan time.Time, readers)
	var asked sync.WaitGroup
	for range readers {
		asked.Add(1)
		go func() {
			defer func() { heard <- time.Now() }()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+f.base+"/events?wait=10&after="+now, nil)
			asked.Done()
			if err != nil {
				f.t.Error(err)
				return
			}
			r.Header.Set("X-API-Key", f.key)
			response, err := client.Do(r)
			if err != nil || response.StatusCode != http.StatusOK {
				f.t.Errorf("%v %v", response, err)
				return
			}
			text, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil || !bytes.Contains(text, []byte("customer.created")) {
				f.t.Errorf("%v %s", err, text)
			}
		}()
		time.Sleep(3 * time.Millisecond) // a key may not have a thousand requests in progress; waiting ones do not count
	}
	asked.Wait()
	return heard
}
