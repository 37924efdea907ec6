package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// receiver returns the URL of a webhook receiver and its response status, which can be changed.
func receiver(t *testing.T) (url string, status *atomic.Int32) {
	t.Helper()
	status = &atomic.Int32{}
	status.Store(200)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(w, "the receiver says <b>hello</b>")
	}))
	t.Cleanup(s.Close)
	return s.URL, status
}

func TestDeliveriesAreTriedShownAndSentAgain(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	url, status := receiver(t)
	status.Store(410)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": url, "event_types": []string{"*"}}).Object(201)
	b.visit("/webhooks/" + id(h))
	b.click("Send a test")
	b.sees("A test event is on its way", "webhook.test")
	kit.Eventually(t, "the delivery has failed", patience, func() bool {
		return tenant.Do("GET", "/v1/webhooks/"+id(h)+"/deliveries", nil).List()[0]["status"] == "failed"
	})
	b.click("Refresh")
	b.sees("Failed", "Permanent")
	b.fill("Status", "delivered")
	b.sees("No deliveries")
	b.fill("Status", "failed")
	b.follow("webhook.test")
	b.sees("Attempt 1", "410", "the receiver says <b>hello</b>", "X-Service-Event", "webhook-id", `"type": "webhook.test"`)
	status.Store(200)
	b.click("Deliver again")
	b.sees("Redelivery")
	kit.Eventually(t, "it is delivered", patience, func() bool {
		return tenant.Do("GET", "/v1/webhooks/"+id(h)+"/deliveries", nil).List()[0]["status"] == "delivered"
	})
	b.click("Refresh")
	b.sees("Delivered", "200")
}

// failedDeliveries creates a webhook with n failed deliveries; its receiver accepts everything from then on. path is the page of the
// webhook; deliveries waits until n deliveries have the status.
func failedDeliveries(t *testing.T, tenant kit.Tenant, n int) (path string, deliveries func(status string, n int)) {
	t.Helper()
	serverURL(t) // the shared server delivers
	url, status := receiver(t)
	status.Store(400)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": url, "event_types": []string{"customer.*"}}).Object(201)
	path = "/webhooks/" + id(h)
	deliveries = func(status string, n int) {
		t.Helper()
		kit.Eventually(t, "there are deliveries "+status, patience, func() bool {
			return len(tenant.Do("GET", "/v1"+path+"/deliveries?status="+status, nil).List()) == n
		})
	}
	for range n {
		tenant.NewCustomer(nil)
	}
	deliveries("failed", n)
	status.Store(200)
	return path, deliveries
}

// live waits until events are live. The page and its menu entry say so always.
func (b *tab) live() {
	b.t.Helper()
	b.until("events are live", "document.querySelector('.badge.good')?.innerText === 'Live'")
}

func TestEventsAppearWhileTheyHappen(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/events")
	b.live()
	b.sees("Waiting for the next change")
	c := tenant.NewCustomer(map[string]any{"first_name": "Livia"})
	// The feed is followed from its first response. Changes before that could be missed.
	n := 0
	kit.Eventually(t, "an event is shown", patience, func() bool {
		n++
		tenant.Do("PATCH", "customers/"+id(c), map[string]any{"tags": []string{strings.Repeat("x", n%40+1)}}).Object(200)
		return eval[bool](b, "document.querySelectorAll('.tail li').length > 0")
	})
	b.sees("customer.updated", "Livia")
	b.click("Pause")
	b.sees("Paused")
	b.click("Go on")
	b.live()
	b.fill("Only these types", "breed.*")
	kit.Eventually(t, "the list is cleared of what came before the filter", patience, func() bool {
		b.click("Clear")
		return eval[bool](b, "document.body.innerText.includes('Waiting for the next change')")
	})
	kit.Eventually(t, "only breeds are shown", patience, func() bool {
		n++
		tenant.Do("PATCH", "customers/"+id(c), map[string]any{"tags": []string{strings.Repeat("x", n%40+1)}}).Object(200)
		tenant.Do("POST", "breeds", map[string]any{"species": "dog", "name": fmt.Sprint("Bavarian ", n)}).Object(201)
		return eval[bool](b, `(newest => newest.length === 2 && newest.every(e => e.innerText.includes('breed.created')))(
			[...document.querySelectorAll('.tail li')].slice(0, 2))`)
	})
	b.misses("That did not work")
}

