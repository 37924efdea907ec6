package customerspets_test

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

const everything = `{
	"first_name": "Rosalind", "last_name": "Okafor-Hughes", "company_name": "Second Chance", "email": "Rosalind@Example.com",
	"phones": [{"type": "home", "number": "020 7946 0123"}, {"number": "+447700900123", "primary": true}],
	"address": {"line1": "12 Willow Lane", "country": "GB"}, "status": "inactive", "referral_source": "Friend",
	"contacts": [{"name": "Tom", "relationship": "Partner", "phone": "07700 900124", "emergency": true}],
	"vet": {"practice": "Goose Green Vets", "phone": "020 7946 0124"}, "communication": {"sms_opt_in": true},
	"tags": ["VIP", "weekly", "VIP"], "alert": "Text only", "external_id": "C-1"}`

func TestCreateCustomerKeepsEveryKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	code := w.colourCode(configlists.CustomerColour)
	made := w.customer(strings.TrimSuffix(everything, "}") + `, "colour_code_ids": ["` + code.ID.String() + `"]}`)
	read := testkit.Must[customerspets.Customer](t)(w.service.GetCustomer(w.ctx, w.account, made.ID))
	want := decode[map[string]any](t, `{"first_name": "Rosalind", "last_name": "Okafor-Hughes", "company_name": "Second Chance",
		"email": "Rosalind@Example.com", "phones": [{"type": "home", "number": "+442079460123", "primary": false},
		{"type": "mobile", "number": "+447700900123", "primary": true}], "address": {"line1": "12 Willow Lane", "line2": null,
		"city": null, "region": null, "postcode": null, "country": "GB"}, "status": "inactive", "referral_source": "Friend",
		"contacts": [{"name": "Tom", "relationship": "Partner", "phone": "+447700900124", "emergency": true, "authorised_pickup": false}],
		"vet": {"practice": "Goose Green Vets", "name": null, "phone": "+442079460124"},
		"communication": {"email_opt_in": false, "sms_opt_in": true, "marketing_opt_in": false}, "tags": ["VIP", "weekly"],
		"alert": "Text only", "external_id": "C-1", "custom_fields": {}, "login": {"enabled": false, "last_login_at": null},
		"colour_code_ids": ["`+code.ID.String()+`"], "version": 1}`)
	wantKeys(t, "the customer", read, want)
	if asJSON(t, made) != asJSON(t, read) {
		t.Errorf("created as %s\nread as   %s", asJSON(t, made), asJSON(t, read))
	}
	e := w.wantEvents(made.ID, customerspets.CustomerCreated)
	if e.Data.Previous != nil {
		t.Errorf("the event has previous values: %v", e.Data.Previous)
	}
}

func TestCreateCustomerWithTheLeastHasDefaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := asJSON(t, w.customer(`{"last_name": "Okafor"}`))
	for _, part := range []string{`"first_name":null`, `"phones":[]`, `"address":null`, `"status":"active"`, `"contacts":[]`, `"vet":null`,
		`"communication":{"email_opt_in":false,"sms_opt_in":false,"marketing_opt_in":false}`, `"colour_code_ids":[]`, `"tags":[]`, `"custom_fields":{}`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in %s", part, got)
		}
	}
}

func TestCreateCustomerNamesEveryFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.create(w.ctx, `{"email": "Bob <bob@example.com>", "phones": [{"number": "12"}, {"number": "+447700900123", "primary": true},
		{"number": "+447700900124", "primary": true}], "contacts": [{"name": "Tom", "phone": "reception"}], "vet": {"phone": "none"},
		"status": null, "colour_code_ids": ["`+ids.New().String()+`", "`+w.colourCode(configlists.PetColour).ID.String()+`"],
		"tags": [""], "custom_fields": {"nobody": 1}}`)
	wantFaults(t, err, "first_name", "email", "phones[0].number", "phones[2].primary", "contacts[0].phone", "vet.phone", "status",
		"colour_code_ids[0]", "colour_code_ids[1]", "tags[0]", "custom_fields.nobody")
	if n := len(w.page(customerspets.CustomerQuery{})); n != 0 {
		t.Errorf("there are %d customers", n)
	}
}

func TestChangeCustomerMergesObjectsAndReplacesLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(everything)
	after := testkit.Must[customerspets.Customer](t)(
		w.change(w.ctx, c.ID, `{"address": {"city": "London", "country": null}, "vet": {"practice": null, "phone": null},
		"communication": {"email_opt_in": true, "sms_opt_in": null}, "tags": ["new"], "alert": null, "first_name": ""}`))
	if a := after.Address.Get(); text(a.Line1) != "12 Willow Lane" || text(a.City) != "London" || a.Country != nil {
		t.Errorf("the address is %s", asJSON(t, a))
	}
	if after.Vet.Get() != nil {
		t.Errorf("the vet is %s", asJSON(t, after.Vet))
	}
	if got := *after.Communication.Get(); got != (customerspets.Communication{EmailOptIn: true}) {
		t.Errorf("communication is %+v", got)
	}
	cleared, err := w.change(w.ctx, w.customer(`{"first_name": "Bea", "phones": [{"number": "07700 900123"}, {"number": "07700 900124"}],
		"communication": {"email_opt_in": true}}`).ID, `{"communication": null}`)
	if phones := cleared.Phones.Get(); err != nil || *cleared.Communication.Get() != (customerspets.Communication{}) || !phones[0].Primary || phones[1].Primary {
		t.Errorf("without a word on it, the customer is %s (%v)", asJSON(t, cleared), err)
	}
	if asJSON(t, after.Tags) != `["new"]` || after.Alert != nil || after.FirstName != nil || after.Version != 2 {
		t.Errorf("the customer is %s", asJSON(t, after))
	}
	e := w.wantEvents(c.ID, customerspets.CustomerCreated, customerspets.CustomerUpdated)
	wantPrevious(t, e, `{"first_name": "Rosalind", "alert": "Text only", "tags": ["VIP", "weekly"],
		"address": `+asJSON(t, c.Address)+`, "vet": `+asJSON(t, c.Vet)+`, "communication": `+asJSON(t, c.Communication)+`}`)
}

func TestACustomerKeepsAName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann"}`)
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"first_name": null}`)), "first_name")
	must(t, second(w.change(w.ctx, c.ID, `{"first_name": null, "last_name": "Lee"}`)))
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"last_name": null}`)), "last_name")
	w.standard(configlists.CustomerForm, `{"key": "last_name", "required": true}`)
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"last_name": null}`)), "last_name") // once
}
