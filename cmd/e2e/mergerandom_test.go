package e2e

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// merges is how many random merges of each kind there are: MERGES, or a few.
func merges(t *testing.T) int {
	n := testkit.Must[int](t)(strconv.Atoi(cmp.Or(os.Getenv("MERGES"), "10")))
	return n
}

// Merges of random records, with random choices: the preview is the result, and the undo brings each row back, after other edits, too.
func TestRandomMergesAreAsPreviewedAndUndone(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for left := merges(t); left > 0; left -= 25 { // all rows of an account are compared again and again
		mergeAtRandom(kit.NewTenant(t), random, min(left, 25))
	}
}

func mergeAtRandom(w kit.Tenant, random *rand.Rand, n int) {
	t := w.T
	t.Helper()
	options := []any{map[string]any{"value": "a", "label": "A"}, map[string]any{"value": "b", "label": "B"}}
	one := func(of ...any) func() any { return func() any { return of[random.IntN(len(of))] } }
	common := map[string]func() any{
		"alert": one("A1", "A2"), "tags": one([]string{"t1"}, []string{"t1", "t2"}, []string{"t3"}), "vet": one(map[string]any{"name": "Dr Obi"}),
		"custom_fields": one(map[string]any{"likes": []string{"a"}}, map[string]any{"likes": []string{"b"}}, map[string]any{"likes": []string{"b", "a"}}),
		"external_id":   func() any { return ids.New().String() }, "status": one("inactive"),
	}
	for _, kind := range []string{"customer", "pet"} {
		w.Do("POST", kind+"Fields/custom", map[string]any{"label": "Likes", "key": "likes", "type": "multi_select", "options": options}).Object(201)
		code := w.Do("POST", "colourCodes", map[string]any{"type": kind, "name": "VIP", "colour": "#112233"}).Object(201)["id"]
		values := maps.Clone(common)
		values["colour_code_ids"] = one([]any{code})
		var create func(extra map[string]any) (record map[string]any, patched string)
		if kind == "customer" {
			maps.Copy(values, map[string]func() any{
				"last_name": one("L1", "L2"), "company_name": one("Kennels"), "referral_source": one("Friend"),
				"email": func() any { return ids.New().String() + "@example.com" }, "communication": one(map[string]any{"sms_opt_in": true}),
				"phones":   func() any { return []any{map[string]any{"number": fmt.Sprintf("+44770090012%d", random.IntN(4))}} },
				"address":  one(map[string]any{"city": "C1", "line1": "1 Road"}, map[string]any{"city": "C2"}),
				"contacts": one([]any{map[string]any{"name": "N1"}}, []any{map[string]any{"name": "N2"}}),
			})
			create = func(extra map[string]any) (map[string]any, string) {
				c := w.NewCustomer(extra)
				for range random.IntN(3) {
					w.NewPet(c, nil)
					w.Do("POST", "customers/"+c["id"].(string)+"/notes", map[string]any{"body": "x"}).Object(201)
				}
				return c, "customers/" + c["id"].(string)
			}
		} else {
			breed := w.Do("POST", "breeds", map[string]any{"name": "Zwergwolf", "species": "dog"}).Object(201)["id"]
			vaccine := w.Do("GET", "vaccinationTypes", nil).List()[0]["id"]
			maps.Copy(values, map[string]func() any{
				"breed_ids": one([]any{breed}, []any{}), "sex": one("male", "female"), "altered": one("yes"), "microchip": one("12345", "54321"),
				"birth_date": one("2020-01-02", "2020-02-03"), "weight": one(map[string]any{"value": "4.5", "unit": "kg"}), "allergies": one("Hay"),
			})
			create = func(extra map[string]any) (map[string]any, string) {
				c := w.NewCustomer(nil)
				p := w.NewPet(c, extra)
				path := "customers/" + c["id"].(string) + "/pets/" + p["id"].(string)
				for range random.IntN(3) {
					w.Do("POST", path+"/notes", map[string]any{"body": "x"}).Object(201)
					w.Do("POST", "pets/"+p["id"].(string)+"/vaccinations", map[string]any{"vaccination_type_id": vaccine,
						"expires_on": fmt.Sprintf("2027-03-1%d", random.IntN(9))}).Object(201)
					w.Do("POST", "pets/"+p["id"].(string)+"/exemptions", map[string]any{"vaccination_type_id": vaccine, "kind": "age"}).Object(201)
				}
				return p, path
			}
		}
		for range n {
			pair, path, keep := [2]map[string]any{}, "", map[string]any{}
			for i := range pair {
				extra := map[string]any{}
				for _, key := range slices.Sorted(maps.Keys(values)) {
					if random.IntN(2) == 0 {
						extra[key] = values[key]()
					}
					if random.IntN(5) == 0 && key != "custom_fields" {
						keep[key] = []string{"source", "target"}[random.IntN(2)]
					}
				}
				pair[i], path = create(extra)
			}
			before := rows(w)
			plan := mergeOf(w, kind, pair[0], pair[1], map[string]any{"dry_run": true, "keep": keep}).Object(200)
			sameRows(w, rows(w), before)
			done := mergeOf(w, kind, pair[0], pair[1], map[string]any{"keep": keep}).Object(201)
			sameResult(t, kind, plan, done)
			name := map[string]string{"customer": "first_name", "pet": "name"}[kind]
			for i := range random.IntN(3) * 5 { // other edits: they stay, so the last one puts the old value back
				w.Do("PATCH", path, map[string]any{name: []any{"Al", "Ann"}[i%2]}).Object(200)
			}
			w.Do("PATCH", path, map[string]any{name: pair[1][name]}).Object(200)
			after := rows(w)
			undone := undo(w, done["change_id"]).Object(201)
			sameRows(w, rows(w), before)
			redone := undo(w, undone["id"]).Object(201)
			sameRows(w, rows(w), after)
			undo(w, redone["id"]).Object(201)
			sameRows(w, rows(w), before)
			if t.Failed() {
				t.Fatalf("%v and %v with %v", pair[0], pair[1], keep)
			}
		}
	}
}

