package e2e

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/kit"
)

// Every operation that changes something records exactly these events. A new operation must be added here.
func TestEveryChangeRecordsItsEvents(t *testing.T) {
	t.Parallel()
	operations := map[string]httpapi.Operation{}
	for _, op := range kit.Shared(t).API.Operations() {
		if op.Method != "GET" && strings.HasPrefix(op.Path, "/accounts/{accountId}/") && op.ID != "createPasswordReset" && !op.ReadOnly {
			operations[op.ID] = op
		}
	}
	named := map[string]bool{}
	for _, c := range changes() {
		op, ok := operations[c.op]
		if !ok {
			t.Errorf("%s is no operation that changes something", c.op)
			continue
		}
		named[c.op] = true
		t.Run(strings.TrimSpace(c.op+" "+c.variant), func(t *testing.T) {
			t.Parallel()
			c.prove(newScenario(t), op)
		})
	}
	for id := range operations {
		if !named[id] {
			t.Errorf("nothing says which events %s records", id)
		}
	}
}

func (c change) prove(w *scenario, op httpapi.Operation) {
	path, body := c.make(w)
	at, _, _ := strings.Cut(path, "?")
	if !regexp.MustCompile("^" + parameter.ReplaceAllString(op.Path, "[^/]+") + "$").MatchString(strings.TrimPrefix(w.Base, "/v1") + "/" + at) {
		w.T.Fatalf("%s is not a path of %s %s", path, op.Method, op.Path)
	}
	before := w.LastEvent()
	send := func() kit.Response {
		return w.Send(w.as, op.Method, w.Base+"/"+path, body, "Idempotency-Key", "once")
	}
	if r := send(); r.Status >= 300 {
		w.T.Fatalf("%d %s", r.Status, r.Text)
	}
	list := w.Events(before)
	var got []string
	for _, e := range list {
		got = append(got, strings.TrimSpace(e.Type+" "+strings.Join(slices.Sorted(maps.Keys(e.Previous())), ",")))
		w.check(e)
	}
	if strings.Join(got, "\n") != c.want {
		w.T.Errorf("got events\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
	}

	before = w.LastEvent()
	want := map[string]int{"POST": 201, "PATCH": 200, "PUT": 200, "DELETE": 404}[op.Method]
	if r := send(); !c.same && (r.Status != want || len(w.Events(before)) > 0) {
		w.T.Errorf("the same again: %d, %d events", r.Status, len(w.Events(before)))
	}
}

// After a conflict, such as a value in use, a duplicate name or a built-in type, nothing has changed and no event is recorded.
func TestConflictsRecordNothing(t *testing.T) {
	t.Parallel()
	w := newScenario(t)
	field := w.made("customerFields/custom", `{"key":"diet","type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)["id"].(string)
	customer := w.customer(map[string]any{"custom_fields": map[string]any{"diet": "raw"}, "email": "a@example.com", "password": "correct horse", "external_id": "X"})
	w.breed("A Breed")
	w.made("secondaryPetStatuses", `{"name":"Fostered"}`)
	w.made("colourCodes", `{"type":"pet","number":1,"name":"Red","colour":"#FF0000"}`)
	builtIn := w.Do("GET", "vaccinationTypes", nil).List()[0]["id"].(string)
	before := w.LastEvent()
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"DELETE", "customerFields/custom/" + field, "", 409, "in_use"},
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
