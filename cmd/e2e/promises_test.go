package e2e

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// Two replicas, one key and twenty concurrent requests create one customer and one event.
func TestSameIdempotencyKeyAtOnceMakesOneCustomer(t *testing.T) {
	a := newTenant(t)
	b := a
	b.Service = kit.Start(t, kit.Config(kit.DatabaseURL(t)), io.Discard)
	body := map[string]any{"first_name": "Ana", "email": "ana@example.com"}
	var created, busy atomic.Int32
	var done sync.WaitGroup
	for i := range 20 {
		replica := []kit.Tenant{a, b}[i%2]
		done.Go(func() {
			r := replica.Do("POST", "customers", body, "Idempotency-Key", "once")
			switch r.Status {
			case 201:
				created.Add(1)
			case 409:
				r.Problem(409, "idempotency_in_progress")
				busy.Add(1)
			default:
				t.Errorf("%d %s", r.Status, r.Text)
			}
		})
	}
	done.Wait()
	if n := len(a.Do("GET", "customers?email=ana@example.com", nil).List()); n != 1 || created.Load() < 1 || created.Load()+busy.Load() != 20 {
		t.Errorf("%d customers, %d created, %d busy", n, created.Load(), busy.Load())
	}
	if n := len(a.Events(0)); n != 1 {
		t.Errorf("%d events", n)
	}
	repeat := b.Do("POST", "customers", body, "Idempotency-Key", "once")
	if repeat.Status != 201 || repeat.Header.Get("Idempotency-Replayed") != "true" || repeat.Header.Get("Location") == "" || repeat.Header.Get("ETag") != `"1"` {
		t.Errorf("repeat: %d %v", repeat.Status, repeat.Header)
	}
	b.Do("POST", "customers", map[string]any{"first_name": "Bo"}, "Idempotency-Key", "once").Problem(422, "idempotency_key_reused")
	b.Do("POST", "secondaryPetStatuses", `{"name": "Senior"}`, "Idempotency-Key", "once").Problem(422, "idempotency_key_reused")
	b.Do("POST", "customers", body, "Idempotency-Key", "once", "X-Staff-Id", "u-17").Problem(422, "idempotency_key_reused")
	b.Do("POST", "customers", map[string]any{"first_name": "Cy"}, "Idempotency-Key", "of staff", "X-Staff-Id", "u-17").Object(201)
	b.Do("POST", "customers", map[string]any{"first_name": "Cy"}, "Idempotency-Key", "of staff", "X-Staff-Id", "u-18").Problem(422, "idempotency_key_reused")
	for _, status := range []int{201, 422} { // the same body for another customer
		pet := b.Do("POST", "customers/"+b.NewCustomer(nil)["id"].(string)+"/pets", `{"name": "Rex", "species": "dog"}`, "Idempotency-Key", "pet")
		if pet.Status != status {
			t.Errorf("got %d %s, want %d", pet.Status, pet.Text, status)
		}
	}
	b.Do("POST", "customers", body, "Idempotency-Key", strings.Repeat("é", 256)).Problem(422, "validation_failed")
	for _, key := range []string{"order 17", strings.Repeat("é", 255)} {
		made := b.Do("POST", "customers", body, "Idempotency-Key", key)
		again := b.Do("POST", "customers", body, "Idempotency-Key", key)
		if alike := made.Header.Get("Petcare-Possible-Duplicates"); again.Object(201)["id"] != made.Object(201)["id"] || alike == "" ||
			again.Header.Get("Petcare-Possible-Duplicates") != alike {
			t.Errorf("%s is not repeated: %v %v", key, made.Header, again.Header)
		}
	}
}

// A breed with a duplicate name is rejected. The master list that the request loaded stays, as it does without a key.
func TestMasterListStaysLoadedUnderAnIdempotencyKey(t *testing.T) {
	a := newTenant(t)
	a.Do("POST", "breeds", map[string]any{"name": "labrador retriever", "species": "dog"}, "Idempotency-Key", "k").Problem(409, "duplicate")
	if n := len(a.Do("GET", "breeds?limit=200&species=dog", nil).List()); n != 200 {
		t.Errorf("%d breeds", n)
	}
	if got := a.Events(0); len(got) != 1 || got[0].Type != "breed.list_loaded" {
		t.Errorf("events %v", got)
	}
}

