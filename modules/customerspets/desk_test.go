package customerspets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// petsFound are the names of the pets that a search finds, sorted.
func (w *world) petsFound(query string) []string {
	w.t.Helper()
	return w.petsWith(customerspets.PetFilter{Words: customerspets.SearchWords(query)})
}

func (w *world) petsWith(f customerspets.PetFilter) []string {
	w.t.Helper()
	page := testkit.Must[paging.Page[customerspets.ListedPet]](w.t)(w.service.ListAccountPets(w.ctx, w.account, f, paging.All(200)))
	var names []string
	for _, p := range page.Items {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return names
}

func (w *world) customersFound(query string) []string { w.t.Helper(); return w.found(w.ctx, query) }

func (w *world) found(ctx context.Context, query string) []string {
	w.t.Helper()
	return w.customersWith(ctx, customerspets.CustomerQuery{Search: query})
}

func (w *world) customersWith(ctx context.Context, q customerspets.CustomerQuery) []string {
	w.t.Helper()
	page := testkit.Must[paging.Page[customerspets.Customer]](w.t)(w.service.ListCustomers(ctx, w.account, q, paging.All(200)))
	var names []string
	for _, c := range page.Items {
		names = append(names, *c.FirstName)
	}
	slices.Sort(names)
	return names
}

func TestSearchesKnowPetsByOwnersAndOwnersByPets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.customer(`{"first_name": "Ada", "last_name": "Okafor-Hughes", "phones": [{"number": "07700 900123"}],
		"contacts": [{"name": "Zoë Quill", "phone": "07700 900999"}]}`)
	bob := w.customer(`{"first_name": "Bob", "last_name": "Adair"}`)
	oscar := w.pet(ada.ID, `{"name": "Oscar", "species": "dog", "microchip": "985 112 000001"}`)
	w.pet(bob.ID, `{"name": "Minka", "species": "cat"}`)

	check := func(what string, found func(string) []string, cases map[string]string) {
		t.Helper()
		for query, want := range cases {
			got := found(query)
			if want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
				t.Errorf("%s %q finds %v, want %q", what, query, got, want)
			}
		}
	}
	check("pets", w.petsFound, map[string]string{"oscar": "Oscar", "985112000001": "Oscar", "okafor 0770": "Oscar", "scar hughes": "Oscar",
		"hu": "Oscar", "ug": "", "adair": "Minka", "minka okafor": "", "\u0300\u0300": ""})
	check("customers", w.customersFound, map[string]string{"oscar": "Ada", "zoe 900999": "Ada", "07700900999": "Ada", "mi": "Bob",
		"nk": "", "hu": "Ada", "oscar adair": "", "\u0300\u0300": ""})

	testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, oscar, `{"name": "Otto"}`))
	testkit.Must[customerspets.Customer](t)(w.change(w.ctx, ada.ID, `{"last_name": "Brandt"}`))
	check("customers", w.customersFound, map[string]string{"oscar": "", "otto": "Ada", "brandt otto": "Ada"})
	check("pets", w.petsFound, map[string]string{"otto brandt": "Otto", "okafor": "", "otto 900123": "Otto"})

	if _, err := w.service.TransferPet(w.ctx, w.account, ada.ID, oscar.ID, customerspets.PetTransfer{CustomerID: bob.ID}, patch.Precondition{}); err != nil {
		t.Fatal(err)
	}
	check("customers", w.customersFound, map[string]string{"otto": "Bob", "brandt": "Ada"})
	check("pets", w.petsFound, map[string]string{"otto adair": "Otto", "brandt": ""})
}

