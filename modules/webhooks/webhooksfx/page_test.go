package webhooksfx

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// The SQL of RECEIVING.md keeps each event once and the latest state of each record, in whatever order events come.
func TestTheSQLForReceiversKeepsWhatIsLatest(t *testing.T) {
	t.Parallel()
	page := testkit.Must[[]byte](t)(os.ReadFile("../RECEIVING.md"))
	block := regexp.MustCompile("(?s)```sql\n(.*?)```").FindStringSubmatch(string(page))
	if block == nil {
		t.Fatal("the page has no SQL")
	}
	keep, apply, _ := strings.Cut(block[1], ";\n\n")
	k := testkit.New(t, testkit.SQL(`create table hook_events (id text primary key, type text not null, body text not null);
		create table notes (id text primary key, sequence bigint not null, body text not null, deleted boolean not null);`))
	for _, want := range []int64{1, 0} {
		if n := k.Exec(keep, "event", "note.created", "{}"); n != want {
			t.Errorf("%d events are kept, want %d", n, want)
		}
	}
	k.Exec(apply, "one", 3, "created", false)
	k.Exec(apply, "one", 9, "as it was last", true)
	k.Exec(apply, "one", 7, "updated", false)
	k.Exec(apply, "two", 8, "updated", false)
	k.Exec(apply, "two", 4, "created", false)
	if k.Count(`select count(*) from notes where not deleted`) != 1 ||
		k.Count(`select count(*) from notes where id = 'two' and body = 'updated' and not deleted`) != 1 {
		t.Error("a late event brings a note back, or an older state")
	}
}
