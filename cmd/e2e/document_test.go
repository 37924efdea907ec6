package e2e

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/testkit"
)

// document is the committed OpenAPI document, which make check compares with the served one.
type document struct{ whole map[string]any }

func readDocument(t *testing.T) document {
	t.Helper()
	file := testkit.Must[[]byte](t)(os.ReadFile("../../adapters/httpapi/openapi.yaml"))
	var d document
	if err := yaml.Unmarshal(file, &d.whole); err != nil {
		t.Fatal(err)
	}
	return d
}

// schema follows the reference of a schema.
func (d document) schema(of any) map[string]any {
	s, _ := of.(map[string]any)
	name, named := strings.CutPrefix(refOf(s), "#/components/schemas/")
	if !named {
		return s
	}
	return at(d.whole, "components", "schemas", name)
}

func at(m map[string]any, keys ...string) map[string]any {
	for _, key := range keys {
		m, _ = m[key].(map[string]any)
	}
	return m
}

func refOf(schema map[string]any) string {
	ref, _ := schema["$ref"].(string)
	return ref
}

func TestEveryBodyOfTheDocumentHasAnExample(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	bodies := 0
	for path, item := range at(d.whole, "paths") {
		for method, op := range item.(map[string]any) {
			op, isOperation := op.(map[string]any)
			if !isOperation {
				continue
			}
			contents := map[string]map[string]any{"request": at(op, "requestBody", "content")}
			for status := range at(op, "responses") {
				contents[status] = at(op, "responses", status, "content")
			}
			for which, content := range contents {
				for kind, media := range content {
					media := media.(map[string]any)
					bodies++
					if media["example"] == nil && media["examples"] == nil && d.schema(media["schema"])["examples"] == nil {
						t.Errorf("%s %s: %s of %s has no example", method, path, kind, which)
					}
				}
			}
		}
	}
	if bodies < 150 {
		t.Errorf("%d bodies", bodies)
	}
}

// What a rule finds in a body shows before the record is looked for. So an example, sent to records that are not there, is refused
// for others only that it names and that are not there either.
func TestExamplesOfRequestsAreRight(t *testing.T) {
	t.Parallel()
	d, s := readDocument(t), kit.NewTenant(t)
	sent := 0
	for path, item := range at(d.whole, "paths") {
		for method, op := range item.(map[string]any) {
			op, _ := op.(map[string]any)
			body := at(op, "requestBody", "content", "application/json")
			if body == nil {
				continue
			}
			examples, _ := d.schema(body["schema"])["examples"].([]any)
			if len(examples) == 0 {
				examples = []any{body["example"]}
			}
			place := fill(httpapi.Operation{Path: path}, s.Account.ID)
			for _, example := range examples {
				r := s.Do(strings.ToUpper(method), place, example)
				sent++
				if r.Status != http.StatusUnprocessableEntity {
					if r.Status >= 300 && !slices.Contains([]int{401, 403, 404, 409, 412}, r.Status) {
						t.Errorf("%s %s: %d %s", method, path, r.Status, r.Text)
					}
					continue
				}
				for _, fault := range r.Problem(422, "validation_failed") {
					if _, code, _ := strings.Cut(fault, " "); !slices.Contains([]string{"not_found", "unknown", "incomplete", "mismatch"}, code) {
						t.Errorf("%s %s: %s", method, path, fault)
					}
				}
			}
		}
	}
	if sent < 40 {
		t.Errorf("%d examples", sent)
	}
}

func TestEventsOfTheDocumentAreTyped(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	hooks := at(d.whole, "webhooks")
	for name := range hooks {
		parts, _ := d.schema(at(hooks, name, "post", "requestBody", "content", "application/json")["schema"])["allOf"].([]any)
		if len(parts) != 2 || refOf(parts[0].(map[string]any)) != "#/components/schemas/WebhookEventEnvelope" {
			t.Errorf("%s is not the envelope and what it holds", name)
			continue
		}
		data := at(parts[1].(map[string]any), "properties", "data", "properties")
		object := d.schema(data["object"])
		previous, _ := at(data, "previous")["anyOf"].([]any)
		if len(previous) != 2 {
			t.Errorf("%s: previous is %v", name, data["previous"])
			continue
		}
		old := at(d.schema(previous[0]), "properties")
		for key := range at(object, "properties") {
			if old[key] == nil {
				t.Errorf("%s: previous has no %s", name, key)
			}
		}
		if len(old) == 0 {
			t.Errorf("%s: nothing is known of previous", name)
		}
	}
	if len(hooks) < 50 {
		t.Errorf("%d event types", len(hooks))
	}
}

func TestETagsNotModifiedAndBothAnswersToAReplayAreDocumented(t *testing.T) {
	s := newTenant(t)
	customer, token := s.Login()
	hook := s.Do("POST", "/v1/webhooks", `{"url":"https://example.com/hook","event_types":["pet.*"]}`).Object(201)
	replays := "/v1/webhooks/" + hook["id"].(string) + "/replay"
	replay := s.Do("POST", replays, `{"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`).Object(202)
	s.Do("POST", replays, `{"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z","dry_run":true}`).Object(200)
	account := "/v1/accounts/" + s.Account.ID.String()
	d := readDocument(t)
	if answers := at(d.whole, "paths", "/webhooks/{id}/replay", "post", "responses"); answers["200"] == nil || answers["202"] == nil {
		t.Errorf("a replay answers %v", answers)
	}
	for template, path := range map[string]string{
		"/auth/me": "/v1/auth/me", "/apiKeys/current": "/v1/apiKeys/current", "/eventTypes": "/v1/eventTypes",
		"/accounts/{accountId}": account, "/accounts/{accountId}/colourCodes/nextNumber": account + "/colourCodes/nextNumber?type=pet",
		"/accounts/{accountId}/customers/{customerId}": account + "/customers/" + customer["id"].(string),
		"/webhooks/{id}/replays/{replayId}":            replays + "s/" + replay["id"].(string),
	} {
		key := s.Key
		if template == "/auth/me" {
			key = token
		}
		answer := s.Send(key, "GET", path, nil)
		answer.Object(200)
		documented := at(d.whole, "paths", template, "get", "responses")
		tag, header := answer.Header.Get("ETag"), at(documented, "200", "headers")["ETag"]
		if (tag != "") != (header != nil) || (tag != "") != (documented["304"] != nil) {
			t.Errorf("%s: ETag %q, documented %v", template, tag, documented)
		}
	}
}

func TestTheHeadersOfDeliveriesAreDocumented(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	want := []string{webhookverify.HeaderEvent, webhookverify.HeaderTimestamp, webhookverify.HeaderSignature,
		webhookverify.HeaderSignaturePrevious, webhookverify.HeaderStandardID, webhookverify.HeaderStandardTimestamp,
		webhookverify.HeaderStandardSignature}
	slices.Sort(want)
	for event, hook := range at(d.whole, "webhooks") {
		parameters, _ := at(hook.(map[string]any), "post")["parameters"].([]any)
		var got []string
		for _, p := range parameters {
			name := strings.TrimPrefix(refOf(p.(map[string]any)), "#/components/parameters/")
			got = append(got, http.CanonicalHeaderKey(at(d.whole, "components", "parameters", name)["name"].(string)))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %v", event, got)
		}
	}
}
