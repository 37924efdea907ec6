package e2e

import (
	"strings"
	"testing"
)

// One response names what is wrong with the schema and with the rules that need no stored data. It is not kept: all share an
// Idempotency-Key.
func TestFaultsThatNeedNoStoredDataAreNamedTogether(t *testing.T) {
	x := newTenant(t)
	hook := "/v1/webhooks/" + x.Do("POST", "/v1/webhooks", `{"url":"https://example.com/","event_types":["*"],"active":false}`).Object(201)["id"].(string)
	account := x.Account.ID.String()
	owner := x.NewCustomer(nil)
	pet := x.NewPet(owner, nil)
	pets := "customers/" + owner["id"].(string) + "/pets"
	onePet := pets + "/" + pet["id"].(string)
	health := "pets/" + pet["id"].(string)
	for _, c := range []struct{ method, path, body, want string }{
		{"POST", "customers", `{"email":"foo","nope":1}`, "body.email format, body.first_name required, body.nope unknown"},
		{"POST", "customers", `{"last_name":5}`, "body.last_name type"},
		{"POST", "customers", `{"frist_name":"Jo","phones":[{"number":"1","primary":true},{"number":"2","primary":true}],"password":"correct horse"}`,
			"body.email required, body.first_name required, body.frist_name unknown, body.phones[1].primary not_unique"},
		{"PATCH", "customers/" + owner["id"].(string), `{"nope":1,"phones":[{"number":"1","primary":true},{"number":"2","primary":true}]}`,
			"body.nope unknown, body.phones[1].primary not_unique"},
		{"POST", "customers", `{"email":"foo","phones":[{"number":"+4412"}],"contacts":[{"name":"Al","phone":"none"}],"vet":{"phone":"+999 123456789"}}`,
			"body.contacts[0].phone format, body.email format, body.first_name required, body.phones[0].number format, body.vet.phone format"},
		{"POST", pets, `{"name":"","species":"dog","vet":{"phone":"+4412"}}`, "body.name too_short, body.vet.phone format"},
		{"POST", pets, `{"name":"","species":"dog","weight":{"value":"0"},"deceased_on":"2020-01-01"}`,
			"body.deceased_on not_allowed, body.name too_short, body.weight.unit required, body.weight.value too_small"},
		{"POST", pets, `{"name":"A","species":"dog","status":"dead","deceased_on":"2020-01-01","birth_date":"2021-01-01"}`,
			"body.deceased_on range, body.status enum"},
		{"POST", pets, `{"name":"A","species":"dog","status":"dead","deceased_on":"2020-01-01"}`, "body.status enum"},
		{"PATCH", onePet, `{"name":"","weight":{"value":"20001"},"status":"active","deceased_on":"2020-01-01","birth_date":"2021-01-01"}`,
			"body.deceased_on not_allowed, body.deceased_on range, body.name too_short, body.weight.value too_large"},
		{"PATCH", onePet, `{"nope":1,"weight":{"value":"3"},"deceased_on":"2020-01-01"}`, "body.nope unknown"},
		{"PATCH", "/v1/accounts/" + account, `{"name":"","locale":"en_US","website":"x","phone":"1"}`,
			"body.locale format, body.name too_short, body.phone format, body.website format"},
		{"POST", "petFields/custom", `{"type":"select","label":"","options":[]}`, "body.label too_short, body.options required"},
		{"POST", "petFields/custom", `{"type":"list","label":"A","key":"custom_fields"}`, "body.key duplicate, body.type enum"},
		{"POST", "petFields/custom", `{"type":"list","label":"Custom fields"}`, "body.key duplicate, body.type enum"},
		{"POST", "petFields/custom", `{"type":"text","label":"Custom fields","key":"No"}`, "body.key format"},
		{"POST", "petFields/custom", `{"type":"list","label":"A","options":[{"value":"a","label":"A"}]}`, "body.type enum"},
		{"POST", health + "/exemptions", `{"kind":"x","until":"1800-01-01"}`, "body.kind enum, body.until range, body.vaccination_type_id required"},
		{"POST", health + "/vaccinations", `{"nope":1}`, "body.expires_on required, body.nope unknown, body.vaccination_type_id required"},
		{"POST", health + "/vaccinations", `{"administered_on":"1800-01-01"}`, "body.administered_on range, body.vaccination_type_id required"},
		{"POST", health + "/vaccinations", `{"administered_on":"x"}`, "body.administered_on format, body.vaccination_type_id required"},
		{"POST", "compliance/check", `{"serviceType":"x","stays":[{"pet_id":"` + pet["id"].(string) + `","from":"2026-02-02","to":"2026-02-01"}]}`,
			"body.serviceType enum, body.stays[0].to order"},
		{"POST", "/v1/webhooks", `{"nope":1,"url":"x","event_types":["bad"]}`, "body.event_types[0] unknown, body.nope unknown, body.url format"},
		{"PATCH", hook, `{"nope":1,"url":"x","event_types":["bad"],"rotate_secret":true,"secret":"0123456789abcdef"}`,
			"body.event_types[0] unknown, body.nope unknown, body.rotate_secret conflict, body.url format"},
		{"POST", hook + "/replay", `{"only":"x","types":["pet.foo","pet.*","webhook.test"],"from":"2026-02-02T00:00:00Z","to":"2026-02-01T00:00:00Z"}`,
			"body.only enum, body.to range, body.types[0] unknown, body.types[2] unknown"},
		{"POST", "/v1/apiKeys", `{"name":"","abilities":["bad"],"expires_at":"2000-01-01T00:00:00Z"}`,
			"body.abilities[0] enum, body.expires_at range, body.name too_short"},
		{"POST", "/v1/apiKeys", `{"name":"","abilities":["*"],"account_ids":["` + account + `","` + strings.ToUpper(account) + `"]}`,
			"body.account_ids not_unique, body.name too_short"},
	} {
		var headers []string
		if c.method == "POST" {
			headers = []string{"Idempotency-Key", "one"}
		}
		if got := strings.Join(x.Do(c.method, c.path, c.body, headers...).Problem(422, "validation_failed"), ", "); got != c.want {
			t.Errorf("%s %s %s: the faults are %s, want %s", c.method, c.path, c.body, got, c.want)
		}
	}
}
