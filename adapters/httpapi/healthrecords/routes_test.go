package healthrecords

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/files/filesfx"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/healthrecordsfx"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the module over HTTP with those that it asks, and one dog.
type site struct {
	*apitest.Site
	people *customerspets.Service
	pet    string
}

func open(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	k := testkit.New(t,
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
		fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)},
		fxgroups.Migrations{Module: "files", Files: fxgroups.Sub(files.Files)},
		fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)})
	var places *accounts.Service
	s := &site{}
	s.Site = apitest.Open(k, httpapi.Options{}, accountsfx.Module, configlistsfx.Module, customerspetsfx.Module,
		filesfx.Module, fx.Supply(config.Config{}, outbox.Keep(0)), healthrecordsfx.Module, Module, fx.Provide(passwords.New), fx.Populate(&places, &s.people))
	account := testkit.Must[accounts.Account](t)(places.Create(k.Ctx, accounts.AccountCreate{
		Organization: ids.New().String(), Code: "camden", Name: "Camden", Timezone: "UTC", Currency: "GBP", Country: "GB"}))
	s.Use(account.OrganizationID, account.ID)
	s.pet = s.addPet("Biscuit", "dog", customerspets.PetActive).ID.String()
	return s
}

// addPet makes a pet of a new owner.
func (s *site) addPet(name, species string, status customerspets.PetStatus) customerspets.Pet {
	s.Helper()
	jo := customerspets.CustomerPatch{}
	jo.FirstName, jo.LastName = patch.Of("Jo"), patch.Of("Okafor")
	owner, _, err := s.people.CreateCustomer(s.Ctx, s.Account, jo)
	if err != nil {
		s.Fatal(err)
	}
	pet := customerspets.PetCreate{}
	pet.Name, pet.Species, pet.Status = name, species, patch.Of(status)
	return testkit.Must[customerspets.Pet](s)(s.people.CreatePet(s.Ctx, s.Account, owner.ID, pet))
}

func (s *site) want(status int, ability, method, path, body string) map[string]any {
	s.Helper()
	return s.Do(ability, method, path, body).Want(status, "").Body
}

// day is so many days from today.
func (s *site) day(from int) string { return s.Now().UTC().AddDate(0, 0, from).Format(time.DateOnly) }

func TestEveryFilterOfTheAccountNarrowsItsList(t *testing.T) {
	s := open(t)
	cat := s.addPet("Tom", "cat", customerspets.PetInactive)
	fever := s.want(201, "health:write", "POST", "vaccinationTypes", `{"name": "Kennel fever", "required_for": ["boarding"]}`)["id"].(string)
	flu := s.want(201, "health:write", "POST", "vaccinationTypes", `{"name": "Flu"}`)["id"].(string)
	record := func(pet, kind string, expires int) map[string]any {
		return s.want(201, "health:write", "POST", "pets/"+pet+"/vaccinations", `{"vaccination_type_id": "`+kind+`", "expires_on": "`+s.day(expires)+`"}`)
	}
	expired, before := record(cat.ID.String(), flu, -5)["id"], record(s.pet, fever, 10)["id"]
	latest := record(s.pet, fever, 500)
	valid := latest["id"]
	for query, want := range map[string][]any{
		"": {expired, before, valid}, "?status=expired": {expired}, "?status=valid&status=expired": {expired, valid}, "?current=false": {before},
		"?vaccinationTypeId=" + flu: {expired}, "?species=cat": {expired}, "?petStatus=inactive": {expired}, "?expiresFrom=" + s.day(11): {valid},
		"?expiresTo=" + s.day(9): {expired}, "?updatedSince=" + latest["updated_at"].(string): {valid},
	} {
		testkit.Same(t, s.Do("health:read customers:read", "GET", "vaccinations"+query, "").Want(http.StatusOK, "").Values("id"), want)
	}
	owner := cat.CustomerID.String()
	for query, want := range map[string]string{
		"": "Biscuit compliant", "&petStatus=inactive": "Tom non_compliant", "&status=expiring": "", "&species=cat": "", "&customerId=" + owner: "",
		"&petStatus=inactive&species=cat&status=non_compliant&customerId=" + owner: "Tom non_compliant", "&to=" + s.day(480): "Biscuit expiring",
		"&from=" + s.day(501): "Biscuit non_compliant",
	} {
		list, _ := s.want(200, "health:read customers:read", "GET", "compliance?serviceType=boarding"+query, "")["data"].([]any)
		got := []string{}
		for _, row := range list {
			row := row.(map[string]any)
			got = append(got, row["pet"].(map[string]any)["name"].(string)+" "+row["status"].(string))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("compliance with %s: %q, want %s", query, got, want)
		}
	}
}
