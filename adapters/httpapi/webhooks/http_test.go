package webhooks_test

import (
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/webhooks"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the module behind HTTP, for its own organization. Nothing is delivered.
type site struct{ *apitest.Site }

func open(t *testing.T) site {
	t.Helper()
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)})
	box := testkit.Must[*secrets.Box](t)(secrets.NewBox([]secrets.Key{{ID: "k1", Secret: []byte("an application key of these tests")}}))
	var locations *accounts.Service
	s := site{apitest.Open(k, httpapi.Options{}, accountsfx.Module, webhooksfx.Module, routes.Module,
		fxgroups.ProvideEventTypes("pets", "pet.updated"), fx.Supply(webhooks.Options{Box: box}), fx.Populate(&locations))}
	account := testkit.Must[accounts.Account](t)(locations.Create(k.Ctx, accounts.AccountCreate{
		Organization: ids.New().String(), Code: "one", Name: "One", Timezone: "Europe/London", Currency: "GBP", Country: "GB"}))
	s.Use(account.OrganizationID, account.ID)
	return s
}

// do sends a request with a key that may manage webhooks.
func (s site) do(method, path, body string, headers ...string) apitest.Answer {
	s.Helper()
	return s.Do("webhooks:manage", method, "/v1"+path, body, headers...)
}

func (s site) publish(n int) {
	s.Helper()
	for range n {
		e := events.Public{Type: "pet.updated", Account: s.Account, Record: ids.New(), Object: struct{ Name string }{"Rex"}}
		if err := s.Record(s.Ctx, e); err != nil {
			s.Fatal(err)
		}
	}
}

const draft = `{"url": "https://example.com/hook", "event_types": ["pet.*"], "description": " CRM "}`

func TestDeliveriesOverHTTP(t *testing.T) {
	s := open(t)
	path := "/webhooks/" + s.do("POST", "/webhooks", draft).Body["id"].(string)
	s.publish(3)
	first := s.do("GET", path+"/deliveries?limit=2&status=pending", "")
	if first.Status != 200 || len(first.Body["data"].([]any)) != 2 || first.Header.Get("Link") == "" {
		t.Fatalf("%s", first.Text)
	}
	rest := s.do("GET", path+"/deliveries?limit=2&status=pending&cursor="+first.Body["next_cursor"].(string), "")
	if rest.Status != 200 || len(rest.Body["data"].([]any)) != 1 || rest.Body["next_cursor"] != nil {
		t.Errorf("%s", rest.Text)
	}
	delivery := first.Body["data"].([]any)[0].(map[string]any)
	for _, key := range []string{"id", "webhook_id", "event_id", "event_type", "account_id", "status", "failure", "trigger", "attempt_count",
		"next_attempt_at", "completed_at", "request_body", "attempts", "created_at", "updated_at"} {
		if _, ok := delivery[key]; !ok {
			t.Errorf("%s is missing in %v", key, delivery)
		}
	}
	again := s.do("POST", path+"/deliveries/"+delivery["id"].(string)+"/redeliver", "")
	if again.Status != 202 || again.Body["event_id"] != delivery["event_id"] || again.Body["id"] == delivery["id"] || again.Body["trigger"] != "redelivery" {
		t.Errorf("%d %s", again.Status, again.Text)
	}
	test := s.do("POST", path+"/test", "")
	if test.Status != 202 || test.Body["trigger"] != "test" || test.Body["event_type"] != "webhook.test" || strings.Contains(test.Text, "whsec_") {
		t.Errorf("%d %s", test.Status, test.Text)
	}
	for _, missing := range []string{path + "/deliveries/" + ids.New().String() + "/redeliver", "/webhooks/" + ids.New().String() + "/test", "/webhooks/1/test"} {
		if a := s.do("POST", missing, ""); a.Status != 404 {
			t.Errorf("%s: %d %s", missing, a.Status, a.Text)
		}
	}
}

func TestDeliveriesAreListedByEveryFilter(t *testing.T) {
	s := open(t)
	path := "/webhooks/" + s.do("POST", "/webhooks", draft).Body["id"].(string)
	s.publish(1)
	list := s.do("GET", path+"/deliveries", "")
	event, queued := list.Values("id")[0], list.Values("created_at")[0].(string)
	test := s.do("POST", path+"/test", "").Body["id"]
	s.Exec("update webhooks.deliveries set status = 'failed', next_attempt_at = null where id = $1", event)
	for query, want := range map[string][]any{
		"": {test, event}, "?status=failed": {event}, "?status=pending": {test}, "?eventType=pet.updated": {event}, "?eventType=webhook.test": {test},
		"?from=" + queued: {test, event}, "?from=2999-01-01T00:00:00Z": {}, "?to=" + queued: {event},
	} {
		testkit.Same(t, s.do("GET", path+"/deliveries"+query, "").Want(200, "").Values("id"), want)
	}
}

// Another version knew them, or a module that was taken out.
func TestEventTypesThatNoModuleKnowsCanBeSentBack(t *testing.T) {
	s := open(t)
	path := "/webhooks/" + s.do("POST", "/webhooks", draft).Body["id"].(string)
	s.Exec(`update webhooks.webhooks set event_types = '["pet.*", "spa.booked", "spa.*"]' where organization_id = $1`, s.Key.Organization)
	shown := s.do("GET", path, "")
	if a := s.do("PATCH", path, shown.Text); a.Status != 200 || a.Header.Get("ETag") != `"1"` {
		t.Errorf("%d %s", a.Status, a.Text)
	}
	s.do("PATCH", path, `{"event_types": ["spa.booked", "pet.*", "spa.opened"]}`).Want(422, "validation_failed", "body.event_types[2] unknown")
	if a := s.do("PATCH", path, `{"event_types": ["spa.booked"]}`); a.Status != 200 || !strings.Contains(a.Text, `"event_types":["spa.booked"]`) {
		t.Errorf("%d %s", a.Status, a.Text)
	}
	s.do("PATCH", path, `{"event_types": ["spa.booked", "spa.*"]}`).Want(422, "validation_failed", "body.event_types[1] unknown")
}