func TestKeySeesOnlyWhatItMay(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	c := tenant.NewCustomer(nil)
	for _, c := range []struct {
		abilities []string
		menu      []string
		path      string
		missing   []string
	}{
		{[]string{"accounts:read", "customers:read", "config:read"}, []string{"Start", "Customers", "Pets", "Breeds", "Pet statuses", "Colour codes", "Form fields"}, "/customers/" + id(c), []string{"Edit", "New pet", "Notes", "Orders", "Health", "History"}},
		{[]string{"accounts:read", "customers:read"}, []string{"Start", "Customers", "Pets"}, "/customers", []string{"New customer"}},
		{[]string{"accounts:read", "config:read"}, []string{"Start", "Breeds", "Pet statuses", "Colour codes", "Form fields"}, "/breeds", []string{"New breed", "Search customers"}},
		{[]string{"accounts:read", "orders:read"}, []string{"Start", "Today"}, "/today", []string{"Beatrice"}},
		{[]string{"customers:read", "orders:read", "events:read"}, []string{"Start"}, "/", []string{"Search customers"}},
		{[]string{"webhooks:manage"}, []string{"Start", "Webhooks"}, "/webhooks", []string{"Search customers", "New customer"}},
	} {
		t.Run(strings.Join(c.abilities, " "), func(t *testing.T) {
			t.Parallel()
			b := signedIn(t, serverURL(t), tenant.NewKey(c.abilities...))
			b.visit(c.path)
			b.misses(c.missing...)
			menu := eval[[]string](b, "[...document.querySelectorAll('#menu a')].map((a) => a.innerText.trim())")
			if got, want := asJSON(menu), asJSON(c.menu); got != want {
				t.Errorf("the menu is %s, want %s", got, want)
			}
			for _, a := range b.refusedCalls() {
				t.Errorf("the console asked for what the key may not do: %s", a)
			}
		})
	}
}

func asJSON(v any) string {
	out, _ := json.Marshal(v)
	return string(out)
}

