package webhooks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/webhooks"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(),
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)}, fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)}))
}

// door takes a key for the ability it holds: what credentials are worth is tested elsewhere.
type door struct{ organization, account uuid.UUID }

func (d door) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Organization: d.organization, Accounts: []uuid.UUID{d.account}, AllAccounts: true, Abilities: []string{key}}, nil
}

func (d door) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{d.account}}, nil
}

// site is the module as the application plugs it, behind HTTP, for an organization of its own. Nothing is delivered.
type site struct {
	t      *testing.T
	url    string
	outbox events.Recorder
	door   *door
}

func open(t *testing.T) site {
	t.Helper()
	t.Parallel()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	box, err := secrets.NewBox([]secrets.Key{{ID: "k1", Secret: []byte("an application key of these tests")}})
	if err != nil {
		t.Fatal(err)
	}
	s := site{t: t, door: &door{}}
	a := httpapi.New(httpapi.Options{Authenticator: s.door})
	var keeper *accounts.Service
	app := fx.New(fx.NopLogger, accountsfx.Module, webhooksfx.Module, routes.Module, fxgroups.ProvideEventTypes("pets", "pet.updated"),
		fx.Supply(db, webhooks.Options{Box: box}),
		fx.Provide(func() tx.Runner { return db }, func() clock.Clock { return clock.System }), outbox.Module,
		fx.Populate(&keeper, &s.outbox),
		fx.Invoke(fx.Annotate(func(all []httpapi.Routes) {
			for _, r := range all {
				r.Register(a)
			}
		}, fx.ParamTags(httpapi.FromRoutes))))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	account, err := keeper.Create(t.Context(), accounts.AccountCreate{
		Organization: ids.New().String(), Code: "one", Name: "One", Timezone: "Europe/London", Currency: "GBP", Country: "GB"})
	if err != nil {
		t.Fatal(err)
	}
	s.door.organization, s.door.account = account.OrganizationID, account.ID
	handler, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s.url = server.URL + "/v1"
	return s
}

type answer struct {
	status int
	header http.Header
	body   map[string]any
	text   string
}

func (s site) do(method, path, body string, header ...string) answer {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("X-API-Key", "webhooks:manage")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	a := answer{status: resp.StatusCode, header: resp.Header, text: string(text)}
	if len(bytes.TrimSpace(text)) > 0 {
		if err := json.Unmarshal(text, &a.body); err != nil {
			s.t.Fatalf("%v in %s", err, text)
		}
	}
	return a
}