func TestSearchNamesThePetsByWhichItFoundTheirOwners(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.customer(`{"first_name": "Ada", "phones": [{"number": "07700 900123"}]}`)
	oscar := w.customer(`{"first_name": "Oscar", "contacts": [{"name": "Bella Swan"}]}`)
	var oscars []customerspets.PetName
	for i := range 12 {
		p := w.pet(ada.ID, fmt.Sprintf(`{"name": "Öscar %d", "species": "dog"}`, i))
		oscars = append(oscars, customerspets.PetName{ID: p.ID, Name: p.Name})
	}
	bella := w.pet(ada.ID, `{"name": "Bella", "species": "cat"}`)
	w.pet(oscar.ID, `{"name": "Oscar Bella", "species": "cat"}`)

	for query, want := range map[string][]customerspets.PetName{
		"": nil, "ada": nil, "900123": nil, "be": {{ID: bella.ID, Name: "Bella"}},
		"oscar": oscars[:10], "ada scar": oscars[:10], "SCAR 1": oscars[:10], "oscar 11 ada": oscars[:10], "oscar bella": oscars[:10],
	} {
		page := testkit.Must[paging.Page[customerspets.Customer]](t)(
			w.service.ListCustomers(w.ctx, w.account, customerspets.CustomerQuery{Search: query}, paging.All(20)))
		shown := testkit.Must[[]byte](t)(json.Marshal(page.Items))
		var rows []customerspets.Customer
		must(t, json.Unmarshal(shown, &rows))
		for _, c := range rows {
			if c.ID == ada.ID && !slices.Equal(c.MatchingPets, want) || c.ID == oscar.ID && len(c.MatchingPets) > 0 {
				t.Errorf("%q: %s is found by %v", query, *c.FirstName, c.MatchingPets)
			}
		}
		if !slices.ContainsFunc(rows, func(c customerspets.Customer) bool { return c.ID == ada.ID }) ||
			strings.Contains(string(shown), "matching_pets") != (want != nil) {
			t.Errorf("%q finds %s", query, shown)
		}
	}
	own, err := w.service.ListCustomers(w.as(ada.ID), w.account, customerspets.CustomerQuery{Search: "bella"}, paging.All(20))
	if err != nil || len(own.Items) != 1 || own.Items[0].MatchingPets != nil {
		t.Errorf("%v: Ada finds %+v", err, own.Items)
	}
}

func TestPetIsTransferredOnceAndOnlyToACustomer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bob := w.customer(`{"first_name": "Ada"}`), w.customer(`{"first_name": "Bob"}`)
	p := w.pet(ada.ID, `{"name": "Oscar", "species": "dog"}`)
	transfer := func(from, to uuid.UUID, match patch.Precondition) (customerspets.Pet, error) {
		return w.service.TransferPet(w.ctx, w.account, from, p.ID, customerspets.PetTransfer{CustomerID: to}, match)
	}
	testkit.WantKind(t, second(transfer(ada.ID, uuid.New(), patch.Precondition{})), apperr.Invalid)
	testkit.WantKind(t, second(transfer(ada.ID, bob.ID, patch.IfMatch([]int64{7}))), apperr.VersionMismatch)
	if same, err := transfer(ada.ID, ada.ID, patch.Precondition{}); err != nil || same.Version != 1 {
		t.Errorf("to the owner: %v, version %d", err, same.Version)
	}
	moved, err := transfer(ada.ID, bob.ID, patch.IfMatch([]int64{1}))
	if err != nil || moved.CustomerID != bob.ID || moved.Version != 2 {
		t.Fatalf("%v: owner %s, version %d", err, moved.CustomerID, moved.Version)
	}
	testkit.WantKind(t, second(transfer(ada.ID, bob.ID, patch.Precondition{})), apperr.NotFound) // from the former owner
	testkit.WantKind(t, second(w.service.GetAccountPet(w.as(ada.ID), w.account, p.ID)), apperr.NotFound)
	listed, err := w.service.ListAccountPets(w.as(bob.ID), w.account, customerspets.PetFilter{}, paging.All(10))
	if err != nil || len(listed.Items) != 1 || listed.Items[0].Customer.ID != bob.ID || listed.Items[0].Customer.Name != "Bob" {
		t.Errorf("the new owner lists %+v: %v", listed.Items, err)
	}
	must(t, second(transfer(bob.ID, ada.ID, patch.Precondition{})))
	toBob := customerspets.PetTransfer{CustomerID: bob.ID}
	byCustomer := second(w.service.TransferPet(w.as(ada.ID), w.account, ada.ID, p.ID, toBob, patch.Precondition{}))
	testkit.WantKind(t, byCustomer, apperr.Forbidden)
}