// frontDesk are the abilities of the key for the front desk that COMMANDS.md makes.
func frontDesk(t *testing.T) (abilities []string) {
	t.Helper()
	text, err := os.ReadFile("../../deployments/COMMANDS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, made, _ := strings.Cut(string(text), "--name 'Front desk'")
	made, _, _ = strings.Cut(made, "```")
	for _, part := range strings.Split(made, "--ability ")[1:] {
		abilities = append(abilities, strings.Fields(part)[0])
	}
	return abilities
}

func TestKeyOfTheFrontDeskThatThePageMakesChangesCustomers(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	c := tenant.NewCustomer(nil)
	b := signedIn(t, serverURL(t), tenant.NewKey(frontDesk(t)...))
	b.visit("/customers/" + id(c))
	b.click("Edit")
	b.fill("Last name", "Okafor")
	b.click("Save")
	b.sees("Jo Okafor", "Notes", "Orders", "Health")
}

// A browser keeps six connections to a server: pages that leave theirs open would stop the console.
func TestLiveEventsEndWithTheirPage(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/events")
	for range 8 {
		b.live()
		b.click("Pause")
		b.sees("Paused")
		b.click("Go on")
		b.follow("API keys")
		b.follow("Live events")
	}
	kit.Eventually(t, "the stream is open", patience, func() bool {
		tenant.NewCustomer(map[string]any{"last_name": "Before"})
		return strings.Contains(b.text(), "Jo Before")
	})
	b.click("Pause")
	b.sees("Paused")
	tenant.NewCustomer(map[string]any{"last_name": "Meanwhile"})
	b.misses("Jo Meanwhile")
	b.click("Go on")
	b.sees("Jo Meanwhile")
	b.until("it is there once", "[...document.querySelectorAll('.tail li')].filter((e) => e.innerText.includes('Meanwhile')).length === 1")
	b.follow("Customers")
	b.sees("Active", "Jo Before")
}

func TestSecretOfAWebhookThatSomebodyElseHasChangedIsRotated(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": "http://127.0.0.1:9/x", "event_types": []string{"*"}}).Object(201)
	path := "/webhooks/" + id(h)
	b.visit(path)
	tenant.Do("PATCH", "/v1"+path, map[string]any{"description": "Till"}).Object(200)
	b.click("Rotate secret")
	b.dialog("Rotate secret")
	b.click("Rotate secret")
	b.until("it is refused", "document.querySelector('dialog .trouble')")
	b.press(kb.Escape)
	b.sees("Till")
	b.click("Rotate secret")
	b.dialog("Rotate secret")
	b.click("Rotate secret")
	b.dialog("The secret of this webhook")
}

func TestOldDeliveryIsFoundAmongMany(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path, _ := failedDeliveries(t, tenant, 2)
	list := tenant.Do("GET", "/v1"+path+"/deliveries", nil).List()
	b.visit(path + "/" + id(list[1]))
	b.sees("Attempt 1")
	b.visit(path + "/" + id(list[1])[:35] + "x")
	b.sees("This delivery is gone")
}

func TestAttemptThatFailedIsNotShownAsGood(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = io.WriteString(w, "cut")
	}))
	t.Cleanup(s.Close)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": s.URL, "event_types": []string{"*"}}).Object(201)
	path := "/webhooks/" + id(h)
	d := tenant.Do("POST", "/v1"+path+"/test", nil).Object(202)
	kit.Eventually(t, "the delivery has failed", patience, func() bool {
		return tenant.Do("GET", "/v1"+path+"/deliveries", nil).List()[0]["status"] == "failed"
	})
	b.visit(path + "/" + id(d))
	b.sees("Attempt 1")
	if got := eval[string](b, "document.querySelector('.attempts .badge').className + ' ' + document.querySelector('.attempts .badge').innerText"); got != "badge bad 200" {
		t.Errorf("the attempt is %s", got)
	}
}

// What is typed into the address is no way to buttons and forms that the menu and the pages do not lead to.
func TestPageOfAnotherKeyOffersNothing(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	c := tenant.NewCustomer(nil)
	p := tenant.NewPet(c, nil)
	for _, c := range []struct {
		abilities []string
		path      string
		missing   string
	}{
		{[]string{"accounts:read", "customers:read"}, "/webhooks", "New webhook"},
		{[]string{"accounts:read", "customers:read"}, "/keys", "New key"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/customers/new", "Save"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/customers/" + id(c) + "/newPet", "Save"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/pets/" + id(p) + "/edit", "Save"},
		{[]string{"accounts:read", "customers:read", "customers:write"}, "/customers/" + id(c) + "/edit", "Save"},
	} {
		b := signedIn(t, serverURL(t), tenant.NewKey(c.abilities...))
		b.visit(c.path)
		b.sees("Ask a manager for the right to")
		b.misses(c.missing)
	}
}

func TestKeyExpiresAtTheEndOfTheDayAtTheLocation(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.AddAccount("nepal", "Asia/Kathmandu", "USD", "NP")
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	call(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Auckland"})
	// The clocks of New York go back in the night after this day.
	for code, want := range map[string]string{"main": "2037-10-31T23:59:59Z", "nepal": "2037-10-31T18:14:59Z", "portland": "2037-11-01T03:59:59Z"} {
		b.open(code + "/keys")
		b.settled()
		b.click("New key")
		b.dialog("New key")
		b.fill("Name", code)
		b.click("See customers and pets")
		b.fill("Expires on", "2037-10-31")
		b.click("Save")
		b.dialog("The new key")
		b.click("I have it")
		b.until("it is the day at the location", "/31 Oct 2037|Oct 31, 2037/.test(finder.text())")
		for _, k := range tenant.Do("GET", "/v1/apiKeys", nil).List() {
			if k["name"] == code && k["expires_at"] != want {
				t.Errorf("%s: %v, want %s", code, k["expires_at"], want)
			}
		}
	}
}
