package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// world is an account with records of every kind, which random changes change.
type world struct {
	kit.Tenant
	*rand.Rand
	n    int
	last string          // the newest change
	used map[string]bool // operations that have changed something
	due  []int           // the actions that come next, so that each comes in turn
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{Tenant: kit.NewTenant(t), Rand: rand.New(rand.NewPCG(seed, 1)), used: map[string]bool{}}
	w.must("POST", "breeds", map[string]any{"name": "Zz first", "species": "dog"})
	for range 3 {
		w.create()
	}
	load(w.Tenant, `{"type":"customer","external_id":"C","first_name":"Jo"}
{"type":"order","external_id":"O","number":"1","customer":"C","status":"open","placed_at":"2026-01-01T10:00:00Z","lines":[]}
`)
	w.newChanges()
	return w
}

func (w *world) must(method, path string, body any, headers ...string) map[string]any {
	w.T.Helper()
	r := w.Do(method, path, body, headers...)
	if r.Status >= 300 {
		w.T.Fatalf("%s %s %v: %s", method, path, body, r.Text)
	}
	w.used[method+" "+pathOf(path)] = true
	if r.Status == 204 {
		return nil
	}
	return r.Object(r.Status)
}

var idInPath = regexp.MustCompile(`/[0-9a-f]{8}-[0-9a-f-]{27}`)

// pathOf is a path with {} for ids, as far as an account has it.
func pathOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimPrefix(idInPath.ReplaceAllString("/"+strings.TrimPrefix(path, "/"), "/{}"), "/v1/accounts/{}")
	return strings.TrimPrefix(path, "/accounts/{}")
}

func (w *world) name() string {
	w.n++
	return fmt.Sprintf("Zz %d", w.n)
}

// create makes a customer with a pet and what belongs to them.
func (w *world) create() {
	customer := w.must("POST", "customers", map[string]any{"first_name": w.name()})
	pet := w.must("POST", "customers/"+customer["id"].(string)+"/pets", map[string]any{"name": w.name(), "species": "dog"})
	w.must("POST", "customers/"+customer["id"].(string)+"/notes", map[string]any{"body": w.name()})
	w.must("POST", "breeds", map[string]any{"name": w.name(), "species": "dog"})
	w.must("POST", "secondaryPetStatuses", map[string]any{"name": w.name()})
	w.must("POST", "colourCodes", map[string]any{"type": "pet", "name": w.name(), "colour": "#FF0000"})
	w.must("POST", "petFields/custom", map[string]any{"label": w.name(), "type": "text"})
	kind := w.must("POST", "vaccinationTypes", map[string]any{"name": w.name()})
	of := map[string]any{"vaccination_type_id": kind["id"], "expires_on": "2031-01-01"}
	w.must("POST", "pets/"+pet["id"].(string)+"/vaccinations", of)
	w.must("POST", "pets/"+pet["id"].(string)+"/exemptions", map[string]any{"vaccination_type_id": kind["id"], "kind": "medical"})
}

// some is one of a list, or nil.
func (w *world) some(path string) map[string]any {
	list := w.Do("GET", path, nil).List()
	if len(list) == 0 {
		return nil
	}
	return list[w.IntN(len(list))]
}

const (
	breedsPath = "breeds?search=Zz&species=dog&limit=200"
	fieldsPath = "petFields/custom"
)

