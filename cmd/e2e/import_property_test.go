package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// propertyTime is how long random businesses are tried after the first two. Each takes three imports.
const propertyTime = 4 * time.Second

// The API returns an imported business exactly as it was imported. Importing it again with the lines in another order changes
// nothing, and the order makes no difference to another account.
func TestAnyBusinessIsImportedAsItIs(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	importer, err := jsonl.New(tenant.DB, tenant.Parts.Importers, clock.System)
	if err != nil {
		t.Fatal(err)
	}
	began, failed, tried := time.Now(), false, 0
	rapid.Check(t, func(rt *rapid.T) {
		if !failed && tried >= 2 && time.Since(began) > propertyTime {
			return
		}
		defer func() { failed = failed || rt.Failed() }()
		tried++
		b := drawBusiness(rt)
		first, other := newBranch(tenant, importer, rt), newBranch(tenant, importer, rt)
		first.load(b.file("order"))
		once := first.look()
		first.agrees(b, once)

		last := first.LastEvent()
		first.load(b.file("again"))
		if again := first.Events(last); len(again) > 0 {
			rt.Errorf("the second import recorded %d events, such as %s: %v", len(again), again[0].Type, again[0].Previous())
		}
		if twice := first.look(); twice.text != once.text {
			rt.Errorf("the answers were\n%s\nand are now\n%s", once.text, twice.text)
		}

		other.load(b.file("elsewhere"))
		other.agrees(b, other.look())
	})
	t.Logf("%d businesses", tried)
}

// branch is an account with the lists and fields to which generated records refer.
type branch struct {
	kit.Tenant
	rt       *rapid.T
	importer *jsonl.Importer
}

func newBranch(t kit.Tenant, importer *jsonl.Importer, rt *rapid.T) branch {
	t.Account = t.AddAccount("b"+strings.ReplaceAll(ids.New().String(), "-", "")[12:], "UTC", "GBP", "GB")
	t.Base = "/v1/accounts/" + t.Account.ID.String()
	t.Do("POST", "secondaryPetStatuses", map[string]any{"name": "Señior"}).Object(201)
	for _, kind := range []string{"pet", "customer"} {
		for _, number := range []int{1, 2, 9999} {
			t.Do("POST", "colourCodes", map[string]any{"type": kind, "number": number, "name": "Code", "colour": "#2E7D32"}).Object(201)
		}
		choices := []map[string]any{{"value": "a", "label": "A"}, {"value": "é", "label": "E"}}
		for field, options := range map[string][]map[string]any{"number": nil, "date": nil, "text": nil, "flag": nil, "choice": choices, "choices": choices} {
			of := map[string]string{"flag": "boolean", "choice": "select", "choices": "multi_select"}[field]
			if of == "" {
				of = field
			}
			body := map[string]any{"key": "own_" + field, "label": field, "type": of}
			if options != nil {
				body["options"] = options
			}
			t.Do("POST", kind+"Fields/custom", body).Object(201)
		}
	}
	return branch{t, rt, importer}
}

func (b branch) load(file string) {
	ctx := caller.With(b.T.Context(), caller.Caller{Kind: caller.System, Name: "import"})
	if _, err := b.importer.Run(ctx, jsonl.Job{Account: b.Account.ID, Name: "file", Input: strings.NewReader(file)}); err != nil {
		b.rt.Fatalf("%v\n%s", err, file)
	}
}

// picture is everything that the API returns about an account's imported records.
type picture struct {
	text    string
	records map[string]map[string]any // by type and external id; references are external ids or names
}

// passing lists the keys that depend on the time of reading or on other records.
var passing = []string{"id", "account_id", "created_at", "updated_at", "version", "days_until_expiry", "current"}

