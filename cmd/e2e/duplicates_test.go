package e2e

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// groupsOf are the groups of a list of duplicates, each as its names and reasons.
func groupsOf(w kit.Tenant, kind, query string) (groups []string) {
	w.T.Helper()
	for cursor := ""; ; {
		page := w.Do("GET", kind+"/duplicates?"+query+cursor, nil).Object(200)
		for _, g := range page["data"].([]any) {
			names, group := "", g.(map[string]any)
			for _, r := range group[kind].([]any) {
				names += r.(map[string]any)["name"].(string) + " "
			}
			groups = append(groups, names+fmt.Sprint(group["reasons"]))
		}
		if page["next_cursor"] == nil {
			return groups
		}
		cursor = "&cursor=" + page["next_cursor"].(string)
	}
}

func wantGroups(w kit.Tenant, kind, query string, want ...string) {
	w.T.Helper()
	if got := groupsOf(w, kind, "limit=1"+query); fmt.Sprint(got) != fmt.Sprint(want) {
		w.T.Errorf("%q, want %q", got, want)
	}
}

func TestDuplicatesAreGroupedWithTheirReasonsStrongestFirst(t *testing.T) {
	w := newTenant(t)
	mail := ids.New().String() + "@example.com"
	phone := func(number string) []any { return []any{map[string]any{"number": number}} }
	person := func(first, last string, extra map[string]any) map[string]any {
		c := map[string]any{"first_name": first, "last_name": last}
		maps.Copy(c, extra)
		return w.NewCustomer(c)
	}
	a := person("A", "", map[string]any{"email": mail, "phones": phone("+447700900001")})
	b := person("B", "", map[string]any{"email": "X" + mail, "phones": phone("+447700900001")})
	c := person("Zoë", "Ray", map[string]any{"address": map[string]any{"postcode": "nw1 8ab"}})
	person("ZOE", "RAY", map[string]any{"address": map[string]any{"postcode": "NW18AB"}})
	d, e := person("Dee", "O", nil), person("dee", "O", nil)
	w.NewPet(d, map[string]any{"birth_date": "2020-01-02"})
	pet := w.NewPet(e, map[string]any{"birth_date": "2020-01-03", "microchip": "999-1"})
	wantGroups(w, "customers", "", "A B [phone]", "Zoë Ray ZOE RAY [name_postcode]")
	at := func(c map[string]any) string { return "customers/" + c["id"].(string) }
	w.Do("PATCH", at(b), map[string]any{"email": mail}).Object(200)
	w.Do("PATCH", at(e)+"/pets/"+pet["id"].(string), map[string]any{"birth_date": "2020-01-02"}).Object(200)
	all := []string{"A B [email phone]", "Zoë Ray ZOE RAY [name_postcode]", "Dee O dee O [name_pet]"}
	wantGroups(w, "customers", "", all...)
	wantGroups(w, "customers", "&customerId="+e["id"].(string), all[2])
	w.Do("GET", "customers/duplicates?customerId="+ids.New().String(), nil).Problem(404, "not_found")

	// Dismissed ones stay away until another one joins them; a change takes a customer out.
	dismiss := func(of ...any) kit.Response {
		return w.Do("POST", "customers/duplicates/dismiss", map[string]any{"customer_ids": of})
	}
	dismiss(a["id"], ids.New().String()).Problem(422, "validation_failed")
	if r := dismiss(b["id"], a["id"]); r.Status != 204 {
		t.Fatal(r.Text)
	}
	wantGroups(w, "customers", "", all[1:]...)
	f := person("F", "", map[string]any{"phones": phone("+447700900001")})
	wantGroups(w, "customers", "", append([]string{"A B F [phone]"}, all[1:]...)...)
	w.Do("PATCH", at(f), map[string]any{"phones": []any{}}).Object(200)
	w.Do("PATCH", at(c), map[string]any{"address": map[string]any{"postcode": "E1"}}).Object(200)
	wantGroups(w, "customers", "", all[2])

	// A merge takes a group away, its undo brings it back.
	done := merge(w, d, e, nil).Object(201)
	wantGroups(w, "customers", "")
	undo(w, done["change_id"]).Object(201)
	wantGroups(w, "customers", "", all[2])
	w.NewPet(a, map[string]any{"name": "Chip", "microchip": "9991"})
	wantGroups(w, "pets", "", "Rex Chip [microchip]")
	w.NewPet(a, map[string]any{"name": "chip"})
	wantGroups(w, "pets", "", "Rex Chip [microchip]", "Chip chip [name]")
}

// What many have in common is counted in parts, so that who looks at duplicates after an import need not wait for all of it. Neither the
// import nor the count reads the whole account again and again, although the database knows nothing of the size of its tables yet.
func TestDuplicatesOfALargeImportAreCountedByTheSweeper(t *testing.T) {
	const pairs = 1500
	url, base, key := newDatabase(t)
	var lines strings.Builder
	for i := range 2 * pairs {
		fmt.Fprintf(&lines, `{"type":"customer","external_id":"C-%d","first_name":"Jo","phones":[{"number":"+447700%06d"}]}`+"\n", i, i/2)
	}
	importInto(t, url, lines.String())
	db := openDatabase(t, url)
	read := number(t, db, "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables where schemaname = 'customerspets'")
	if read > 2*pairs*110 {
		t.Errorf("the import of %d customers read %d rows", 2*pairs, read)
	}
	w := kit.Tenant{Service: kit.At(t, kit.StartInstance(t, url).URL), Key: key, Base: base}
	kit.Eventually(t, "all is counted", 2*time.Minute, func() bool {
		return number(t, db, "select count(*) from customerspets.duplicate_changes") == 0
	})
	if n := len(groupsOf(w, "customers", "limit=200")); n != pairs {
		t.Errorf("%d groups", n)
	}
}
