package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func merge(w kit.Tenant, source, target map[string]any, more map[string]any, headers ...string) kit.Response {
	w.T.Helper()
	return mergeOf(w, "customer", source, target, more, headers...)
}

func mergeOf(w kit.Tenant, kind string, source, target map[string]any, more map[string]any, headers ...string) kit.Response {
	w.T.Helper()
	body := map[string]any{"source_id": source["id"]}
	maps.Copy(body, more)
	return w.Do("POST", kind+"s/"+target["id"].(string)+"/merge", body, headers...)
}

// rows are the rows of all tables with an account's data, as JSON, but for what an undo may change: versions and times, merges that are
// undone, the tables of the outbox and what is remembered of requests, sessions and statistics.
func rows(w kit.Tenant) map[string]string {
	w.T.Helper()
	db := w.DB.In(context.Background())
	var tables []string
	err := db.Raw(`select format('%I.%I', table_schema, table_name) from information_schema.columns where column_name = 'account_id'
		and table_schema in ('customerspets', 'notes', 'orders', 'healthrecords', 'files', 'configlists', 'catalog') and table_name not like 'duplicate_c%'
		and table_name <> 'announced_days' -- a sweeper's, which comes at any time
		and table_name not in (select table_name from information_schema.views) order by 1`).Scan(&tables).Error
	found := map[string]string{}
	for _, table := range tables {
		var text []string
		if err == nil {
			err = db.Raw(`select (to_jsonb(t) - 'version' - 'updated_at' - 'login_last_login_at' - 'source_last_login_at')::text from `+table+` t
				where account_id = ? and to_jsonb(t) ->> 'undone_by' is null order by 1`, w.Account.ID).Scan(&text).Error
		}
		found[table] = strings.Join(text, "\n")
	}
	if err != nil {
		w.T.Fatal(err)
	}
	return found
}

func sameRows(w kit.Tenant, got, want map[string]string) {
	w.T.Helper()
	for table := range want {
		differing := func(a, b string) (list []string) {
			for line := range strings.SplitSeq(a, "\n") {
				if !strings.Contains("\n"+b+"\n", "\n"+line+"\n") {
					list = append(list, line)
				}
			}
			return list
		}
		if got[table] != want[table] {
			w.T.Errorf("%s has\n%q\nwant\n%q", table, differing(got[table], want[table]), differing(want[table], got[table]))
		}
	}
}

