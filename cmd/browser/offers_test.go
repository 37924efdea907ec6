package browser

import (
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestComplianceIsOfferedToKeysThatMayReadIt(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	of := func(abilities ...string) *tab {
		body := map[string]any{"name": "Desk", "abilities": append(abilities, "accounts:read")}
		b := signedIn(t, serverURL(t), tenant.Do("POST", "/v1/apiKeys", body).Object(201)["key"].(string))
		b.visit("/")
		return b
	}
	of("health:read", "customers:read").sees("Compliance")
	b := of("health:read")
	b.misses("Compliance")
	b.visit("/compliance")
	b.sees("Ask a manager for the right to see it")
	b.misses("ability", "customers:read")
	if refused := strings.Join(b.refusedCalls(), " "); strings.Contains(refused, "compliance") {
		t.Errorf("refused: %s", refused)
	}
}

func TestPetsOfEverySpeciesCanBePickedWithoutReadingForms(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var want []string
	for _, f := range tenant.Do("GET", "petFields", nil).List() {
		if f["key"] == "species" {
			for _, o := range f["options"].([]any) {
				want = append(want, o.(map[string]any)["value"].(string))
			}
		}
	}
	b := signedIn(t, serverURL(t), tenant.NewKey("accounts:read", "customers:read"))
	b.visit("/pets")
	b.sees("Species")
	got := eval[[]string](b, `[...document.querySelector('main select').options].map((o) => o.value).filter(Boolean)`)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("offers %v, want %v", got, want)
	}
}

func TestInactiveLocationOffersNoChanges(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	pet := tenant.NewPet(c, map[string]any{"name": "Rex"})
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"title": "Collar", "body": "Blue"}).Object(201)
	if status, _, errs := tenant.Run("accounts", "update", "main", "--organization", tenant.Organization, "--status", "inactive"); status != 0 {
		t.Fatal(errs)
	}
	for path, shown := range map[string]string{"/customers": "Bloggs", "/customers/" + id(c): "Rex", "/customers/" + id(c) + "/notes": "Collar",
		"/pets/" + id(pet): "Rex", "/statuses": "No statuses yet", "/fields": "Microchip"} {
		b.visit(path)
		b.sees(shown, "This location is inactive")
		if offered := eval[string](b, "[...document.querySelectorAll('main button')].map((e) => e.innerText).join()"); strings.Contains(offered, "New") ||
			strings.Contains(offered, "Edit") || strings.Contains(offered, "Remove") {
			t.Errorf("%s offers %s", path, offered)
		}
	}
	b.visit("/customers/new")
	b.misses("You may not")
	b.visit("/keys")
	b.sees("New key")
}
