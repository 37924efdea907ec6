package customerspets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// found are the first names and where the words were found, such as "Bo contact:Ann Ek(pickup)".
func (w *world) ranked(search string) (list []string) {
	w.t.Helper()
	page := testkit.Must[paging.Page[customerspets.Customer]](w.t)(w.service.ListCustomers(w.ctx, w.account,
		customerspets.CustomerQuery{Search: search, Ranked: true}, paging.Request{Limit: 50}))
	for _, c := range page.Items {
		said := text(c.FirstName)
		for _, f := range c.FoundIn {
			said += " " + f.In + ":" + f.Text + f.As
		}
		list = append(list, said)
	}
	return list
}

func TestTheBestMatchesOfASearchComeFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.customer(`{"first_name": "Ann", "last_name": "Ek"}`)
	w.customer(`{"first_name": "Joanna"}`)
	owner := w.customer(`{"first_name": "Bo"}`)
	w.pet(owner.ID, `{"name": "Annie", "species": "dog"}`)
	w.customer(`{"first_name": "Cy", "contacts": [{"name": "Anni Li", "authorised_pickup": true}]}`)
	w.customer(`{"first_name": "Di", "email": "dianne@example.com", "company_name": "Hannover"}`)
	w.customer(`{"first_name": "Eve"}`)
	want := []string{"Ann name:Ann Ek", "Joanna name:Joanna", "Bo pet:Annie", "Di company:Hannover email:dianne@example.com", "Cy contact:Anni Lipickup"}
	if got := w.ranked("ann"); !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if got := w.ranked("ann ek"); !slices.Equal(got, want[:1]) {
		t.Errorf("%q", got)
	}
}

func TestMarksOfOneKindCountAsOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	names := []string{"Smith-Ek", "Smith\u2010Ek", "Smith\u2011Ek", "Smith\u2212Ek", "Smith\u2014Ek", "O'Neil", "O\u00b4Neil", "O\u2032Neil", "O\u02bbNeil", "O\u2019Neil"}
	for _, name := range names {
		w.customer(`{"first_name": "` + name + `"}`)
	}
	for _, query := range append(slices.Clone(names), "oneil", "o\u200bneil", "smith\u00ad-ek") {
		want := 5
		if got := len(w.page(customerspets.CustomerQuery{Search: query})); got != want {
			t.Errorf("%q finds %d, want %d", query, got, want)
		}
	}
	c := w.customer(`{"first_name": "Al"}`)
	w.pet(c.ID, `{"name": "Rex", "species": "dog", "microchip": "AVID*123*456"}`)
	for _, chip := range []string{"avid123456", "AVID-123 456", "Avid*123*456"} {
		list := testkit.Must[paging.Page[customerspets.ListedPet]](t)(w.service.ListAccountPets(w.ctx, w.account,
			customerspets.PetFilter{Microchip: chip}, paging.Request{Limit: 5}))
		if len(list.Items) != 1 || !strings.Contains(strings.Join(w.petsFound(strings.ReplaceAll(chip, " ", "")), " "), "Rex") {
			t.Errorf("%s finds %d", chip, len(list.Items))
		}
	}
}