// change does something random. It may do nothing, where there is nothing to do it to.
func (w *world) change() {
	at := func(path string, r map[string]any) string { return path + "/" + r["id"].(string) }
	rename := func(path, list, key string) {
		if r := w.some(list); r != nil {
			w.must("PATCH", at(path, r), map[string]any{key: w.name()})
		}
	}
	remove := func(path, list, query string) {
		if r := w.some(list); r != nil {
			w.must("DELETE", at(path, r)+query, nil)
		}
	}
	pet := w.some("pets")
	petPath := "customers/" + pet["customer_id"].(string) + "/pets/" + pet["id"].(string)
	ids := func(list string) (of []any) {
		for range w.IntN(3) {
			if r := w.some(list); r != nil && !slices.Contains(of, r["id"]) {
				of = append(of, r["id"])
			}
		}
		return append([]any{}, of...)
	}
	actions := []func(){
		w.create,
		func() { rename("customers", "customers", "first_name") },
		func() {
			w.must("PATCH", at("customers", w.some("customers")), map[string]any{"phones": []any{map[string]any{"number": "+447700900123"}}})
		},
		func() { w.must("PATCH", petPath, map[string]any{"name": w.name(), "tags": []string{w.name()}}) },
		func() { w.must("PATCH", petPath, map[string]any{"breed_ids": ids(breedsPath)}) },
		func() { w.must("PATCH", petPath, map[string]any{"colour_code_ids": ids("colourCodes?type=pet")}) },
		func() {
			if s := w.some("secondaryPetStatuses"); s != nil {
				w.must("PATCH", petPath, map[string]any{"secondary_pet_status_id": s["id"]})
			}
		},
		func() {
			if f := w.some(fieldsPath); f != nil {
				value := w.name()
				if options := f["options"].([]any); len(options) > 0 {
					value = options[w.IntN(len(options))].(map[string]any)["value"].(string)
				}
				w.must("PATCH", petPath, map[string]any{"custom_fields": map[string]any{f["key"].(string): value}})
			}
		},
		func() { w.must("POST", petPath+"/transfer", map[string]any{"customer_id": w.some("customers")["id"]}) },
		func() { rename("breeds", breedsPath, "name") },
		func() { remove("breeds", breedsPath, "") },
		func() { rename("secondaryPetStatuses", "secondaryPetStatuses", "name") },
		func() { remove("secondaryPetStatuses", "secondaryPetStatuses", "") },
		func() { rename("colourCodes", "colourCodes?type=pet", "name") },
		func() { remove("colourCodes", "colourCodes?type=pet", "") },
		func() { rename("petFields/custom", fieldsPath, "label") },
		func() { remove("petFields/custom", fieldsPath, "?force=true") },
		func() {
			one := w.must("POST", "customerFields/custom", map[string]any{"label": w.name(), "type": "text"})
			two := w.must("POST", "customerFields/custom", map[string]any{"label": w.name(), "type": "text"})
			w.must("PATCH", at("customerFields/custom", two), map[string]any{"label": w.name()})
			list := []any{two["id"], one["id"]}
			for _, f := range w.Do("GET", "customerFields/custom?limit=200", nil).List() {
				if f["id"] != one["id"] && f["id"] != two["id"] {
					list = append(list, f["id"])
				}
			}
			w.must("PATCH", "customerFields/custom/reorder", map[string]any{"ids": list})
		},
		func() { remove("customerFields/custom", "customerFields/custom", "?force=true") },
		func() {
			w.must("PATCH", "petFields/standard", map[string]any{"fields": []any{map[string]any{"key": "tags", "label": w.name()}}})
		},
		func() {
			w.must("PATCH", "customerFields/standard", map[string]any{"fields": []any{map[string]any{"key": "vet", "label": w.name()}}})
		},
		func() {
			list := w.Do("GET", fieldsPath, nil).List()
			order := make([]any, len(list))
			for i, at := range w.Perm(len(list)) {
				order[i] = list[at]["id"]
			}
			w.must("PATCH", "petFields/custom/reorder", map[string]any{"ids": order})
		},
		func() {
			if v := w.some("vaccinations"); v != nil {
				w.must("PATCH", "pets/"+v["pet_id"].(string)+"/vaccinations/"+v["id"].(string), map[string]any{"clinic": w.name(), "expires_on": "2033-03-03"})
			}
		},
		func() {
			if v := w.some("vaccinations"); v != nil {
				w.must("DELETE", "pets/"+v["pet_id"].(string)+"/vaccinations/"+v["id"].(string), nil)
			}
		},
		func() {
			types := slices.DeleteFunc(w.Do("GET", "vaccinationTypes?limit=200", nil).List(), func(t map[string]any) bool { return t["built_in"] == true })
			if len(types) > 0 {
				w.must("PATCH", "vaccinationTypes/"+types[0]["id"].(string), map[string]any{"name": w.name()})
				w.must("DELETE", "vaccinationTypes/"+types[len(types)-1]["id"].(string), nil)
			}
		},
		func() {
			if e := w.some("pets/" + pet["id"].(string) + "/exemptions"); e != nil {
				w.must("PATCH", at("exemptions", e), map[string]any{"note": w.name()})
				w.must("DELETE", at("exemptions", e), nil)
			}
		},
		func() {
			order := at("orders", w.some("orders"))
			for i, of := range []string{"customers/" + pet["customer_id"].(string), petPath, order} {
				notes := of + "/notes"
				for _, by := range []string{notes, "notes"} {
					path := at(by, w.must("POST", notes, map[string]any{"body": w.name()}))
					w.must("PATCH", path, map[string]any{"title": w.name(), "pinned": true})
					w.must("DELETE", path, nil)
				}
				w.must("POST", notes, map[string]any{"body": w.name()})
				files := []string{of, "pets/" + pet["id"].(string), order}[i] + "/files"
				file := w.must("POST", files, strings.Replace(pdf, "\n", "\n%"+w.name()+"\n", 1), "Content-Type", "application/pdf")
				w.must("PATCH", at("files", file), map[string]any{"title": w.name()})
				w.must("DELETE", at("files", file), nil)
			}
		},
		func() {
			kind := w.must("POST", "vaccinationTypes", map[string]any{"name": w.name()})
			w.must("PUT", at("vaccinationRequirements", kind), map[string]any{"required_for": []string{[]string{"boarding", "daycare"}[w.n%2]}})
		},
		func() {
			w.must("PATCH", "/v1/accounts/"+w.Account.ID.String(), map[string]any{"website": "https://example.com/" + fmt.Sprint(w.n)})
		},
		w.importLines,
		w.importExample,
	}
	if len(w.due) == 0 {
		w.due = w.Perm(len(actions))
	}
	actions[w.due[0]]()
	w.due = w.due[1:]
}

