package customerspets

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/modules/files/filesfx"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
	"go.uber.org/fx"
)

// desk is the routes with the real modules and a fresh account.
type desk struct {
	*apitest.Site
	account uuid.UUID
	lists   *configlists.Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	k := testkit.New(t,
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
		fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)})
	d := &desk{}
	var places *accounts.Service
	d.Site = apitest.Open(k, httpapi.Options{}, accountsfx.Module, configlistsfx.Module, customerspetsfx.Module, filesfx.Module, fx.Supply(config.Config{}, outbox.Keep(0)), Module,
		fx.Provide(passwords.New), fx.Populate(&places, &d.lists))
	account := testkit.Must[accounts.Account](t)(places.Create(k.Ctx, accounts.AccountCreate{
		Organization: "Test " + ids.New().String(), Code: "one", Name: "One", Timezone: "Europe/London", Currency: "GBP", Country: "GB"}))
	d.Use(account.OrganizationID, account.ID)
	d.account = account.ID
	return d
}

func TestEveryFilterNarrowsItsList(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	breed := testkit.Must[configlists.Breed](t)(d.lists.CreateBreed(d.Ctx, d.account, configlists.BreedCreate{Name: "Hound", Species: "dog"}))
	status := testkit.Must[configlists.SecondaryPetStatus](t)(
		d.lists.CreateSecondaryPetStatus(d.Ctx, d.account, configlists.SecondaryPetStatusCreate{Name: "Senior"}))
	code := func(kind configlists.ColourCodeType) string {
		return testkit.Must[configlists.ColourCode](t)(d.lists.CreateColourCode(d.Ctx, d.account,
			configlists.ColourCodeCreate{Type: kind, Name: "Code", Colour: "#112233"})).ID.String()
	}
	forCustomers, forPets := code(configlists.CustomerColour), code(configlists.PetColour)
	write := func(path, body string) map[string]any {
		t.Helper()
		return d.Do("customers:write", "POST", path, body).Want(201, "").Body
	}
	other := write("customers", `{"first_name": "Bea"}`)
	pets := "customers/" + other["id"].(string) + "/pets"
	write(pets, `{"name": "Tom", "species": "cat"}`)
	pet := write(pets, `{"name": "Rex", "species": "dog", "status": "inactive", "breed_ids": ["`+breed.ID.String()+`"], "colour_code_ids": ["`+forPets+`"],
		"secondary_pet_status_id": "`+status.ID.String()+`", "tags": ["shy"], "microchip": "985 11", "external_id": "P-1"}`)
	customer := write("customers", `{"first_name": "Ann", "email": "ann@example.com", "phones": [{"number": "07700 900123"}], "status": "inactive",
		"colour_code_ids": ["`+forCustomers+`"], "external_id": "C-1"}`)
	for path, filters := range map[string][]string{
		"customers": {"search=ann", "email=ANN@example.com", "phone=07700%20900123", "status=inactive", "colourCodeId=" + forCustomers,
			"externalId=C-1", "updatedSince=" + customer["updated_at"].(string)},
		pets: {"status=inactive", "species=dog", "updatedSince=" + pet["updated_at"].(string)},
		"pets": {"search=rex", "search=(Rex),+Bea", "status=inactive", "species=dog", "breedId=" + breed.ID.String(), "colourCodeId=" + forPets,
			"secondaryPetStatusId=" + status.ID.String(), "tag=shy", "microchip=98511", "externalId=P-1", "updatedSince=" + pet["updated_at"].(string)},
	} {
		want := pet["id"]
		if path == "customers" {
			want = customer["id"]
		}
		for _, filter := range filters {
			list := d.Do("customers:read", "GET", path+"?"+filter, "").Want(200, "").Values("id")
			if !slices.Equal(list, []any{want}) {
				t.Errorf("%s?%s lists %v, want %v alone", path, filter, list, want)
			}
		}
	}
	newest := d.Do("customers:read", "GET", pets, "").Want(200, "")
	testkit.Same(t, newest.Values("name"), []any{"Rex", "Tom"})
	testkit.Same(t, newest.Values("secondary_pet_status"), []any{map[string]any{"id": status.ID.String(), "name": "Senior"}, nil})
}

func TestPossibleDuplicatesAreToldToWhoMayReadThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	create := func(abilities, body string) (id, alike string) {
		t.Helper()
		made := d.Do(abilities, "POST", "customers", body).Want(201, "")
		return made.Body["id"].(string), made.Header.Get("Petcare-Possible-Duplicates")
	}
	ann, _ := create("customers:write", `{"first_name": "Ann", "email": "ann@example.com"}`)
	bea, alone := create("customers:write customers:read", `{"first_name": "Bea", "phones": [{"number": "07700 900123"}]}`)
	both := `{"first_name": "Cy", "email": "ANN@example.com", "phones": [{"number": "07700 900124"}, {"number": "07700 900123"}]}`
	_, unread := create("customers:write", both)
	if alone != "" || unread != "" {
		t.Errorf("who is like nobody has %q, who may not read customers gets %q", alone, unread)
	}
	cy, read := create("customers:write customers:read", `{"first_name": "Cy", "phones": [{"number": "07700 900123"}]}`)
	if !strings.HasPrefix(read, bea+", ") || strings.Contains(read, cy) || strings.Contains(read, ann) {
		t.Errorf("the others with the phone are %q, want %s and another", read, bea)
	}
}