func TestAMergeMovesEverythingAndItsUndoBringsAllOfItBack(t *testing.T) {
	w := newTenant(t)
	target := w.NewCustomer(map[string]any{"first_name": "Rosalind", "last_name": nil, "external_id": "T-1", "tags": []string{"a"},
		"phones": []any{map[string]any{"number": "+447700900123"}}})
	source := w.NewCustomer(map[string]any{"first_name": "Rosie", "last_name": "Okafor", "external_id": "S-1", "tags": []string{"a", "b"},
		"email": ids.New().String() + "@example.com", "password": "correct horse", "alert": "Deaf",
		"phones": []any{map[string]any{"number": "+447700900124"}, map[string]any{"number": "+447700900123"}}})
	pet := w.NewPet(source, nil)
	of := "customers/" + source["id"].(string)
	note := w.Do("POST", of+"/notes", map[string]any{"body": "Rings twice"}).Object(201)
	w.Do("POST", of+"/pets/"+pet["id"].(string)+"/notes", map[string]any{"body": "Bites"}).Object(201)
	upload(w, w.Key, "customers/"+source["id"].(string)+"/files", "application/pdf", pdf).Object(201)
	load(w, orderLine("O-1", "S-1"))
	login := func() kit.Response {
		body := map[string]any{"account_id": w.Account.ID, "email": source["email"], "password": "correct horse"}
		return w.Send("", "POST", "/v1/auth/login", body, "X-Forwarded-For", kit.AnyAddress())
	}
	token := login().Object(200)["access_token"].(string)
	another, before := w.NewCustomer(nil), rows(w)

	preview := merge(w, source, target, map[string]any{"dry_run": true})
	plan := preview.Object(200)
	sameRows(w, rows(w), before)
	done := merge(w, source, target, nil).Object(201)
	testkit.SameJSON(t, done["moved"], map[string]any{"pets": 1, "notes": 1, "orders": 1, "files": 1})
	merged := done["customer"].(map[string]any)
	if plan["change_id"] != nil || done["change_id"] != lastChange(w)["id"] || lastChange(w)["source"] != "merge" {
		t.Errorf("the preview has the change %v, the merge %v", plan["change_id"], done["change_id"])
	}
	sameResult(t, "customer", plan, done)
	testkit.SameJSON(t, []any{merged["id"], merged["first_name"], merged["last_name"], merged["external_id"], merged["tags"], merged["alert"],
		merged["email"], merged["login"].(map[string]any)["enabled"], len(merged["phones"].([]any))},
		[]any{target["id"], "Rosalind", "Okafor", "T-1", []any{"a", "b"}, "Deaf", source["email"], true, 2})
	if got := w.Do("GET", "customers/"+target["id"].(string), nil); got.Text != string(testkit.Must[[]byte](t)(json.Marshal(merged))) {
		testkit.SameJSON(t, got.Object(200), merged)
	}
	if n := len(w.Do("GET", "customers/"+target["id"].(string)+"/notes", nil).List()); n != 1 {
		t.Errorf("%d notes", n)
	}
	w.Send(token, "GET", "/v1/auth/me", nil).Problem(401, "unauthenticated")
	if id := login().Object(200)["customer"].(map[string]any)["id"]; id != target["id"] {
		t.Errorf("the login of the source is that of %v", id)
	}
	var types []string
	for _, e := range w.Do("GET", "changes/"+done["change_id"].(string)+"/events", nil).List() {
		types = append(types, e["type"].(string))
		object := e["data"].(map[string]any)["object"].(map[string]any)
		if e["type"] == "customer.deleted" && object["merged_into"] != target["id"] || e["type"] == "customer.merged" && object["source_id"] != source["id"] {
			t.Errorf("%v", e)
		}
	}
	slices.Sort(types)
	testkit.SameJSON(t, types, []any{"customer.deleted", "customer.merged", "customer.updated", "file.updated", "note.updated", "order.updated", "pet.updated"})
	wantMerged(w, source, target, pet, note, another)

	// Imports by either external id reach what is left, and leave its own.
	imports := func(line string) string {
		status, out, errs := w.Import("--dry-run", w.File(line+"\n"))
		if status != 0 {
			t.Fatal(errs)
		}
		return out
	}
	for _, id := range []string{"S-1", "T-1"} {
		out := imports(fmt.Sprintf(`{"type":"customer","external_id":%q,"first_name":"Another","email":"a@example.com"}`, id))
		if !strings.Contains(out, "0 created") {
			t.Errorf("%s: %s", id, out)
		}
	}
	w.Do("PATCH", "customers/"+target["id"].(string), map[string]any{"referral_source": "Friend"}).Object(200)
	w.Do("PATCH", "customers/"+target["id"].(string), map[string]any{"referral_source": nil}).Object(200)
	after, change := rows(w), done["change_id"]
	loggedIn := func(round int, as map[string]any) {
		if round > 0 { // more logins would be too many
			return
		}
		if id := login().Object(200)["customer"].(map[string]any)["id"]; id != as["id"] {
			t.Errorf("the login of the source is that of %v", id)
		}
	}
	for round := range 2 { // the second time, what is redone is undone
		undone := undo(w, change).Object(201)
		sameRows(w, rows(w), before)
		loggedIn(round, source)
		w.Do("GET", of, nil).Object(200)
		change = undo(w, undone["id"]).Object(201)["id"]
		sameRows(w, rows(w), after)
		wantMerged(w, source, target, pet, note, another)
		loggedIn(round, target)
		var told []string
		for _, e := range w.Do("GET", "changes/"+change.(string)+"/events", nil).List() {
			if object := e["data"].(map[string]any)["object"].(map[string]any); object["merged_into"] == target["id"] || object["source_id"] == source["id"] {
				told = append(told, e["type"].(string))
			}
		}
		testkit.SameJSON(t, told, []any{"customer.deleted", "customer.merged"})
	}
}