func (s site) publish(n int) {
	s.t.Helper()
	for range n {
		err := s.outbox.Record(s.t.Context(), events.Public{Type: "pet.updated", Account: s.door.account, Record: ids.New(), Object: struct{ Name string }{"Rex"}})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

const draft = `{"url": "https://example.com/hook", "event_types": ["pet.*"], "description": " CRM "}`

func TestWebhookFromCreationToDeletion(t *testing.T) {
	s := open(t)
	made := s.do("POST", "/webhooks", draft)
	id, _ := made.body["id"].(string)
	if made.status != 201 || made.header.Get("Location") != "/v1/webhooks/"+id || made.header.Get("ETag") != `"1"` || made.body["secret"] == nil {
		t.Fatalf("%d %v %s", made.status, made.header, made.text)
	}
	for _, key := range []string{"url", "event_types", "account_ids", "description", "active", "secret_hint", "health", "created_at", "updated_at", "version"} {
		if _, ok := made.body[key]; !ok {
			t.Errorf("%s is missing in %s", key, made.text)
		}
	}
	if made.body["description"] != "CRM" || made.body["active"] != true || strings.Contains(made.text, "organization") {
		t.Errorf("%s", made.text)
	}
	list := s.do("GET", "/webhooks", "")
	if list.status != 200 || len(list.body["data"].([]any)) != 1 || strings.Contains(list.text, `"secret"`) || list.body["next_cursor"] != nil {
		t.Errorf("%s", list.text)
	}
	path := "/webhooks/" + id
	if a := s.do("PATCH", path, `{"active": false}`, "If-Match", `"7"`); a.status != 412 || a.body["code"] != "version_mismatch" {
		t.Errorf("%s", a.text)
	}
	if a := s.do("PATCH", path, `{"active": true, "account_ids": null}`); a.status != 200 || a.header.Get("ETag") != `"1"` {
		t.Errorf("%s", a.text)
	}
	a := s.do("PATCH", path, `{"rotate_secret": true, "description": null}`, "If-Match", `"1"`, "Content-Type", "application/merge-patch+json")
	if a.status != 200 || a.header.Get("ETag") != `"2"` || a.body["secret"] == nil || a.body["secret"] == made.body["secret"] || a.body["description"] != nil {
		t.Errorf("%s", a.text)
	}
	if a := s.do("DELETE", path, ""); a.status != 204 || a.text != "" {
		t.Errorf("%d %s", a.status, a.text)
	}
	if a := s.do("DELETE", path, ""); a.status != 404 {
		t.Errorf("%d %s", a.status, a.text)
	}
}

func TestDeliveriesOverHTTP(t *testing.T) {
	s := open(t)
	path := "/webhooks/" + s.do("POST", "/webhooks", draft).body["id"].(string)
	s.publish(3)
	first := s.do("GET", path+"/deliveries?limit=2&status=pending&eventType=pet.updated&from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z", "")
	if first.status != 200 || len(first.body["data"].([]any)) != 2 || first.header.Get("Link") == "" {
		t.Fatalf("%s", first.text)
	}
	rest := s.do("GET", path+"/deliveries?limit=2&status=pending&eventType=pet.updated&from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&cursor="+first.body["next_cursor"].(string), "")
	if rest.status != 200 || len(rest.body["data"].([]any)) != 1 || rest.body["next_cursor"] != nil {
		t.Errorf("%s", rest.text)
	}
	if a := s.do("GET", path+"/deliveries?cursor="+first.body["next_cursor"].(string), ""); a.status != 422 {
		t.Errorf("a cursor with other filters: %s", a.text)
	}
	delivery := first.body["data"].([]any)[0].(map[string]any)
	for _, key := range []string{"id", "webhook_id", "event_id", "event_type", "account_id", "status", "failure", "trigger", "attempt_count",
		"next_attempt_at", "completed_at", "request_body", "attempts", "created_at", "updated_at"} {
		if _, ok := delivery[key]; !ok {
			t.Errorf("%s is missing in %v", key, delivery)
		}
	}
	again := s.do("POST", path+"/deliveries/"+delivery["id"].(string)+"/redeliver", "")
	if again.status != 202 || again.body["event_id"] != delivery["event_id"] || again.body["id"] == delivery["id"] || again.body["trigger"] != "redelivery" {
		t.Errorf("%d %s", again.status, again.text)
	}
	test := s.do("POST", path+"/test", "")
	if test.status != 202 || test.body["trigger"] != "test" || test.body["event_type"] != "webhook.test" || strings.Contains(test.text, "whsec_") {
		t.Errorf("%d %s", test.status, test.text)
	}
	for _, missing := range []string{path + "/deliveries/" + ids.New().String() + "/redeliver", "/webhooks/" + ids.New().String() + "/test", "/webhooks/1/test"} {
		if a := s.do("POST", missing, ""); a.status != 404 {
			t.Errorf("%s: %d %s", missing, a.status, a.text)
		}
	}
}

func TestFaultsAreNamedByTheirPlace(t *testing.T) {
	s := open(t)
	path := "/webhooks/" + s.do("POST", "/webhooks", draft).body["id"].(string)
	for _, c := range []struct{ method, path, body, location string }{
		{"POST", "/webhooks", `{"url": "ftp://x", "event_types": ["*"]}`, "body.url"},
		{"POST", "/webhooks", `{"url": "https://u:p@example.com", "event_types": ["*"]}`, "body.url"},
		{"POST", "/webhooks", `{"event_types": ["*"]}`, "body.url"},
		{"POST", "/webhooks", `{"url": "https://example.com", "event_types": []}`, "body.event_types"},
		{"POST", "/webhooks", `{"url": "https://example.com", "event_types": ["pet.eaten"]}`, "body.event_types[0]"},
		{"POST", "/webhooks", `{"url": "https://example.com", "event_types": ["*"], "secret": "short"}`, "body.secret"},
		{"POST", "/webhooks", `{"url": "https://example.com", "event_types": ["*"], "account_ids": ["` + ids.New().String() + `"]}`, "body.account_ids[0]"},
		{"POST", "/webhooks", `{"url": "https://example.com", "event_types": ["*"], "colour": "red"}`, "body.colour"},
		{"PATCH", path, `{"url": null}`, "body.url"},
		{"PATCH", path, `{"event_types": null}`, "body.event_types"},
		{"PATCH", path, `{"health": {}}`, "body.health"},
		{"GET", path + "/deliveries?status=lost", "", "query.status"},
		{"GET", path + "/deliveries?eventType=pet.eaten", "", "query.eventType"},
		{"GET", path + "/deliveries?from=yesterday", "", "query.from"},
		{"GET", "/webhooks?status=pending", "", "query.status"},
	} {
		a := s.do(c.method, c.path, c.body)
		if a.status != 422 || !strings.Contains(a.text, `"location":"`+c.location+`"`) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, a.status, a.text)
		}
	}
}

func TestOtherAbilitiesAndCustomersAreRefused(t *testing.T) {
	s := open(t)
	if a := s.do("GET", "/webhooks", "", "X-API-Key", "customers:read"); a.status != 403 || a.body["code"] != "ability_missing" || !strings.Contains(a.text, "webhooks:manage") {
		t.Errorf("%s", a.text)
	}
	req, _ := http.NewRequestWithContext(t.Context(), "GET", s.url+"/webhooks", nil)
	req.Header.Set("Authorization", "Bearer x")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != 403 {
		t.Errorf("a customer: %d", resp.StatusCode)
	}
}

func TestFiftyFirstIsAConflict(t *testing.T) {
	s := open(t)
	for range webhooks.MaxPerOrganization {
		s.do("POST", "/webhooks", draft)
	}
	if a := s.do("POST", "/webhooks", draft); a.status != 409 || a.body["code"] != "conflict" {
		t.Errorf("%d %s", a.status, a.text)
	}
}