// importLines imports 200 records: some that are new, and those of the last such import, changed.
func (w *world) importLines() {
	var lines strings.Builder
	line := func(v map[string]any) {
		text := testkit.Must[[]byte](w.T)(json.Marshal(v))
		lines.Write(append(text, '\n'))
	}
	for range 3 {
		n := fmt.Sprint(w.IntN(12))
		line(map[string]any{"type": "tax", "external_id": "T" + n + w.name(), "name": w.name(), "rate": "8.25", "inclusive": true, "active": true})
		line(map[string]any{"type": "customer", "external_id": w.name(), "first_name": w.name()})
		owner := fmt.Sprintf("Zz %d", w.n-1)
		line(map[string]any{"type": "pet", "external_id": w.name(), "name": w.name(), "species": "dog", "customer": owner})
		line(map[string]any{"type": "note", "external_id": w.name(), "body": w.name(), "customer": owner})
	}
	for n := range 188 {
		line(map[string]any{"type": "tax", "external_id": fmt.Sprint("B", n), "name": w.name(), "rate": "8.25", "inclusive": true, "active": true})
	}
	load(w.Tenant, lines.String())
}

// importExample imports a record of each type, and then with other names.
func (w *world) importExample() {
	for range 2 {
		var lines strings.Builder
		for text := range bytes.Lines(jsonl.Example()) {
			var line map[string]any
			if err := json.Unmarshal(text, &line); err != nil {
				w.T.Fatal(err)
			}
			for _, key := range []string{"name", "label", "first_name", "clinic", "note", "product", "number", "body"} {
				if line[key] != nil {
					line[key] = w.name()
					break
				}
			}
			lines.Write(append(testkit.Must[[]byte](w.T)(json.Marshal(line)), '\n'))
		}
		load(w.Tenant, lines.String())
	}
}

// newChanges are the changes since the last call, the oldest first.
func (w *world) newChanges() (list []map[string]any) {
	w.T.Helper()
	for _, c := range w.Do("GET", "changes?limit=200", nil).List() {
		if c["id"] == w.last {
			break
		}
		list = append([]map[string]any{c}, list...)
	}
	if n := len(list); n > 0 {
		w.last = list[n-1]["id"].(string)
	}
	return list
}

// lists are the records that GET shows.
func (w *world) lists() map[string]any {
	w.T.Helper()
	lists := map[string]any{}
	paths := []string{"customers", "pets", breedsPath, "secondaryPetStatuses", "colourCodes", "petFields", "customerFields", "vaccinationTypes",
		"vaccinations", "taxes", "vaccinationRequirements", "products/rates", "products/addons", "products/retail", "products/adjustments",
		"preventiveTypes", "pendingReasonOptions", "orders", "orders/" + w.Do("GET", "orders", nil).List()[0]["id"].(string) + "/notes",
		"orders/" + w.Do("GET", "orders", nil).List()[0]["id"].(string) + "/files"}
	for _, p := range w.Do("GET", "pets?limit=200", nil).List() {
		pet := "pets/" + p["id"].(string)
		paths = append(paths, pet+"/exemptions", pet+"/preventives", pet+"/files", "customers/"+p["customer_id"].(string)+"/"+pet+"/notes")
	}
	for _, c := range w.Do("GET", "customers?limit=200", nil).List() {
		paths = append(paths, "customers/"+c["id"].(string)+"/notes", "customers/"+c["id"].(string)+"/files")
	}
	for _, path := range paths {
		limited := path
		if !strings.Contains(path, "?") {
			limited += "?limit=200"
		}
		if strings.HasSuffix(path, "Fields") {
			limited = path
		}
		lists[path] = w.Do("GET", limited, nil).Object(200)["data"]
	}
	lists["account"] = []any{w.Do("GET", "/v1/accounts/"+w.Account.ID.String(), nil).Object(200)}
	return lists
}