// A pet's orders, files, photo and health records move, too; what leads to the pet that is gone leads to the one that is left.
func TestAMergeOfPetsMovesEverythingAndLeadsToThePetThatIsLeft(t *testing.T) {
	w := newTenant(t)
	owner, other := w.NewCustomer(map[string]any{"external_id": "C-1"}), w.NewCustomer(nil)
	target, source := w.NewPet(other, map[string]any{"external_id": "P-2"}), w.NewPet(owner, map[string]any{"external_id": "P-1", "microchip": "985"})
	of := "customers/" + owner["id"].(string) + "/pets/" + source["id"].(string)
	photo := upload(w, w.Key, "pets/"+source["id"].(string)+"/files?kind=photo", "image/jpeg", photograph(t, 40, 30, 1)).Object(201)
	w.Do("PATCH", of, map[string]any{"photo_file_id": photo["id"]}).Object(200)
	line := fmt.Sprintf(`{"type":"preventive_type","external_id":"T-1","name":"Drops","category":"other"}
{"type":"preventive","external_id":"V-1","pet":"P-1","preventive_type":"T-1","expires_on":"2027-01-01"}
%s`, orderLine("O-1", "C-1"))
	line = line[:len(line)-1] + `,"pets":["P-1"]}`
	load(w, line)
	_, stranger := w.Login()
	before := rows(w)
	plan := mergeOf(w, "pet", source, target, map[string]any{"dry_run": true}).Object(200)
	done := mergeOf(w, "pet", source, target, nil).Object(201)
	sameResult(t, "pet", plan, done)
	left := done["pet"].(map[string]any)
	if fmt.Sprint(done["moved"]) != "map[exemptions:0 files:1 notes:0 orders:1 preventives:1 vaccinations:0]" || left["microchip"] != "985" ||
		left["photo_file_id"] != photo["id"] || left["customer_id"] != other["id"] {
		t.Errorf("%v", done)
	}
	if list := w.Do("GET", "orders?petId="+target["id"].(string), nil).List(); len(list) != 1 {
		t.Errorf("%d orders", len(list))
	}
	for _, path := range []string{of + "/notes", "pets/" + source["id"].(string) + "/vaccinations", "pets/" + source["id"].(string) + "/exemptions"} {
		w.Do("GET", path, nil).Problem(409, "merged")
	}
	if w.Do("GET", "pets/"+source["id"].(string), nil).Object(200)["id"] != target["id"] { // the client follows
		t.Error("it does not lead to the pet that is left")
	}
	mergeOf(w, "pet", target, source, nil).Problem(409, "merged")
	w.Send(stranger, "GET", w.Base+"/pets/"+source["id"].(string), nil).Problem(404, "not_found")
	status, out, errs := w.Import("--dry-run", w.File(`{"type":"pet","external_id":"P-1","customer":"C-1","name":"Max","species":"dog"}`+"\n"))
	if status != 0 {
		t.Errorf("%s %s", out, errs)
	}
	undone := undo(w, done["change_id"]).Object(201)
	sameRows(w, rows(w), before)
	undo(w, undone["id"]).Object(201)
	if w.Do("GET", "pets/"+source["id"].(string), nil).Object(200)["id"] != target["id"] {
		t.Error("what is redone does not lead to the pet that is left")
	}

	cat := w.NewPet(owner, map[string]any{"species": "cat"})
	if faults := mergeOf(w, "pet", cat, target, nil).Problem(409, "merge_blocked"); len(faults) != 1 || faults[0] != "body.keep.species other_species" {
		t.Errorf("%q", faults)
	}
}