// sameResult compares a preview with the merge, but for the change, versions and times.
func sameResult(t testing.TB, kind string, plan, done map[string]any) {
	t.Helper()
	text := func(result map[string]any) string {
		left := maps.Clone(result[kind].(map[string]any))
		delete(left, "version")
		delete(left, "updated_at")
		return string(testkit.Must[[]byte](t)(json.Marshal([]any{left, result["moved"]})))
	}
	if text(plan) != text(done) {
		t.Errorf("the preview is\n%s\nthe merge\n%s", text(plan), text(done))
	}
}

// wantMerged fails unless everything that is asked of the source says where it is.
func wantMerged(w kit.Tenant, source, target, pet, note, another map[string]any) {
	w.T.Helper()
	of := w.Base + "/customers/" + source["id"].(string)
	direct := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r := testkit.Must[*http.Request](w.T)(http.NewRequest("GET", w.URL+of, nil))
	r.Header.Set("X-API-Key", w.Key)
	moved := kit.ReadResponse(w.T, testkit.Must[*http.Response](w.T)(direct.Do(r)))
	moved.Problem(301, "merged")
	if at := moved.Header.Get("Location"); at != w.Base+"/customers/"+target["id"].(string) {
		w.T.Errorf("it is at %q", at)
	}
	w.Do("GET", of, nil).Object(200)
	for _, ask := range []struct{ method, path, body string }{
		{"PATCH", "", `{"alert":"x"}`}, {"GET", "/pets", ""}, {"POST", "/pets", `{"name":"Rex","species":"dog"}`},
		{"GET", "/pets/" + pet["id"].(string), ""}, {"PATCH", "/pets/" + pet["id"].(string), `{"alert":"x"}`},
		{"POST", "/pets/" + pet["id"].(string) + "/transfer", `{"customer_id":"` + target["id"].(string) + `"}`},
		{"GET", "/notes", ""}, {"POST", "/notes", `{"body":"x"}`}, {"PATCH", "/notes/" + note["id"].(string), `{"body":"x"}`},
		{"GET", "/files", ""}, {"POST", "/passwordReset", ""}, {"POST", "/merge", `{"source_id":"` + target["id"].(string) + `"}`},
	} {
		var body any
		if ask.body != "" {
			body = ask.body
		}
		said := w.Do(ask.method, of+ask.path, body)
		if said.Status != 409 {
			w.T.Errorf("%s %s: %s", ask.method, ask.path, said.Text)
			continue
		}
		said.Problem(409, "merged")
		if !strings.Contains(said.Text, `"merged_into":"`+target["id"].(string)) {
			w.T.Errorf("%s %s: %s", ask.method, ask.path, said.Text)
		}
	}
	for _, c := range w.Do("GET", "customers", nil).List() {
		if c["id"] == source["id"] {
			w.T.Error("the source is in lists")
		}
	}
	merge(w, source, another, nil).Problem(409, "merged")
	stranger := kit.NewTenant(w.T)
	stranger.Do("GET", "customers/"+source["id"].(string), nil).Problem(404, "not_found")
}

