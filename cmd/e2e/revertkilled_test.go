package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// The process is killed while it has removed some of 2,000 pets, and waits for one that somebody else holds.
func TestARevertThatIsKilledHasChangedNothingAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	const pets = 2000
	url := kit.FreshURL(t)
	base, key := "/v1/accounts/"+kit.AddAccount(t, url), kit.AddKey(t, url)
	db := openDatabase(t, url)
	var lines strings.Builder
	lines.WriteString(`{"type":"customer","external_id":"C","first_name":"Jo"}` + "\n")
	for i := range pets {
		fmt.Fprintf(&lines, `{"type":"pet","external_id":"P-%d","name":"Rex %d","species":"dog","customer":"C"}`+"\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "pets.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	kit.Run(t, url, "import", "--account", "main", file)
	there := func() string {
		return fmt.Sprint(number(t, db, "select count(*) from customerspets.pets"), " pets, ", number(t, db, "select count(*) from outbox.reverts"),
			" reverts, ", number(t, db, "select count(*) from outbox.events where type like '%.deleted'"), " deletions")
	}
	p := kit.StartInstance(t, url)
	s := kit.At(t, p.URL)
	imported := s.Send(key, "GET", base+"/changes?limit=1", nil).List()[0]
	path := base + "/changes/" + imported["id"].(string) + "/revert"

	holder := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), url))
	if _, err := holder.Exec(t.Context(), "begin; select from customerspets.pets where external_id = 'P-700' for key share"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		r, err := http.NewRequest("POST", p.URL+path, strings.NewReader("{}"))
		if err == nil {
			r.Header.Set("X-API-Key", key)
			r.Header.Set("Content-Type", "application/json")
			var response *http.Response
			if response, err = http.DefaultClient.Do(r); err == nil {
				_ = response.Body.Close()
			}
		}
		ended <- err
	}()
	kit.Eventually(t, "the revert waits for a pet", time.Minute, func() bool {
		return number(t, db, "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") > 0
	})
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("it was answered before it was killed")
	}
	_ = holder.Close(t.Context())
	if got := there(); got != "2000 pets, 0 reverts, 0 deletions" {
		t.Errorf("after the kill: %s", got)
	}
	s.URL = kit.StartInstance(t, url).URL
	now := testkit.RunningTime(t)
	began := now()
	s.Send(key, "POST", path, "{}").Object(201)
	t.Logf("%d new pets were removed in %v", pets, now()-began)
	if got := there(); got != "0 pets, 1 reverts, 2001 deletions" {
		t.Errorf("after the repeat: %s", got)
	}
}