// Of ten writers that know the current version, one succeeds per round, and no change is lost.
func TestWritersAtOnceWithIfMatchLoseNothing(t *testing.T) {
	a := newTenant(t)
	at := "customers/" + a.NewCustomer(nil)["id"].(string)
	var done sync.WaitGroup
	for w := range 10 {
		done.Go(func() {
			for {
				current := a.Do("GET", at, nil)
				tags := current.Object(200)["tags"].([]any)
				r := a.Do("PATCH", at, map[string]any{"tags": append(tags, fmt.Sprint("w", w))}, "If-Match", current.Header.Get("ETag"))
				if r.Status == 200 {
					return
				}
				r.Problem(412, "version_mismatch")
			}
		})
	}
	done.Wait()
	c := a.Do("GET", at, nil).Object(200)
	if len(c["tags"].([]any)) != 10 || c["version"] != 11.0 {
		t.Errorf("tags %v, version %v", c["tags"], c["version"])
	}
}

// Writers without If-Match change different keys. Each change is complete, and none is lost.
func TestWritersAtOnceWithoutIfMatchTearNothing(t *testing.T) {
	a := newTenant(t)
	at := "customers/" + a.NewCustomer(nil)["id"].(string)
	var done sync.WaitGroup
	for w := range 10 {
		done.Go(func() {
			for i := range 5 {
				text := fmt.Sprintf("w%d-%d", w, i)
				a.Do("PATCH", at, map[string]any{"company_name": text, "alert": text, "referral_source": text}).Object(200)
			}
		})
	}
	done.Wait()
	c := a.Do("GET", at, nil).Object(200)
	if c["company_name"] != c["alert"] || c["alert"] != c["referral_source"] {
		t.Errorf("torn: %v", c)
	}
	// Each event describes one complete change, in the order of the versions.
	list := a.Events(0)
	for i, e := range list {
		if o := e.Object(); o["version"] != float64(i+1) || o["alert"] != o["company_name"] {
			t.Errorf("event %d: version %v, %v %v", i, o["version"], o["alert"], o["company_name"])
		}
	}
}

// Every listed module provides something. fx does not report a module that is never used.
func TestEveryModuleDelivers(t *testing.T) {
	t.Parallel()
	s := kit.Shared(t)
	delivered := map[string]map[string]bool{"migrations": {}, "event types": {}, "abilities": {}, "routes": {}}
	for _, m := range s.Parts.Migrations {
		delivered["migrations"][m.Module] = true
	}
	for _, m := range s.Parts.EventTypes {
		delivered["event types"][m.Module] = true
	}
	for _, m := range s.Parts.Abilities {
		delivered["abilities"][m.Module] = true
	}
	for _, m := range s.Parts.Routes {
		delivered["routes"][m.Module] = true
	}
	modules := testkit.Must[[]os.DirEntry](t)(os.ReadDir("../../modules"))
	for _, m := range modules {
		for what, by := range delivered {
			none := m.Name() == "auth" && (what == "event types" || what == "abilities") || // logins change no record
				m.Name() == "imports" && what == "event types" // the records of a file have theirs
			if m.IsDir() && !by[m.Name()] && !none {
				t.Errorf("%s has delivered no %s", m.Name(), what)
			}
		}
	}
}

// Managers share out rights in the console, operators on the command line: neither looks into the API reference.
func TestEveryAbilityIsExplained(t *testing.T) {
	t.Parallel()
	for file, quoted := range map[string]string{"../../adapters/console/static/pages/keys.js": "'%s': '", "../../deployments/COMMANDS.md": "`%s`"} {
		text := testkit.Must[[]byte](t)(os.ReadFile(file))
		for _, m := range kit.Shared(t).Parts.Abilities {
			for _, ability := range m.Names {
				if !strings.Contains(string(text), fmt.Sprintf(quoted, ability)) {
					t.Errorf("%s does not explain %s", file, ability)
				}
			}
		}
	}
}

// Without its sweeper, what expires is kept for ever, or what time brings is not announced.
func TestEverySweeperIsThere(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range kit.Shared(t).Parts.Sweepers {
		got = append(got, s.Module+": "+s.Name)
	}
	slices.Sort(got)
	want := []string{"auth: logins", "customerspets: duplicates", "files: bytes of files",
		"healthrecords: vaccinations that expire", "idempotency: idempotency", "imports: imports", "outbox: events", "postgres: statistics", "webhooks: deliveries", "webhooks: webhooks"}
	if !slices.Equal(got, want) {
		t.Errorf("the sweepers are %q, want %q", got, want)
	}
}
