package customerspets_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

func TestSearchFindsWhatStaffType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.customer(`{"first_name": "Zoë", "last_name": "Müller", "email": "zoe@example.com", "phones": [{"number": "07700 900123"}]}`)
	w.customer(`{"first_name": "Łukasz", "last_name": "O’Brien", "company_name": "Café 100%_Paws", "phones": [{"number": "+12075550123"}]}`)
	w.customer(`{"first_name": "Ann", "last_name": "Muller-Smith", "alert": "Zoe"}`)
	w.customer(`{"first_name": "Bo", "phones": [{"number": "+442079460999"}, {"number": "+33123456789"}]}`)
	for search, want := range map[string][]string{
		"+44 20 7946 0999": {"Bo"}, "20 7946 0999": {"Bo"}, "44 20 7946": {"Bo"}, "020 7946 0999": {"Bo"}, "+44 (0)20 7946 0999": {"Bo"},
		"+33 1 23 45 67 89": {"Bo"}, "01 23 45 67 89": {"Bo"}, "bo 20 7946": {"Bo"}, "20 7946 bo": {"Bo"}, "20 9999": {}, "zoe 20 7946": {},
		"mu": {"Ann", "Zoë"}, "MÜLLER": {"Ann", "Zoë"}, "zoe muller": {"Zoë"}, "  smith   mull ": {"Ann"}, "zoe smith": {},
		"lukasz": {"Łukasz"}, "o'brien": {"Łukasz"}, "cafe": {"Łukasz"}, "100%_p": {"Łukasz"}, "%": {"Łukasz"}, "__": {}, `\\`: {},
		"zoe@EXAMPLE": {"Zoë"}, "07700": {"Zoë"}, "07700 900123": {"Zoë"}, "07700900123": {"Zoë"}, "+44 7700": {"Zoë"}, "+447700900123": {"Zoë"},
		"07700-900": {"Zoë"}, "(207) 555-0123": {"Łukasz"}, "2075550123": {"Łukasz"}, "900124": {}, "zoe 0770": {"Zoë"}, "ann 0770": {},
	} {
		if got := w.customersFound(search); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", search, got, want)
		}
	}
}

func TestSearchFindsWordsWhateverIsAroundThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	john := w.customer(`{"first_name": "John", "last_name": "Smith", "email": "john@example.com", "phones": [{"number": "020 7946 0018"}],
		"contacts": [{"name": "Li O’Brien"}, {"name": "Cy (J.)"}]}`)
	w.customer(`{"first_name": "Bo", "last_name": "Smithers", "company_name": "Natali, Smith & Co. (UK)"}`)
	w.pet(john.ID, `{"name": "Rex (old)", "species": "dog"}`)
	for query, want := range map[string]string{
		"Smith, John": "John", "(John)": "John", "[Smith] \"John\";": "John", "“John” Smith:": "John", "John Smith <john@example.com>,": "John",
		"Li, John": "John", "(li)": "John", "'o’brien',": "John", "john@example.com,": "John", "Smith,": "Bo John", "smith;": "Bo John",
		"020 7946 0018, Smith": "John", "+44 (0)20 7946 0018,": "John", "+44 (0)2079460018;": "John", "(020 7946 0018),": "John",
		"smith, 02079460018": "John", "\"020 7946 0018\"": "John", "rex, john": "John", "(rex)": "John", "(old),": "John",
		"j.": "John", "(J.)": "John", "co.": "Bo", "co.,": "Bo", "(uk)": "Bo", "li,": "John", "natali, co.": "Bo", "(smith &": "Bo",
		",,": "", "()": "", ", smith": "Bo", "john (bo)": "",
	} {
		if got := strings.Join(w.customersFound(query), " "); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	for query, want := range map[string]string{"Rex, Smith": "Rex (old)", "(rex)": "Rex (old)", "(old)": "Rex (old)", "old), rex": "Rex (old)", "rex, bo": ""} {
		if got := strings.Join(w.petsFound(query), " "); got != want {
			t.Errorf("%q finds the pets %q, want %q", query, got, want)
		}
	}
	if got := w.found(w.as(john.ID), "Smith, (li) [rex]"); len(got) != 1 {
		t.Errorf("as the customer: %v", got)
	}
}

func TestSearchFindsPhonesHoweverTheyAreDialled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.customer(`{"first_name": "Ana", "phones": [{"number": "+5511987654321"}]}`)           // (11) 98765-4321, or 0 before it
	w.customer(`{"first_name": "Bo", "phones": [{"number": "\u202a020 7946 0018\u202c"}]}`) // as it is copied from an address book
	for query, want := range map[string][]string{
		"011 98765-4321": {"Ana"}, "01198765 4321": {"Ana"}, "011987": {}, "0055 11 98765 4321": {"Ana"}, "ana 0011987654321": {"Ana"},
		"0044 20 7946 0018": {"Bo"}, "00442079460018": {"Bo"}, "020\u20117946\u20110018": {"Bo"}, "020 7946\u20130018": {"Bo"},
		"\u202a+44 20 7946 0018\u202c": {"Bo"}, "020 7946 0019": {}, "0079460018": {"Bo"}, "00794": {},
	} {
		if got := w.customersFound(query); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}

