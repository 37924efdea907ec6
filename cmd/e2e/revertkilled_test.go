package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// killed kills an instance that works on a POST, while it waits for rows that somebody else holds.
func killed(t *testing.T, url, held string, post func(url string) (key, path string), body string) {
	t.Helper()
	db := openDatabase(t, url)
	p := kit.StartInstance(t, url)
	key, path := post(p.URL)
	release := holding(t, url, held)
	ended := make(chan error, 1)
	go func() {
		r, err := http.NewRequest("POST", p.URL+path, strings.NewReader(body))
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
	kit.Eventually(t, "it waits for the rows", time.Minute, func() bool {
		return number(t, db, "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") > 0
	})
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("it was answered before it was killed")
	}
	release()
}

// The process is killed while it has moved some of the pets of a customer, and waits for a note that somebody else holds.
func TestAMergeThatIsKilledHasChangedNothingAndCanBeRepeated(t *testing.T) {
	url, base, key := newDatabase(t)
	db := openDatabase(t, url)
	importInto(t, url, `{"type":"customer","external_id":"A","first_name":"Jo"}
{"type":"customer","external_id":"B","first_name":"Jo"}
{"type":"pet","external_id":"P","name":"Rex","species":"dog","customer":"B"}
{"type":"note","external_id":"N","customer":"B","body":"Rings twice"}
`)
	id := func(externalID string) (id string) {
		if err := db.In(t.Context()).Raw("select id from customerspets.customers where external_id = ?", externalID).Scan(&id).Error; err != nil {
			t.Fatal(err)
		}
		return id
	}
	target, source := id("A"), id("B")
	there := func() [3]int {
		return [3]int{number(t, db, "select count(*) from customerspets.customers"), number(t, db, "select count(*) from customerspets.merges"),
			number(t, db, "select count(*) from customerspets.pets where customer_id = '"+target+"'")}
	}
	path, body := base+"/customers/"+target+"/merge", `{"source_id":"`+source+`"}`
	killed(t, url, "select from notes.notes for update", func(string) (string, string) { return key, path }, body)
	if got := there(); got != [3]int{2, 0, 0} {
		t.Errorf("after the kill: %v", got)
	}
	kit.At(t, kit.StartInstance(t, url).URL).Send(key, "POST", path, body).Object(201)
	if got := there(); got != [3]int{1, 1, 1} {
		t.Errorf("after the repeat: %v", got)
	}
}

// The process is killed while it has removed some of 600 pets, and waits for one that somebody else holds.
func TestARevertThatIsKilledHasChangedNothingAndCanBeRepeated(t *testing.T) {
	const pets = 600
	url, base, key := newDatabase(t)
	db := openDatabase(t, url)
	var lines strings.Builder
	lines.WriteString(`{"type":"customer","external_id":"C","first_name":"Jo"}` + "\n")
	for i := range pets {
		fmt.Fprintf(&lines, `{"type":"pet","external_id":"P-%d","name":"Rex %d","species":"dog","customer":"C"}`+"\n", i, i)
	}
	importInto(t, url, lines.String())
	there := func() string {
		return fmt.Sprint(number(t, db, "select count(*) from customerspets.pets"), " pets, ", number(t, db, "select count(*) from outbox.reverts"),
			" reverts, ", number(t, db, "select count(*) from outbox.events where type like '%.deleted'"), " deletions")
	}
	s := kit.At(t, "")
	path := ""
	killed(t, url, "select from customerspets.pets where external_id = 'P-100' for key share", func(at string) (string, string) {
		s.URL = at
		path = base + "/changes/" + s.Send(key, "GET", base+"/changes?limit=1", nil).List()[0]["id"].(string) + "/revert"
		return key, path
	}, "{}")
	if got := there(); got != "600 pets, 0 reverts, 0 deletions" {
		t.Errorf("after the kill: %s", got)
	}
	s.URL = kit.StartInstance(t, url).URL
	s.Send(key, "POST", path, "{}").Object(201)
	if got := there(); got != "0 pets, 1 reverts, 601 deletions" {
		t.Errorf("after the repeat: %s", got)
	}
}