// state is what GET shows, without what a revert may change.
func (w *world) state() map[string]string {
	w.T.Helper()
	state := map[string]string{}
	for path, list := range w.lists() {
		state[path] = string(testkit.Must[[]byte](w.T)(json.Marshal(without(list))))
	}
	var export []any
	for _, text := range written(w.T, w.Do("GET", "export", nil).Text) {
		var line any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			w.T.Fatal(err)
		}
		export = append(export, without(line))
	}
	state["export"] = string(testkit.Must[[]byte](w.T)(json.Marshal(export)))
	return state
}

// wantMirror compares what GET shows with what somebody has who follows the feed. Who has never heard of a record asks for it.
func (w *world) wantMirror() {
	w.T.Helper()
	mirror, gone := map[any]any{}, map[any]bool{}
	for _, e := range feed(w.Tenant, "") {
		object := objectOf(e)
		id := object["id"]
		gone[id] = strings.HasSuffix(e["type"].(string), ".deleted")
		if mirror[id] = object; gone[id] {
			delete(mirror, id)
		}
		moved, _ := object["moved"].([]any) // of a new order
		for _, m := range moved {
			if known, ok := mirror[m.(map[string]any)["id"]].(map[string]any); ok {
				maps.Copy(known, m.(map[string]any))
			}
		}
	}
	for path, list := range w.lists() {
		if object, ok := list.(map[string]any); ok { // standard and custom fields
			list = append(object["standard"].([]any), object["custom"].([]any)...)
		}
		for _, item := range list.([]any) {
			id := item.(map[string]any)["id"]
			if gone[id] {
				w.T.Errorf("%s: the feed told of the end of %v", path, item)
			} else if known, told := mirror[id].(map[string]any); told {
				for key, value := range known { // a list adds the names of others
					now := item.(map[string]any)[key]
					if key == "secondary_pet_status" && now == nil { // an event of its own has told that it is gone
						continue
					}
					if of, ok := value.(map[string]any); ok && key == "type" { // its name is in events of its own
						value, now = of["id"], now.(map[string]any)["id"]
					}
					if !reflect.DeepEqual(value, now) {
						w.T.Errorf("%s: %s of %v is %v in the feed and %v in the list", path, key, id, value, now)
					}
				}
			}
		}
	}
}

func without(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = without(v[i])
		}
	case map[string]any:
		for _, key := range []string{"version", "updated_at"} {
			delete(v, key)
		}
		for key := range v {
			v[key] = without(v[key])
		}
	}
	return v
}

func (w *world) wantState(what string, want map[string]string) {
	w.T.Helper()
	got := w.state()
	for path := range want {
		if got[path] != want[path] {
			w.T.Fatalf("%s: %s is\n%s\nand was\n%s", what, path, got[path], want[path])
		}
	}
	if len(got) != len(want) {
		w.T.Fatalf("%s: there are %d lists, there were %d", what, len(got), len(want))
	}
}

func (w *world) revert(id any) kit.Response {
	return w.Do("POST", "changes/"+id.(string)+"/revert", map[string]any{})
}

// What random changes did is undone step by step, also the undoing.
func TestRevertsInReverseOrderEndAtEachStateBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	type step struct {
		before  map[string]string
		changes []map[string]any
	}
	var steps []step
	for len(steps) < 50 {
		before := w.state()
		w.change()
		if list := w.newChanges(); len(list) > 0 {
			steps = append(steps, step{before, list})
		}
	}
	end := w.state()
	var reverts []string
	for _, s := range slices.Backward(steps) {
		for _, c := range slices.Backward(s.changes) {
			plan := w.Do("POST", "changes/"+c["id"].(string)+"/revert", map[string]any{"dry_run": true}).Object(200)
			made := w.revert(c["id"])
			if made.Status != 201 {
				t.Fatalf("revert %v: %s; %v", c, made.Text, plan)
			}
			reverts = append(reverts, made.Object(201)["id"].(string))
		}
		w.wantState(fmt.Sprint("after ", s.changes), s.before)
	}
	for _, id := range slices.Backward(reverts) {
		w.revert(id).Object(201)
	}
	w.wantState("after everything is redone", end)
	w.wantEveryWrite()
	w.wantEveryImport()
	w.wantMirror()
}
