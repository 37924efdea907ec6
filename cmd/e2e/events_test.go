package e2e

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// After a conflict, such as a value in use, a duplicate name or a built-in type, nothing has changed and no event is recorded.
func TestConflictsRecordNothing(t *testing.T) {
	t.Parallel()
	w := kit.NewTenant(t)
	made := func(path, body string) string { return w.Do("POST", path, body).Object(201)["id"].(string) }
	field := made("customerFields/custom", `{"key":"diet","type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)
	customer := "customers/" + made("customers", `{"first_name":"Jo","custom_fields":{"diet":"raw"},"email":"a@example.com","password":"correct horse","external_id":"X"}`)
	made("breeds", `{"name":"A Breed","species":"dog"}`)
	made("secondaryPetStatuses", `{"name":"Fostered"}`)
	made("colourCodes", `{"type":"pet","number":1,"name":"Red","colour":"#FF0000"}`)
	builtIn := w.Do("GET", "vaccinationTypes", nil).List()[0]["id"].(string)
	before := w.LastEvent()
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"DELETE", "customerFields/custom/" + field, "", 409, "in_use"},
		{"DELETE", "customerFields/custom/" + field + "?dryRun=true&force=true", "", 409, "in_use"},
		{"PATCH", "customerFields/custom/" + field, `{"options":[{"value":"dry","label":"Dry"}]}`, 409, "in_use"},
		{"POST", "customerFields/custom", `{"key":"diet","type":"text","label":"Diet"}`, 409, "duplicate"},
		{"PATCH", "customerFields/standard", `{"fields":[{"key":"vet","label":"Practice"},{"key":"none","label":"x"}]}`, 422, "validation_failed"},
		{"PATCH", "customerFields/custom/reorder", `{"ids":[]}`, 422, "validation_failed"},
		{"POST", "breeds", `{"name":"a bReed","species":"dog"}`, 409, "duplicate"},
		{"POST", "secondaryPetStatuses", `{"name":"FOSTERED"}`, 409, "duplicate"},
		{"POST", "colourCodes", `{"type":"pet","number":1,"name":"Blue","colour":"#0000FF"}`, 409, "duplicate"},
		{"POST", "customers", `{"first_name":"B","email":"A@example.com","password":"correct horse"}`, 409, "duplicate"},
		{"POST", "customers", `{"first_name":"B","external_id":"X"}`, 409, "duplicate"},
		{"PATCH", customer, `{"password":"short"}`, 422, "validation_failed"},
		{"PATCH", "vaccinationTypes/" + builtIn, `{"name":"x"}`, 403, "built_in"},
		{"DELETE", "vaccinationTypes/" + builtIn, "", 403, "built_in"},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		w.Do(c.method, c.path, body).Problem(c.status, c.code)
		if list := w.Events(before); len(list) > 0 {
			t.Fatalf("%s %s %s recorded %s", c.method, c.path, c.body, list[0].Type)
		}
	}
}

// Logins, reads and changes of webhooks are not changes of records.
func TestLoginsAndWebhooksRecordNothing(t *testing.T) {
	t.Parallel()
	a := kit.NewTenant(t)
	customer, token := a.Login()
	before := a.LastEvent()
	a.Send(token, "GET", "/v1/auth/me", nil).Object(200)
	grant := a.Send(token, "POST", "/v1/auth/refresh", nil).Object(200)
	a.Send(grant["access_token"].(string), "POST", "/v1/auth/logout", nil).Object(204)
	a.Do("GET", "customers/"+customer["id"].(string), nil).Object(200)
	a.Do("GET", "vaccinationTypes", nil).Object(200)
	hook := a.Do("POST", "/v1/webhooks", `{"url":"https://example.com/","event_types":["pet.*"],"active":false}`).Object(201)["id"].(string)
	a.Do("PATCH", "/v1/webhooks/"+hook, `{"rotate_secret":true}`).Object(200)
	if list := a.Events(before); len(list) > 0 {
		t.Errorf("recorded %s", list[0].Type)
	}
	a.Do("POST", "/v1/webhooks/"+hook+"/test", nil).Object(202)
	list := a.Events(before)
	if len(list) != 1 || list[0].Type != "webhook.test" || list[0].Object()["id"] != hook || len(secretKeys(list[0].Body)) > 0 {
		t.Errorf("a test recorded %v", list)
	}
	a.Do("DELETE", "/v1/webhooks/"+hook, nil).Object(204)
}

// secretKeys returns the secret keys and values in a JSON value.
func secretKeys(value any) []string {
	var found []string
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			if key == "password" || key == "secret" || strings.Contains(key, "hash") || strings.Contains(key, "token") {
				found = append(found, key)
			}
			found = append(found, secretKeys(inner)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, secretKeys(inner)...)
		}
	case string:
		for _, word := range []string{"correct horse", "battery staple", "argon2", "whsec_", "pck_", "eyJ"} {
			if strings.Contains(v, word) {
				found = append(found, v)
			}
		}
	}
	return found
}