func (b branch) look() picture {
	var text strings.Builder
	found := map[string][]map[string]any{}
	ask := func(kind, path string) []map[string]any {
		r := b.Do("GET", path+"?limit=200", nil)
		list := r.List()
		fmt.Fprintf(&text, "%s %s\n", path, r.Text)
		found[kind] = append(found[kind], list...)
		return list
	}
	for _, list := range []struct{ kind, path string }{{"tax", "taxes"}, {"addon", "products/addons"}, {"rate", "products/rates"},
		{"retail_product", "products/retail"}, {"adjustment", "products/adjustments"}, {"pending_reason_option", "pendingReasonOptions"}, {"preventive_type", "preventiveTypes"}} {
		ask(list.kind, list.path)
	}
	for _, c := range ask("customer", "customers") {
		path := "customers/" + c["id"].(string)
		ask("note", path+"/notes")
		for _, p := range ask("pet", path+"/pets") {
			ask("note", path+"/pets/"+p["id"].(string)+"/notes")
			ask("vaccination", "pets/"+p["id"].(string)+"/vaccinations")
			ask("preventive", "pets/"+p["id"].(string)+"/preventives")
		}
	}
	for _, o := range ask("order", "orders") {
		ask("note", "orders/"+o["id"].(string)+"/notes")
	}
	return picture{text.String(), b.named(found)}
}

// named replaces ids with the names that lines use.
func (b branch) named(found map[string][]map[string]any) map[string]map[string]any {
	names := b.names()
	for _, list := range found {
		for _, record := range list {
			names[record["id"].(string)] = record["external_id"].(string)
		}
	}
	records := map[string]map[string]any{}
	for kind, list := range found {
		for _, record := range list {
			shown := renamed(record, names).(map[string]any)
			for _, key := range passing {
				delete(shown, key)
			}
			if kind == "vaccination" || kind == "preventive" {
				delete(shown, "status")
			}
			for _, key := range []string{"lines", "payments"} {
				for _, part := range listOf(shown[key]) {
					delete(part.(map[string]any), "id")
				}
			}
			slices.SortFunc(listOf(shown["colour_code_ids"]), func(x, y any) int { return strings.Compare(x.(string), y.(string)) })
			records[kind+" "+shown["external_id"].(string)] = shown
		}
	}
	return records
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

// names returns the names of records that have no external id or no list.
func (b branch) names() map[string]string {
	names, err := postgres.Map[string, string](b.T.Context(), b.DB, `select id::text, external_id from catalog.retail_categories where account_id = $1
		union all select id::text, name from configlists.breeds where account_id = $1
		union all select id::text, name from configlists.secondary_pet_statuses where account_id = $1
		union all select id::text, name from healthrecords.vaccination_types where account_id = $1
		union all select id::text, number::text from configlists.colour_codes where account_id = $1`, b.Account.ID)
	if err != nil {
		b.rt.Fatal(err)
	}
	return names
}

// renamed replaces ids in a value with names.
func renamed(v any, names map[string]string) any {
	switch v := v.(type) {
	case string:
		if name, ok := names[v]; ok {
			return name
		}
	case []any:
		for i := range v {
			v[i] = renamed(v[i], names)
		}
	case map[string]any:
		for key := range v {
			v[key] = renamed(v[key], names)
		}
	}
	return v
}

// agrees compares what the API returns with what was generated.
func (b branch) agrees(of *business, got picture) {
	want := map[string]bool{}
	for _, m := range of.records {
		if m.kind == "retail_category" {
			continue // included in products
		}
		name := m.kind + " " + m.shown["external_id"].(string)
		want[name] = true
		shown, there := got.records[name]
		if !there {
			b.rt.Errorf("%s is missing", name)
			continue
		}
		expected := plainValues(b.rt, m.shown)
		for _, key := range slices.Sorted(maps.Keys(shown)) {
			if value, ok := expected[key]; !ok || !reflect.DeepEqual(value, shown[key]) {
				b.rt.Errorf("%s: %s is %#v, want %#v", name, key, shown[key], value)
			}
			delete(expected, key)
		}
		for key := range expected {
			b.rt.Errorf("%s has no %s", name, key)
		}
	}
	for name := range got.records {
		if !want[name] {
			b.rt.Errorf("%s was not in the file", name)
		}
	}
}

func plainValues(rt *rapid.T, of map[string]any) map[string]any {
	text, err := json.Marshal(of)
	if err != nil {
		rt.Fatal(err)
	}
	values := map[string]any{}
	if err := json.Unmarshal(text, &values); err != nil {
		rt.Fatal(err)
	}
	return values
}
