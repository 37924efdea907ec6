package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/accounts"
)

func TestAnAccountMadeAMomentAgoIsListedForAKeyOfTheWholeOrganization(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	one := o.newKeyFor([]string{"main"}, "*")
	codes := func(key string) (found []string) {
		for _, a := range o.send(key, "GET", "/v1/accounts", nil).list() {
			found = append(found, a["code"].(string))
		}
		return found
	}
	if got := codes(o.key); !slices.Equal(got, []string{"main"}) {
		t.Fatalf("before: %v", got)
	}
	codes(one)
	second := o.addAccount("second", "Europe/Paris", "EUR", "FR")
	if got := codes(o.key); !slices.Equal(got, []string{"main", "second"}) {
		t.Errorf("a key for all accounts lists %v", got)
	}
	if got := codes(one); !slices.Equal(got, []string{"main"}) {
		t.Errorf("a key for one account lists %v", got)
	}
	o.do("POST", "/v1/webhooks", map[string]any{"url": "https://example.com/hook", "event_types": []string{"*"},
		"account_ids": []any{second.ID}}).object(201)
}

func TestMediaTypesAreComparedWithoutCase(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	c := o.do("POST", "customers", `{"first_name":"A"}`, "Content-Type", "Application/JSON; Charset=UTF-8").object(201)
	o.do("PATCH", "customers/"+c["id"].(string), `{"alert":"b"}`, "Content-Type", "APPLICATION/MERGE-PATCH+JSON").object(200)
	o.do("POST", "customers", `{"first_name":"A"}`, "Content-Type", "TEXT/PLAIN").problem(415, "unsupported_media_type")
}

func TestAnIntegerThatIsWrittenAsADecimalIsNamed(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	for _, number := range []string{"7.0", "1e2"} {
		r := o.do("POST", "colourCodes", `{"type":"pet","name":"Red","colour":"#FF0000","number":`+number+`}`)
		if got := r.problem(422, "validation_failed"); !slices.Equal(got, []string{"body.number type"}) {
			t.Errorf("%s: %v", number, got)
		}
		if strings.Contains(r.text, "unmarshal") || strings.Contains(r.text, "Go ") {
			t.Errorf("the answer speaks of Go: %s", r.text)
		}
	}
}

func TestQueriesAreNormalisedAsBodiesAre(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	o.newCustomer(map[string]any{"first_name": "Zoë", "email": "zoe@example.com", "external_id": "Zoë-1"})
	o.newCustomer(map[string]any{"first_name": "Ann"})
	for query, want := range map[string]int{
		"email=%20zoe@example.com%20": 1, "externalId=Zoe%CC%88-1": 1, "search=%20zoe%09": 1, "limit=%201": 1,
	} {
		if got := o.do("GET", "customers?"+query, nil).list(); len(got) != want {
			t.Errorf("%s: %d customers, want %d", query, len(got), want)
		}
	}
	for query, want := range map[string]string{
		"search=%20z%20": "query.search too_short", "search=%20%20%20": "query.search empty", "email=%20": "query.email empty",
	} {
		if got := o.do("GET", "customers?"+query, nil).problem(422, "validation_failed"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
}

func TestFaultsOfFormatsSpeakOfTheInterface(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	for query, want := range map[string]string{
		"updatedSince=2026-01-01": "is not an instant such as 2026-03-01T09:30:00Z", "colourCodeId=x": "is not an id",
	} {
		r := o.do("GET", "customers?"+query, nil)
		r.problem(422, "validation_failed")
		if !strings.Contains(r.text, `"code":"format","message":"`+want+`"`) {
			t.Errorf("%s: %s", query, r.text)
		}
	}
}

func TestAccountsHaveARealCurrencyAndCountry(t *testing.T) {
	t.Parallel()
	o := newTenant(t)
	n := 0
	create := func(currency, country string) error {
		n++
		_, err := o.accounts.Create(t.Context(), accounts.AccountCreate{Organization: o.organization, Code: "n" + strconv.Itoa(n), Name: "Any",
			Timezone: "UTC", Currency: currency, Country: country})
		return err
	}
	for _, code := range []string{"GBP GB", "SLE SL", "JPY JP"} {
		if err := create(code[:3], code[4:]); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
	for _, code := range []string{"ZZZ GB", "XXX GB", "gbp GB", "GB  GB", "GBP XX", "GBP gb", "GBP UK", "GBP B "} {
		if err := create(code[:3], code[4:]); err == nil {
			t.Errorf("%s was taken", code)
		}
	}
}
