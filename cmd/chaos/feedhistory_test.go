//go:build chaos

package chaos

import (
	"os/exec"
	"slices"
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
		r := kit.At(f.t, url).Send(f.key, "GET", f.base+"/events?after="+after, nil)
		for _, e := range r.List() {
			object := e["data"].(map[string]any)["object"].(map[string]any)
			if name, named := object["first_name"].(string); named { // the event of the key has none
				names = append(names, name)
			}
		}
		after = r.Object(200)["next_cursor"].(string)
		if r.Object(200)["has_more"] == false {
			return names, after
		}
	}
}

func (f feedDesk) expired(url, after, reason string) {
	f.t.Helper()
	p := kit.At(f.t, url).Send(f.key, "GET", f.base+"/events?after="+after, nil).Object(410)
	if p["code"] != "cursor_expired" || p["reason"] != reason {
		f.t.Errorf("%v", p)
	}
}

func (f feedDesk) tells(url, after string, want ...string) (next string) {
	f.t.Helper()
	names, next := f.read(url, after)
	if !slices.Equal(names, want) {
		f.t.Fatalf("it tells of %q, want %q", names, want)
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