func TestBadMergesAreRefusedAndWriteNothing(t *testing.T) {
	w := newTenant(t)
	long := func(first int) (phones []any) {
		for i := range 3 {
			phones = append(phones, map[string]any{"number": fmt.Sprintf("+4477009001%02d", first+i)})
		}
		return phones
	}
	mail := func() string { return ids.New().String() + "@example.com" }
	target := w.NewCustomer(map[string]any{"phones": long(10), "email": mail(), "password": "correct horse"})
	source := w.NewCustomer(map[string]any{"phones": long(20), "email": mail(), "password": "correct horse", "status": "blocked"})
	other := kit.NewTenant(t).NewCustomer(nil)
	events, before := w.LastEvent(), rows(w)
	merge(w, target, target, nil).Problem(422, "validation_failed")
	merge(w, other, target, nil).Problem(422, "validation_failed")
	merge(w, source, other, nil).Problem(404, "not_found")
	merge(w, source, target, nil, "If-Match", `"7"`).Problem(412, "version_mismatch")
	for keep, fault := range map[string]string{"frist_name": "body.keep.frist_name unknown", "custom_fields.none": "body.keep.custom_fields.none unknown"} {
		faults := merge(w, source, target, map[string]any{"keep": map[string]any{keep: "source"}}).Problem(422, "validation_failed")
		if len(faults) != 1 || faults[0] != fault {
			t.Errorf("%q", faults)
		}
	}
	merge(w, source, target, map[string]any{"keep": map[string]any{"email": "both"}}).Problem(422, "validation_failed")
	for _, dry := range []bool{true, false} {
		faults := merge(w, source, target, map[string]any{"dry_run": dry}).Problem(409, "merge_blocked")
		testkit.SameJSON(t, faults, []any{"body.keep.phones too_many", "body.keep.status blocked", "body.keep.login two_logins"})
	}
	faults := merge(w, source, target, map[string]any{"keep": map[string]any{"phones": "source", "status": "target", "login": "source",
		"email": "source", "first_name": "source", "last_name": "source"}, "dry_run": true}).Object(200)
	if faults["customer"].(map[string]any)["email"] != source["email"] {
		t.Errorf("%v", faults)
	}
	sameRows(w, rows(w), before)
	if told := w.Events(events); len(told) > 0 {
		t.Errorf("%d events", len(told))
	}
	w.Send(w.NewKey("customers:read"), "POST", w.Base+"/customers/"+target["id"].(string)+"/merge",
		map[string]any{"source_id": source["id"]}).Problem(403, "ability_missing")
	customer, token := w.Login()
	w.Send(token, "POST", w.Base+"/customers/"+customer["id"].(string)+"/merge", map[string]any{"source_id": source["id"]}).Problem(403, "forbidden")
}

// Twenty merges in a ring leave one customer or more with all pets, and nobody waits in a circle.
func TestMergesInARingEndConsistent(t *testing.T) {
	w := newTenant(t)
	var ring []map[string]any
	for i := range 20 {
		c := w.NewCustomer(map[string]any{"external_id": fmt.Sprint("R-", i)})
		w.NewPet(c, nil)
		w.Do("POST", "customers/"+c["id"].(string)+"/notes", map[string]any{"body": "x"}).Object(201)
		ring = append(ring, c)
	}
	var all sync.WaitGroup
	for i, c := range ring {
		all.Go(func() {
			if r := merge(w, c, ring[(i+1)%len(ring)], nil); r.Status != 201 {
				r.Problem(409, "merged")
			}
		})
	}
	all.Wait()
	left := w.Do("GET", "customers", nil).List()
	pets, notes := 0, 0
	for _, c := range left {
		pets += len(w.Do("GET", "customers/"+c["id"].(string)+"/pets", nil).List())
		notes += len(w.Do("GET", "customers/"+c["id"].(string)+"/notes", nil).List())
	}
	if len(left) == 0 || len(left) == 20 || pets != 20 || notes != 20 {
		t.Errorf("%d customers with %d pets and %d notes are left", len(left), pets, notes)
	}
	for _, c := range ring { // each leads to one that is left
		w.Do("GET", "customers/"+c["id"].(string), nil).Object(200)
	}
	// Two in a circle: one wins.
	a, b := w.NewCustomer(nil), w.NewCustomer(nil)
	var won [2]int
	all.Go(func() { won[0] = merge(w, a, b, nil).Status })
	all.Go(func() { won[1] = merge(w, b, a, nil).Status })
	all.Wait()
	slices.Sort(won[:])
	if won != [2]int{201, 409} {
		t.Errorf("%v", won)
	}
}