func TestAccountPetsAreFilteredByWhatMarksThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.customer(`{"first_name": "Ada", "phones": [{"number": "07700 900124"}, {"number": "07700 900123", "primary": true}]}`)
	beagle := w.breed("dog", "Test hound")
	tagged := w.pet(ada.ID, `{"name": "Oscar", "species": "dog", "breed_ids": ["`+beagle.ID.String()+`"], "tags": ["VIP", "shy"],
		"microchip": "985 112 00A", "external_id": "P-1"}`)
	minka := w.pet(ada.ID, `{"name": "Minka", "species": "cat", "status": "inactive", "tags": ["shy"]}`)
	code := w.colourCode(configlists.PetColour)
	count := func(f customerspets.PetFilter) int {
		t.Helper()
		page := testkit.Must[paging.Page[customerspets.ListedPet]](t)(w.service.ListAccountPets(w.ctx, w.account, f, paging.All(10)))
		return len(page.Items)
	}
	for what, c := range map[string]struct {
		filter customerspets.PetFilter
		want   int
	}{
		"tag":           {customerspets.PetFilter{Tag: "shy"}, 2},
		"tag and breed": {customerspets.PetFilter{Tag: "shy", Breed: beagle.ID}, 1},
		"breed alone":   {customerspets.PetFilter{Tag: "bold", Breed: beagle.ID}, 0},
		"id as a tag":   {customerspets.PetFilter{Tag: beagle.ID.String()}, 0},
		"species":       {customerspets.PetFilter{Species: "cat"}, 1},
		"status":        {customerspets.PetFilter{Status: customerspets.PetInactive, Tag: "shy"}, 1},
		"microchip":     {customerspets.PetFilter{Microchip: "98511200a"}, 1},
		"external id":   {customerspets.PetFilter{ExternalID: "P-1"}, 1},
		"customers":     {customerspets.PetFilter{Customers: []uuid.UUID{uuid.New(), ada.ID}}, 2},
		"nobody":        {customerspets.PetFilter{Customers: []uuid.UUID{uuid.New()}}, 0},
		"another tag":   {customerspets.PetFilter{Tag: "sh"}, 0},
		"updated since": {customerspets.PetFilter{UpdatedSince: &tagged.UpdatedAt, Tag: "VIP"}, 1},
	} {
		if got := count(c.filter); got != c.want {
			t.Errorf("%s: %d pets, want %d", what, got, c.want)
		}
	}
	shy, err := w.service.ListAccountPets(w.ctx, w.account, customerspets.PetFilter{Tag: "shy"}, paging.All(10))
	if err != nil || shy.Items[0].ID != minka.ID {
		t.Errorf("the newest with the tag is not the first: %+v, %v", shy.Items, err)
	}
	if owner := shy.Items[0].Customer; owner.ID != ada.ID || owner.Name != "Ada" || *owner.Phone != "+447700900123" {
		t.Errorf("the owner is %s", asJSON(t, owner))
	}
	for _, change := range []struct {
		body string
		by   customerspets.PetFilter
	}{{`{"colour_code_ids": ["` + code.ID.String() + `"]}`, customerspets.PetFilter{ColourCode: code.ID}}, {`{"tags": ["VIP"]}`, customerspets.PetFilter{Tag: "VIP"}}} {
		testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, minka, change.body))
		testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, tagged, `{"tags": ["VIP", "old"]}`))
		if page, err := w.service.ListAccountPets(w.ctx, w.account, change.by, paging.All(10)); err != nil || len(page.Items) == 0 || page.Items[0].ID != minka.ID {
			t.Errorf("after %s the list by it has %+v, %v", change.body, page.Items, err)
		}
	}
	testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, minka, `{"tags": ["shy"]}`))
	testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, tagged, `{"tags": [], "breed_ids": []}`))
	if n := count(customerspets.PetFilter{Tag: "shy", ColourCode: code.ID}); n != 1 {
		t.Errorf("%d pets kept their marks when another lost its own", n)
	}
	if n := count(customerspets.PetFilter{Tag: "VIP"}) + count(customerspets.PetFilter{Breed: beagle.ID}); n != 0 {
		t.Errorf("%d pets keep marks that they lost", n)
	}
}

func TestCustomerLikeAnotherIsCreatedAndSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.customer(`{"first_name": "Ada", "email": "ada@example.com"}`)
	bob := w.customer(`{"first_name": "Bob", "phones": [{"number": "07700 900123"}]}`)
	create := decode[customerspets.CustomerPatch](t, `{"first_name": "Cy", "email": "ADA@example.com", "phones": [{"number": "+447700900123"}]}`)
	_, alike, err := w.service.CreateCustomer(w.ctx, w.account, create)
	if err != nil || !slices.Equal(alike, []uuid.UUID{ada.ID, bob.ID}) {
		t.Errorf("%v: %v", err, alike)
	}
}

func TestAnEmptySearchHasNoWords(t *testing.T) {
	t.Parallel()
	if words := customerspets.SearchWords(""); len(words) > 0 {
		t.Errorf("each record of a list is compared with %+v", words)
	}
}
