package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// wrongInput is a typical mistake, and how the response helps to correct it.
type wrongInput struct {
	method, path, body string
	headers            []string
	status             int
	code               string
	faults             []string // "location code" of all faults
	says               string   // a fact that the response must contain, such as the closest valid value
}

func TestWrongInputsAreAnsweredWithHelp(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	email := ids.New().String() + "@example.com"
	customer := "customers/" + x.NewCustomer(map[string]any{"email": email, "password": password})["id"].(string)
	pet := customer + "/pets/" + x.Do("POST", customer+"/pets", `{"name":"Rex","species":"dog"}`).Object(201)["id"].(string)
	made := func(path, body string) string {
		return path + "/" + x.Do("POST", path, body).Object(201)["id"].(string)
	}
	breed, other := made("breeds", `{"name":"Zorgi","species":"dog"}`), made("breeds", `{"name":"Zat","species":"cat"}`)
	first, second := made("petFields/custom", `{"label":"Diet","type":"select","options":[{"value":"raw","label":"Raw"}]}`), made("petFields/custom", `{"label":"Bed","type":"text"}`)
	hook := made("/v1/webhooks", `{"url":"https://example.com/","event_types":["*"],"active":false}`)
	rabies := ""
	for _, v := range x.Do("GET", "vaccinationTypes", nil).List() {
		if v["name"] == "Rabies" {
			rabies = "vaccinationTypes/" + v["id"].(string)
		}
	}
	id := func(path string) string { return path[strings.LastIndex(path, "/")+1:] }
	unknown := ids.New().String()
	readOnly := x.NewKey("customers:read")
	x.Do("POST", "customers", `{"first_name":"A"}`, "Idempotency-Key", "once").Object(201)
	login := `{"account_id":"` + x.Account.ID.String() + `","email":"`
	from := func() []string { return []string{"X-Forwarded-For", kit.AnyAddress()} }
	noKey := func(more ...string) []string { return append([]string{"X-API-Key", ""}, more...) }
	deep := strings.Repeat("[", 11000) + strings.Repeat("]", 11000)

	for _, c := range []wrongInput{
		// Authentication.
		{"POST", "/v1/auth/login", login + email + `","password":"wrong password"}`, noKey(from()...), 401, "login_failed", nil, "e-mail or the password is wrong"},
		{"POST", "/v1/auth/login", login + `nobody@example.com","password":"wrong password"}`, noKey(from()...), 401, "login_failed", nil, "e-mail or the password is wrong"},
		{"POST", "/v1/auth/passwordReset", `{"token":"` + strings.Repeat("x", 80) + `","new_password":"correct horse"}`, noKey(from()...), 401, "login_failed", nil, ""},
		{"GET", "customers", "", []string{"X-API-Key", x.Key[:len(x.Key)-1] + "!"}, 401, "unauthenticated", nil, "malformed"},
		{"GET", "customers", "", []string{"X-API-Key", "pck_hello"}, 401, "unauthenticated", nil, "malformed"},
		{"GET", "customers", "", noKey(), 401, "unauthenticated", nil, ""},
		{"GET", "customers", "", []string{"Authorization", "Bearer x"}, 400, "ambiguous_credentials", nil, ""},
		{"GET", "customers", "", noKey("Authorization", "Bearer x"), 401, "unauthenticated", nil, ""},
		{"GET", "customers", "", noKey("Authorization", "Bearer "+x.Key), 401, "unauthenticated", nil, "X-API-Key"},
		{"GET", "customers", "", noKey("Authorization", x.Key), 401, "unauthenticated", nil, "X-API-Key"},
		{"POST", "customers", `{"first_name":"A"}`, []string{"X-API-Key", readOnly}, 403, "ability_missing", nil, "customers:write"},
		{"GET", "customers", "", []string{"X-Staff-Name", "Ann"}, 422, "validation_failed", []string{"header.X-Staff-Id required"}, "X-Staff-Id"},
		// Records that do not exist.
		{"GET", "customers/" + unknown, "", nil, 404, "not_found", nil, "no such customer"},
		{"GET", "pets/" + unknown, "", nil, 404, "not_found", nil, "no such pet"},
		{"GET", "breeds/" + unknown, "", nil, 404, "not_found", nil, "no such breed"},
		{"GET", "orders/" + unknown, "", nil, 404, "not_found", nil, "no such order"},
		{"GET", "petFields/custom/" + unknown, "", nil, 404, "not_found", nil, "no such form field"},
		{"DELETE", "notes/" + unknown, "", nil, 404, "not_found", nil, "no such note"},
		{"GET", "colourCodes/" + unknown, "", nil, 404, "not_found", nil, "no such colour code"},
		{"GET", "secondaryPetStatuses/" + unknown, "", nil, 404, "not_found", nil, "no such secondary pet status"},
		{"GET", "/v1/webhooks/" + unknown, "", nil, 404, "not_found", nil, "no such webhook"},
		{"GET", "/v1/accounts/" + unknown, "", nil, 404, "not_found", nil, "no such account"},
		{"GET", "/v1/acounts", "", nil, 404, "not_found", nil, ""},
		{"PUT", breed, `{"name":"X"}`, nil, 405, "method_not_allowed", nil, ""},
		// Keys.
		{"PATCH", customer, `{"created_at":"2001-01-01T00:00:00Z"}`, nil, 422, "validation_failed", []string{"body.created_at read_only"}, ""},
		{"PATCH", first, `{"type":"date"}`, nil, 422, "validation_failed", []string{"body.type immutable"}, ""},
		{"PATCH", first, `{"type":"nope"}`, nil, 422, "validation_failed", []string{"body.type immutable"}, ""},
		{"PATCH", "/v1/accounts/" + x.Account.ID.String(), `{"status":"closed"}`, nil, 422, "validation_failed", []string{"body.status read_only"}, "leave it out"},
		{"PATCH", first, `{"locked":["x"],"id":"x","created_at":7}`, nil, 422, "validation_failed",
			[]string{"body.created_at read_only", "body.id read_only", "body.locked read_only"}, ""},
		{"PATCH", "petFields/standard", `{"fields":[{"key":"coat","kind":"own"}]}`, nil, 422, "validation_failed", []string{"body.fields[0].kind read_only"}, ""},
		{"PATCH", customer, `{"vresion":1}`, nil, 422, "validation_failed", []string{"body.vresion unknown"}, "did you mean version?"},
		{"PATCH", customer, `{"cerated_at":1}`, nil, 422, "validation_failed", []string{"body.cerated_at unknown"}, "did you mean created_at?"},
		{"PATCH", customer, `{"accountId":1}`, nil, 422, "validation_failed", []string{"body.accountId unknown"}, "did you mean account_id?"},
		{"PATCH", "/v1/accounts/" + x.Account.ID.String(), `{"sattus":"active"}`, nil, 422, "validation_failed", []string{"body.sattus unknown"}, "did you mean status?"},
		{"PATCH", "petFields/standard", `{"fields":[{"key":"coat","vresion":1}]}`, nil, 422, "validation_failed", []string{"body.fields[0].vresion unknown"},
			"did you mean version?"},
		{"PATCH", "customerFields/standard", `{"fields":[{"key":"emial","required":true}]}`, nil, 422, "validation_failed", []string{"body.fields[0].key unknown"},
			"did you mean email?"},
		{"PATCH", customer, `{"version":7}`, nil, 412, "version_mismatch", nil, ""},
		{"POST", "customers", `{"frist_name":"A"}`, nil, 422, "validation_failed", []string{"body.first_name required", "body.frist_name unknown"}, "did you mean first_name"},
		{"GET", "customers?serach=ann", "", nil, 422, "validation_failed", []string{"query.serach unknown"}, "did you mean search"},
		{"POST", customer + "/pets", `{"name":"Rex"}`, nil, 422, "validation_failed", []string{"body.species required"}, ""},
		{"PATCH", pet, `{"name":null}`, nil, 422, "validation_failed", []string{"body.name null"}, ""},
		{"POST", "customers", `{}`, nil, 422, "validation_failed", []string{"body.first_name required"}, "last name"},
		{"PATCH", pet, `{"custom_fields":{"dite":"raw"}}`, nil, 422, "validation_failed", []string{"body.custom_fields.dite unknown"}, "did you mean diet"},
		// Values.
		{"PATCH", pet, `{"birth_date":"31/12/2020"}`, nil, 422, "validation_failed", []string{"body.birth_date format"}, "YYYY-MM-DD"},
		{"PATCH", pet, `{"birth_date":"2021-02-29"}`, nil, 422, "validation_failed", []string{"body.birth_date format"}, "does not exist"},
		{"PATCH", pet, `{"birth_date":"0001-01-01"}`, nil, 422, "validation_failed", []string{"body.birth_date format"}, "0001-01-02"},
		{"PATCH", pet, `{"birth_date":""}`, nil, 422, "validation_failed", []string{"body.birth_date format"}, "is empty"},
		{"PATCH", pet, `{"breed_ids":[""]}`, nil, 422, "validation_failed", []string{"body.breed_ids[0] format"}, "is empty"},
		{"PATCH", pet, `{"birth_date":"2021-05-04T00:00:00Z"}`, nil, 422, "validation_failed", []string{"body.birth_date format"}, "YYYY-MM-DD"},
		{"PATCH", pet, `{"birth_date":"2999-01-01"}`, nil, 422, "validation_failed", []string{"body.birth_date future"}, "future"},
		{"PATCH", pet, `{"deceased_on":"2021-01-01"}`, nil, 422, "validation_failed", []string{"body.deceased_on not_allowed"}, "deceased"},
		{"PATCH", pet, `{"species":"dgo"}`, nil, 422, "validation_failed", []string{"body.species enum"}, "did you mean dog"},
		{"PATCH", pet, `{"status":"sleeping"}`, nil, 422, "validation_failed", []string{"body.status enum"}, "active, inactive, deceased"},
		{"PATCH", pet, `{"name":""}`, nil, 422, "validation_failed", []string{"body.name too_short"}, "is empty"},
		{"PATCH", pet, `{"name":"` + strings.Repeat("x", 101) + `"}`, nil, 422, "validation_failed", []string{"body.name too_long"}, "100 characters"},
		{"PATCH", pet, `{"weight":{"value":27.4,"unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value type"}, `put it in quotes`},
		{"PATCH", pet, `{"weight":{"value":"0","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value too_small"}, "is not greater than 0"},
		{"PATCH", pet, `{"custom_fields":{"bed":5}}`, nil, 422, "validation_failed", []string{"body.custom_fields.bed type"}, "is not text"},
		{"PATCH", "/v1/accounts/" + x.Account.ID.String(), `{"phone":"020 7946 0958"}`, nil, 422, "validation_failed", []string{"body.phone format"}, "is not a phone number"},
		{"POST", "/v1/apiKeys", `{"name":"Tool","abilities":["customers:raed"]}`, nil, 422, "validation_failed", []string{"body.abilities[0] enum"}, "did you mean customers:read?"},
		{"PATCH", pet, `{"weight":{"value":"12,5","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value format"}, "12.5"},
		{"PATCH", pet, `{"weight":{"value":"1.1234","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value format"}, "3 decimals"},
		{"PATCH", pet, `{"weight":{"value":"100000","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value format"}, "5 digits"},
		{"PATCH", pet, `{"weight":{"value":"20001","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value too_large"}, "20000"},
		{"PATCH", pet, `{"weight":{"value":"","unit":"kg"}}`, nil, 422, "validation_failed", []string{"body.weight.value format"}, "is empty"},
		{"PATCH", pet, `{"breed_ids":["` + unknown + `"]}`, nil, 422, "validation_failed", []string{"body.breed_ids[0] not_found"}, ""},
		{"PATCH", pet, `{"breed_ids":["` + id(other) + `"]}`, nil, 422, "validation_failed", []string{"body.breed_ids[0] species"}, ""},
		{"PATCH", pet, `{"custom_fields":{"diet":"rwa"}}`, nil, 422, "validation_failed", []string{"body.custom_fields.diet enum"}, "raw"},
		{"PATCH", customer, `{"address":{"country":"Germany"}}`, nil, 422, "validation_failed", []string{"body.address.country format"}, "ISO 3166-1 alpha-2"},
		{"PATCH", customer, `{"email":"` + strings.Repeat("x", 243) + `@example.com"}`, nil, 422, "validation_failed", []string{"body.email too_long"}, "254 characters"},
		{"POST", "petFields/custom", `{"label":"L","type":"text","key":"` + strings.Repeat("a", 61) + `"}`, nil, 422, "validation_failed", []string{"body.key too_long"},
			"60 characters"},
		{"POST", "petFields/custom", `{"label":"L","type":"text","key":"custom_fields"}`, nil, 422, "validation_failed", []string{"body.key duplicate"}, "is reserved"},
		{"POST", "petFields/custom", `{"label":"Custom fields","type":"text"}`, nil, 422, "validation_failed", []string{"body.key duplicate"}, "is reserved"},
		{"PATCH", customer, `{"address":{"country":"GBR"}}`, nil, 422, "validation_failed", []string{"body.address.country format"}, "ISO 3166-1 alpha-2"},
		{"PATCH", customer, `{"email":"ann.example.com"}`, nil, 422, "validation_failed", []string{"body.email format"}, ""},
		{"PATCH", customer, `{"phones":[{"number":"12"}]}`, nil, 422, "validation_failed", []string{"body.phones[0].number format"}, ""},
		{"PATCH", customer, `{"tags":"vip"}`, nil, 422, "validation_failed", []string{"body.tags type"}, "list"},
		{"POST", "colourCodes", `{"type":"pet","name":"Red","colour":"red"}`, nil, 422, "validation_failed", []string{"body.colour format"}, "#1A2B3C"},
		{"POST", "petFields/custom", `{"label":"Name","type":"text"}`, nil, 422, "validation_failed", []string{"body.key duplicate"}, "give a key"},
		{"POST", "/v1/webhooks", `{"url":"example.com","event_types":["pet.updatd"]}`, nil, 422, "validation_failed", []string{"body.event_types[0] unknown", "body.url format"}, "pet.updated"},
		{"PATCH", "petFields/custom/reorder", `{"ids":["` + id(first) + `"]}`, nil, 422, "validation_failed", []string{"body.ids incomplete"}, id(second)},
		{"GET", "customers?limit=abc", "", nil, 422, "validation_failed", []string{"query.limit format"}, "whole number"},
		{"GET", "customers?limit=500", "", nil, 422, "validation_failed", []string{"query.limit too_large"}, "200"},
		{"GET", "customers?cursor=abc", "", nil, 422, "validation_failed", []string{"query.cursor cursor"}, ""},
		{"GET", "customers?email=jo+pets@example.com", "", nil, 422, "validation_failed", []string{"query.email format"}, "%2B"},
		{"GET", "customers?updatedSince=2026-01-01T00:00:00+01:00", "", nil, 422, "validation_failed", []string{"query.updatedSince format"}, "%2B"},
		// Conflicts.
		{"POST", "breeds", `{"name":"zorgi","species":"dog"}`, nil, 409, "duplicate", nil, id(breed)},
		{"PATCH", rabies, `{"name":"R"}`, nil, 403, "built_in", nil, ""},
		{"POST", customer + "/passwordReset", ``, nil, 201, "", nil, "token"},
		{"POST", "customers", `{"first_name":"B"}`, []string{"Idempotency-Key", "once"}, 422, "idempotency_key_reused", []string{"header.Idempotency-Key reused"}, ""},
		{"POST", "customers", `{"first_name":"B"}`, []string{"Idempotency-Key", strings.Repeat("k", 256)}, 422, "validation_failed", []string{"header.Idempotency-Key format"}, "255"},
		{"POST", "customers", `{"first_name":"B"}`, []string{"Idempotency-Key", "one", "Idempotency-Key", "two"}, 422, "validation_failed", []string{"header.Idempotency-Key format"}, "one value"},
		{"PATCH", breed, `{"name":"Y"}`, []string{"If-Match", "3"}, 422, "validation_failed", []string{"header.If-Match format"}, `\"3\"`},
		{"PATCH", breed, `{"name":"Y"}`, []string{"If-Match", `"7"`}, 412, "version_mismatch", nil, ""},
		// The body as a whole.
		{"POST", "customers", `{"first_name":"A"}`, []string{"Content-Type", "text/csv"}, 415, "unsupported_media_type", nil, "application/json"},
		{"PATCH", customer, `{"first_name":"A"}`, []string{"Content-Type", "application/json-patch+json"}, 415, "unsupported_media_type", nil, "application/merge-patch+json"},
		{"POST", "customers", `first_name=A`, nil, 400, "malformed_json", nil, "byte 1"},
		{"POST", "customers", "\xef\xbb\xbf{\"first_name\":\"A\"}", nil, 400, "malformed_json", nil, "byte order mark"},
		{"POST", "customers", "{\"first_name\":\"Zo\xeb\"}", nil, 400, "malformed_json", nil, "UTF-8"},
		{"POST", "customers", deep, nil, 400, "malformed_json", nil, "deep"},
		{"POST", "customers", `{"first_name":"A","first_name":"B"}`, nil, 400, "malformed_json", nil, "first_name"},
		{"POST", "customers", ``, nil, 400, "malformed_json", nil, "needs a body"},
		{"POST", "customers", `[]`, nil, 422, "validation_failed", []string{"body type"}, "object"},
		{"POST", "customers", `{"first_name":"` + strings.Repeat("x", 1<<20) + `"}`, nil, 413, "payload_too_large", nil, "1 MiB"},
		{"GET", "customers", "", []string{"Accept", "text/html"}, 406, "not_acceptable", nil, "application/json"},
		{"PATCH", hook, `{"rotate_secert":true}`, nil, 422, "validation_failed", []string{"body.rotate_secert unknown"}, "did you mean"},
	} {
		var body any
		if c.body != "" || c.says == "needs a body" {
			body = c.body
		}
		x := x
		if len(c.headers) > 1 && c.headers[0] == "X-API-Key" && c.headers[1] == "" {
			x.Key, c.headers = "", c.headers[2:]
		}
		r := x.Do(c.method, c.path, body, c.headers...)
		if r.Status != c.status || !strings.Contains(r.Text, c.says) {
			t.Errorf("%s %s %.80s: want %d %s %q, got %d %.700s", c.method, c.path, c.body, c.status, c.code, c.says, r.Status, r.Text)
			continue
		}
		if c.status < 400 {
			continue
		}
		if got := r.Problem(c.status, c.code); !slices.Equal(got, c.faults) {
			t.Errorf("%s %s %.80s: %v, want %v", c.method, c.path, c.body, got, c.faults)
		}
		switch c.status {
		case http.StatusUnauthorized:
			if r.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s: no WWW-Authenticate", c.path)
			}
		case http.StatusUnsupportedMediaType:
			if patch := c.method == "PATCH"; patch != (r.Header.Get("Accept-Patch") == "application/merge-patch+json, application/json") {
				t.Errorf("Accept-Patch: %q", r.Header.Get("Accept-Patch"))
			}
		case http.StatusMethodNotAllowed:
			if r.Header.Get("Allow") == "" {
				t.Error("no Allow")
			}
		}
	}
}
