package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestAnAccountMadeAMomentAgoIsListedForAKeyOfTheWholeOrganization(t *testing.T) {
	o := newTenant(t)
	one := o.NewKeyFor([]string{"main"}, "*")
	codes := func(key string) (found []string) {
		for _, a := range o.Send(key, "GET", "/v1/accounts", nil).List() {
			found = append(found, a["code"].(string))
		}
		return found
	}
	if got := codes(o.Key); !slices.Equal(got, []string{"main"}) {
		t.Fatalf("before: %v", got)
	}
	codes(one)
	second := o.AddAccount("second", "Europe/Paris", "EUR", "FR")
	if got := codes(o.Key); !slices.Equal(got, []string{"main", "second"}) {
		t.Errorf("a key for all accounts lists %v", got)
	}
	if got := codes(one); !slices.Equal(got, []string{"main"}) {
		t.Errorf("a key for one account lists %v", got)
	}
	o.Do("POST", "/v1/webhooks", map[string]any{"url": "https://example.com/hook", "event_types": []string{"*"},
		"account_ids": []any{second.ID}}).Object(201)
	third := o.AddAccount("third", "Europe/Paris", "EUR", "FR")
	o.Do("GET", "/v1/accounts/"+third.ID.String()+"/customers", nil).List()
}

func TestMediaTypesAreComparedWithoutCase(t *testing.T) {
	o := newTenant(t)
	c := o.Do("POST", "customers", `{"first_name":"A"}`, "Content-Type", "Application/JSON; Charset=UTF-8").Object(201)
	o.Do("PATCH", "customers/"+c["id"].(string), `{"alert":"b"}`, "Content-Type", "APPLICATION/MERGE-PATCH+JSON").Object(200)
	o.Do("POST", "customers", `{"first_name":"A"}`, "Content-Type", "TEXT/PLAIN").Problem(415, "unsupported_media_type")
}

func TestQueriesAreNormalisedAsBodiesAre(t *testing.T) {
	o := newTenant(t)
	o.NewCustomer(map[string]any{"first_name": "Zoë", "email": "zoe@example.com", "external_id": "Zoë-1"})
	o.NewCustomer(map[string]any{"first_name": "Ann"})
	for query, want := range map[string]int{
		"email=%20zoe@example.com%20": 1, "externalId=Zoe%CC%88-1": 1, "search=%20zoe%09": 1, "limit=%201": 1,
	} {
		if got := o.Do("GET", "customers?"+query, nil).List(); len(got) != want {
			t.Errorf("%s: %d customers, want %d", query, len(got), want)
		}
	}
	for query, want := range map[string]string{
		"search=%20z%20": "query.search too_short", "search=%20%20%20": "query.search empty", "email=%20": "query.email empty",
	} {
		wantFaults(t, o.Do("GET", "customers?"+query, nil), want)
	}
}

func TestCustomFieldsOfARecordHaveAtMost64KiBTogether(t *testing.T) {
	s := newTenant(t)
	values := map[string]any{}
	for i := range 8 {
		f := s.Do("POST", "customerFields/custom", map[string]any{"type": "textarea", "label": fmt.Sprint("Long ", i)}).Object(201)
		values[f["key"].(string)] = strings.Repeat("x", 4000)
	}
	customer := s.NewCustomer(map[string]any{"custom_fields": values})
	for key := range values {
		values[key] = strings.Repeat("<", 4000) // six bytes each in JSON for HTML
	}
	if shown := s.Do("POST", "customers", map[string]any{"first_name": "Jo", "custom_fields": values}); shown.Status != 201 || strings.Contains(shown.Text, "u003c") {
		t.Errorf("%d %.300s", shown.Status, shown.Text)
	}
	for key := range values {
		values[key] = strings.Repeat("\u20ac", 4000) // three bytes each
	}
	for _, r := range []kit.Response{
		s.Do("PATCH", "customers/"+customer["id"].(string), map[string]any{"custom_fields": values}),
		s.Do("POST", "customers", map[string]any{"first_name": "Jo", "custom_fields": values}),
	} {
		if got := fmt.Sprint(r.Problem(422, "too_large")); got != "[body.custom_fields too_large]" {
			t.Error(got)
		}
	}
}

func TestNullIsNoValueOfARequiredFieldThatHasADefault(t *testing.T) {
	x := newTenant(t)
	x.Do("PATCH", "customerFields/standard", `{"fields": [{"key": "communication", "required": true}]}`).Object(200)
	wantFaults(t, x.Do("POST", "customers", `{"first_name": "Jo", "communication": null}`), "body.communication required")
	path := "customers/" + x.NewCustomer(map[string]any{"communication": map[string]any{}})["id"].(string)
	x.Do("PATCH", path, `{"communication": null}`).Problem(422, "validation_failed")
}
