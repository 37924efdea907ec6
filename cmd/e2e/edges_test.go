package e2e

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

const nilID = "00000000-0000-0000-0000-000000000000"

// Services use the nil id for "any".
func TestTheNilIDNamesNothing(t *testing.T) {
	a := newTenant(t)
	customer := a.NewCustomer(nil)
	a.NewPet(customer, nil)
	for _, path := range []string{"customers/" + nilID + "/pets", "customers/" + nilID, "pets/" + nilID + "/vaccinations", "customers/" + nilID + "/notes",
		"/v1/webhooks/" + nilID, "/v1/webhooks/x", "colourCodes/x"} {
		a.Do("GET", path, nil).Problem(404, "not_found")
	}
	for _, list := range []string{"pets?breedId=", "pets?colourCodeId=", "pets?secondaryPetStatusId=", "customers?colourCodeId=", "orders?customerId=",
		"vaccinations?vaccinationTypeId=", "compliance?serviceType=boarding&customerId=", "events?recordId="} {
		if rows := a.Do("GET", list+nilID, nil).List(); len(rows) > 0 {
			t.Errorf("%s lists %d", list, len(rows))
		}
	}
}

func TestARefusalThatMayEndIsNotKept(t *testing.T) {
	a := newTenant(t)
	me, token := a.Login()
	pets, key := a.Base+"/customers/"+me["id"].(string)+"/pets", ids.New().String()
	create := func() kit.Response {
		return a.Send(token, "POST", pets, `{"name":"Rex","species":"dog","alert":"shy"}`, "Idempotency-Key", key)
	}
	create().Problem(403, "forbidden")
	a.Do("PATCH", "petFields/standard", `{"fields":[{"key":"alert","visible_to_customer":true,"editable_by_customer":true}]}`).Object(200)
	id := create().Object(201)["id"]
	if again := create(); again.Object(201)["id"] != id || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%v %s", again.Header, again.Text)
	}
}

func TestInstantsHaveTheFormOfRFC3339(t *testing.T) {
	a := newTenant(t)
	for text, ok := range map[string]bool{
		"2026-03-14T09:26:53Z": true, "2026-03-14T09:26:53.123456Z": true, "2026-03-14T09:26:53+23:59": true, "2026-03-14T9:26:53Z": false,
		"2026-03-14T09:26:53,5Z": false, "2026-03-14T09:26:53+24:00": false, "2026-03-14T09:26:53+23:60": false, "2026-03-14 09:26:53Z": false,
	} {
		r := a.Do("GET", "customers?updatedSince="+url.QueryEscape(text), nil)
		if ok && r.Status != 200 || !ok && r.Status != 422 {
			t.Errorf("%s: %d %s", text, r.Status, r.Text)
		}
	}
}

func TestACursorIsOfTheSameListWithIDsInUpperCase(t *testing.T) {
	a := newTenant(t)
	code := a.Do("POST", "colourCodes", `{"type":"customer","name":"VIP","colour":"#112233"}`).Object(201)["id"].(string)
	for range 2 {
		a.NewCustomer(map[string]any{"colour_code_ids": []string{code}})
	}
	list := "/customers?limit=1&colourCodeId="
	next := "&cursor=" + a.Do("GET", a.Base+list+code, nil).Object(200)["next_cursor"].(string)
	upper := "/v1/accounts/" + strings.ToUpper(a.Account.ID.String()) + list + strings.ToUpper(code)
	if rows := a.Do("GET", upper+next, nil).List(); len(rows) != 1 {
		t.Errorf("%v", rows)
	}
	a.Do("GET", a.Base+"/customers?limit=1&colourCodeId="+ids.New().String()+next, nil).Problem(422, "validation_failed")
}

func TestANumberOfACustomFieldIsNeverRounded(t *testing.T) {
	x := newTenant(t)
	x.Do("POST", "customerFields/custom", `{"label":"Sum","type":"number"}`).Object(201)
	id := x.NewCustomer(nil)["id"].(string)
	path := "customers/" + id
	for sent, want := range map[string]string{"-0": "0", "1e-6": "0.000001", "1.5E3": "1500", "-0.10": "-0.1", "999999999999999": "999999999999999"} {
		answer := x.Do("PATCH", path, `{"custom_fields":{"sum":`+sent+`}}`)
		for _, r := range []kit.Response{answer, x.Do("GET", path, nil), x.Do("GET", "events?recordId="+id, nil)} {
			if !strings.Contains(strings.ReplaceAll(r.Text, " ", ""), `"custom_fields":{"sum":`+want+`}`) {
				t.Errorf("%s: %s", sent, r.Text)
			}
		}
	}
}

func TestSeveralLinesOfAHeaderAreOneList(t *testing.T) {
	a := newTenant(t)
	path := "customers/" + a.NewCustomer(nil)["id"].(string)
	for name, c := range map[string]struct {
		lines  [2]string
		status int
	}{
		"Accept": {[2]string{"text/html", "application/json"}, 200}, "If-None-Match": {[2]string{`"9"`, `"1"`}, 304},
	} {
		if r := a.Do("GET", path, nil, name, c.lines[0], name, c.lines[1]); r.Status != c.status {
			t.Errorf("%s: %d %s", name, r.Status, r.Text)
		}
	}
}

// The connection of a stream that nobody reads would be of no use.
func TestHeadOfAStreamEnds(t *testing.T) {
	a := newTenant(t)
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	for _, method := range []string{"HEAD", "GET"} {
		r := testkit.Must[*http.Request](t)(http.NewRequest(method, a.URL+a.Base+"/events?after=now", nil))
		r.Header.Set("X-API-Key", a.Key)
		if method == "HEAD" {
			r.Header.Set("Accept", "text/event-stream")
		}
		got := testkit.Must[*http.Response](t)(client.Do(r))
		if r := kit.ReadResponse(t, got); r.Status != 200 {
			t.Errorf("%s: %d %s", method, r.Status, r.Text)
		}
	}
}

// An empty list would say that there is nothing, where the question was wrong.
func TestRangesThatEndBeforeTheyBeginAreRefusedInEveryList(t *testing.T) {
	a := newTenant(t)
	hook := a.Do("POST", "/v1/webhooks", map[string]any{"url": "https://example.com/x", "event_types": []string{"*"}}).Object(201)["id"].(string)
	for path, want := range map[string]string{
		"orders?placedFrom=2026-03-02&placedTo=2026-03-01":                                       "query.placedTo order",
		"orders?startsFrom=2026-03-01T10:00:00Z&startsTo=2026-03-01T09:00:00Z":                   "query.startsTo order",
		"orders?overlapsFrom=2026-03-02&overlapsTo=2026-03-01T23:59:59Z":                         "query.overlapsTo order",
		"vaccinations?expiresFrom=2026-03-02&expiresTo=2026-03-01":                               "query.expiresTo order",
		"compliance?serviceType=boarding&from=2026-03-02&to=2026-03-01":                          "query.to order",
		"/v1/webhooks/" + hook + "/deliveries?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z": "query.to order",
	} {
		wantFaults(t, a.Do("GET", path, nil), want)
	}
	a.Do("GET", "orders?placedFrom=2026-03-01&placedTo=2026-03-01", nil).List()
	a.Do("GET", "vaccinations?expiresFrom=2026-03-01&expiresTo=2026-03-01", nil).List()
}
