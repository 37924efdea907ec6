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
	"time"

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

func TestWebhookIsMadeAndItsSecretIsShownOnce(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	url, _ := receiver(t)
	b.visit("/webhooks")
	b.sees("No webhooks yet")
	b.click("New webhook")
	b.dialog("New webhook")
	b.fill("URL", url)
	b.fill("Description", "Till")
	b.click("Save")
	b.until("what it is to be told is asked for", "document.activeElement.labels?.[0]?.innerText.startsWith('Event types')")
	b.write("*")
	b.press(kb.Enter)
	b.click("Save")
	b.sees("The secret of this webhook")
	secret := eval[string](b, "document.querySelector('#secret').innerText")
	if !strings.HasPrefix(secret, "whsec_") {
		t.Errorf("the secret is %q", secret)
	}
	b.click("I have it")
	b.sees("Till", "Nothing sent yet", secret[len(secret)-4:])
	b.misses(secret)
	b.click("Edit")
	b.sees("Edit webhook")
	b.click("Deliver events")
	b.click("Save")
	b.sees("Paused")
	b.click("Rotate secret")
	b.sees("For 24 hours")
	b.click("Rotate secret")
	b.sees("It is not shown again")
	if again := eval[string](b, "document.querySelector('#secret').innerText"); again == secret {
		t.Error("the secret is the old one")
	}
	b.click("I have it")
	b.click("Remove")
	b.sees("Remove this webhook?")
	b.click("Remove")
	b.sees("No webhooks yet")
	if list := tenant.Do("GET", "/v1/webhooks", nil).List(); len(list) != 0 {
		t.Errorf("%v", list)
	}
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

func TestReplayIsCountedFirst(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path, deliveries := failedDeliveries(t, tenant, 3)
	b.visit(path)
	b.click("Replay")
	b.click("Count")
	b.sees("3 events match")
	if n := len(tenant.Do("GET", "/v1"+path+"/deliveries", nil).List()); n != 3 {
		t.Errorf("counting has made deliveries: %d", n)
	}
	b.click("Replay now")
	b.sees("Replay done: 3 of 3 queued")
	deliveries("delivered", 3)
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
	b.click("Clear")
	b.sees("Waiting for the next change")
	kit.Eventually(t, "only breeds are shown", patience, func() bool {
		n++
		tenant.Do("PATCH", "customers/"+id(c), map[string]any{"tags": []string{strings.Repeat("x", n%40+1)}}).Object(200)
		tenant.Do("POST", "breeds", map[string]any{"species": "dog", "name": fmt.Sprint("Bavarian ", n)}).Object(201)
		return eval[bool](b, `(newest => newest.length === 2 && newest.every(e => e.innerText.includes('breed.created')))(
			[...document.querySelectorAll('.tail li')].slice(0, 2))`)
	})
	b.misses("That did not work")
}

func TestKeysAreMadeShownOnceAndRevoked(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/keys")
	b.sees("This key")
	b.click("New key")
	b.dialog("New key")
	b.fill("Name", "Till")
	b.click("customers:read")
	b.click("Save")
	b.sees("The new key")
	secret := eval[string](b, "document.querySelector('#secret').innerText")
	if got := tenant.Send(secret, "GET", tenant.Base+"/customers", nil); got.Status != 200 {
		t.Errorf("the key: %d", got.Status)
	}
	tenant.Send(secret, "GET", tenant.Base+"/breeds", nil).Problem(403, "ability_missing")
	b.click("I have it")
	b.misses(secret)
	b.click("Revoke: Till")
	b.sees("stops working")
	b.click("Revoke")
	b.until("it is gone", "!document.querySelector('dialog') && !document.querySelector('tbody').innerText.includes('Till')")
	kit.Eventually(
		t,
		"the key is refused",
		patience,
		func() bool { return tenant.Send(secret, "GET", tenant.Base+"/customers", nil).Status == 401 },
	)
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

func TestFieldIsChangedByTwoPeople(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	options := []any{map[string]any{"value": "a", "label": "Apple"}, map[string]any{"value": "b", "label": "Banana"}}
	f := tenant.Do("POST", "petFields/custom", map[string]any{"label": "Fruit", "type": "select", "options": options}).Object(201)
	b.visit("/fields")
	b.click("Edit: Fruit")
	b.dialog("Fruit")
	b.fill("Options", "Cherry")
	b.press(kb.Enter)
	tenant.Do("PATCH", "petFields/custom/"+id(f), map[string]any{"label": "Treat"}).Object(200)
	b.click("Save")
	b.until("it is saved", "!document.querySelector('dialog')")
	b.sees("Treat")
	now := tenant.Do("GET", "petFields/custom/"+id(f), nil).Object(200)
	if list := now["options"].([]any); now["label"] != "Treat" || len(list) != 3 || list[0].(map[string]any)["value"] != "a" {
		t.Errorf("%v", now)
	}
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

func TestReplayThatWasRefusedIsStartedWhenItsCauseIsGone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path, deliveries := failedDeliveries(t, tenant, 1)
	active := func(yes bool) { tenant.Do("PATCH", "/v1"+path, map[string]any{"active": yes}).Object(200) }
	b.visit(path)
	b.click("Replay")
	b.click("Count")
	b.sees("1 events match")
	active(false)
	b.click("Replay now")
	b.until("it is refused", "document.querySelector('dialog .trouble')")
	active(true)
	b.click("Replay now")
	b.sees("1 of 1 queued")
	deliveries("delivered", 1)
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
		says      string
		missing   string
	}{
		{[]string{"accounts:read", "customers:read"}, "/webhooks", "webhooks:manage", "New webhook"},
		{[]string{"accounts:read", "customers:read"}, "/keys", "keys:manage", "New key"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/customers/new", "customers:write", "Save"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/customers/" + id(c) + "/newPet", "customers:write", "Save"},
		{[]string{"accounts:read", "customers:read", "config:read"}, "/pets/" + id(p) + "/edit", "customers:write", "Save"},
		{[]string{"accounts:read", "customers:read", "customers:write"}, "/customers/" + id(c) + "/edit", "config:read", "Save"},
	} {
		b := signedIn(t, serverURL(t), tenant.NewKey(c.abilities...))
		b.visit(c.path)
		b.sees(c.says)
		b.misses(c.missing)
	}
}

func TestKeyOfSomeLocationsIsToldWhatNoneChosenMeans(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	for key, some := range map[string]bool{tenant.Key: false, tenant.NewKeyFor([]string{"main"}, "*"): true} {
		b := signedIn(t, serverURL(t), key)
		for what, required := range map[string]bool{"key": some, "webhook": false} {
			b.visit("/" + what + "s")
			b.click("New " + what)
			b.dialog("New " + what)
			if got := strings.Contains(b.text(), "None chosen: all"); got == some {
				t.Errorf("%s: some locations %t, the dialog says all: %t", what, some, got)
			}
			if got := strings.Contains(b.text(), "Locations *"); got != required {
				t.Errorf("%s: some locations %t, the field is required: %t", what, some, got)
			}
		}
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
		b.click("customers:read")
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

func TestKeyWithAnEndGivesNoneWithout(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/keys")
	b.click("New key")
	b.dialog("New key")
	b.sees("until it is revoked")
	end := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
	grant := map[string]any{"name": "Short", "abilities": []string{"keys:manage"}, "expires_at": end}
	key := tenant.Do("POST", "/v1/apiKeys", grant).Object(201)
	b = signedIn(t, serverURL(t), key["key"].(string))
	b.visit("/keys")
	b.click("New key")
	b.dialog("New key")
	b.misses("until it is revoked")
}