func TestSearchReadsNationalNumbersAsTheyAreStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.openIn("AR")
	c := w.customer(`{"first_name": "Ana", "phones": [{"number": "011 15-2345-6789"}]}`) // +5491123456789
	w.pet(c.ID, `{"name": "Toto", "species": "dog"}`)
	w.customer(`{"first_name": "Bo", "phones": [{"number": "+12075550123"}]}`)
	for query, want := range map[string]string{
		"011 15-2345-6789": "Ana", "0111523456789": "Ana", "toto 11 15 2345 6789": "Ana", "1123456789": "Ana", "011 15-2345-6780": "",
		"207 555 0123": "Bo", "2075550123": "Bo",
	} {
		if got := strings.Join(w.customersFound(query), ", "); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if got := w.petsFound("011 15-2345-6789"); len(got) != 1 {
		t.Errorf("pets: %v", got)
	}
	if got := w.found(w.as(c.ID), "011 15-2345-6789"); len(got) != 1 {
		t.Errorf("as the customer: %v", got)
	}
}

func TestSearchSeesChangesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "phones": [{"number": "07700 900123"}]}`)
	for _, change := range []struct{ body, found, gone string }{ // each key by itself
		{`{"first_name": "Zoë"}`, "zoe", "ann"},
		{`{"last_name": "Novák"}`, "novak", ""},
		{`{"company_name": "Café Paws"}`, "cafe", ""},
		{`{"email": "me@example.com"}`, "me@example", ""},
		{`{"phones": [{"number": "07700 900999"}]}`, "07700 900999", "900123"},
		{`{"contacts": [{"name": "Tom Quill", "phone": "07700 900888"}]}`, "quill 900888", ""},
		{`{"alert": "shy"}`, "zoe novak cafe me@example 07700900999", "shy"},
	} {
		testkit.Must[customerspets.Customer](t)(w.change(w.ctx, c.ID, change.body))
		if len(w.page(customerspets.CustomerQuery{Search: change.found})) != 1 {
			t.Errorf("%s: not found as %q", change.body, change.found)
		}
		if change.gone != "" && len(w.page(customerspets.CustomerQuery{Search: change.gone})) != 0 {
			t.Errorf("%s: found as %q", change.body, change.gone)
		}
	}
}

func TestFiltersNarrowTheListTogether(t *testing.T) {
	t.Parallel()
	w, other := newWorld(t), newWorld(t)
	code := w.colourCode(configlists.CustomerColour)
	w.customer(`{"first_name": "Ann", "email": "ann@example.com", "phones": [{"number": "07700 900123"}, {"number": "07700 900124"}], "external_id": "C-1"}`)
	w.customer(`{"first_name": "Bea", "email": "ANN@example.com", "status": "blocked", "colour_code_ids": ["` + code.ID.String() + `"]}`)
	cat := w.customer(`{"first_name": "Cat", "colour_code_ids": ["` + code.ID.String() + `"]}`)
	other.customer(`{"first_name": "Not", "email": "ann@example.com", "phones": [{"number": "07700 900123"}], "external_id": "C-1"}`)
	testkit.Must[customerspets.Customer](t)(w.change(w.ctx, cat.ID, `{"colour_code_ids": []}`))
	changed := testkit.Must[customerspets.Customer](t)(w.service.GetCustomer(w.ctx, w.account, cat.ID))
	justAfter := changed.UpdatedAt.Add(time.Microsecond)
	for _, c := range []struct {
		query customerspets.CustomerQuery
		want  []string
	}{
		{customerspets.CustomerQuery{}, []string{"Ann", "Bea", "Cat"}},
		{customerspets.CustomerQuery{Email: "aNN@example.com"}, []string{"Ann", "Bea"}},
		{customerspets.CustomerQuery{Email: "ann@example.co"}, []string{}},
		{customerspets.CustomerQuery{Email: "ann@example.com", Status: customerspets.Blocked}, []string{"Bea"}},
		{customerspets.CustomerQuery{Phone: "07700 900124"}, []string{"Ann"}},
		{customerspets.CustomerQuery{Phone: "+447700900123"}, []string{"Ann"}},
		{customerspets.CustomerQuery{Phone: "07700 900125"}, []string{}},
		{customerspets.CustomerQuery{Status: customerspets.Inactive}, []string{}},
		{customerspets.CustomerQuery{ColourCode: code.ID}, []string{"Bea"}},
		{customerspets.CustomerQuery{ColourCode: code.ID, Status: customerspets.Active}, []string{}},
		{customerspets.CustomerQuery{ColourCode: code.ID, Search: "bea"}, []string{"Bea"}},
		{customerspets.CustomerQuery{ExternalID: "C-1"}, []string{"Ann"}},
		{customerspets.CustomerQuery{UpdatedSince: &changed.UpdatedAt}, []string{"Cat"}},
		{customerspets.CustomerQuery{UpdatedSince: &justAfter}, []string{}},
		{customerspets.CustomerQuery{UpdatedSince: since(time.Hour)}, []string{"Ann", "Bea", "Cat"}},
	} {
		if got := w.customersWith(w.ctx, c.query); !slices.Equal(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.query, got, c.want)
		}
	}
	_, err := w.service.ListCustomers(w.ctx, w.account, customerspets.CustomerQuery{Phone: "none"}, paging.Request{Limit: 10})
	if e := testkit.WantKind(t, err, apperr.Invalid, "validation_failed"); e.Errors[0].In != "query" {
		t.Errorf("the fault is %+v", e.Errors[0])
	}
}
