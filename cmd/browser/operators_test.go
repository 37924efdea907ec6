package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"

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

func TestKeyExpiresAtTheEndOfTheDayAtTheLocation(t *testing.T) {
	tenant, b := desk(t)
	tenant.AddAccount("nepal", "Asia/Kathmandu", "USD", "NP")
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	call(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Auckland"})
	// The clocks of New York go back in the night after this day.
	for code, want := range map[string]string{"main": "2037-10-31T23:59:59Z", "nepal": "2037-10-31T18:14:59Z", "portland": "2037-11-01T03:59:59Z"} {
		b.open(code + "/keys")
		b.settled()
		b.opens("New key", "New key")
		b.fill("Name", code)
		b.click("See customers and pets")
		b.fill("Expires on", "2037-10-31")
		b.opens("Save", "The new key")
		b.click("I have it")
		b.until("it is the day at the location", "/31 Oct 2037|Oct 31, 2037/.test(finder.text())")
		for _, k := range tenant.Do("GET", "/v1/apiKeys", nil).List() {
			if k["name"] == code && k["expires_at"] != want {
				t.Errorf("%s: %v, want %s", code, k["expires_at"], want)
			}
		}
	}
}

// An old delivery is found among many, one that is none is said, and an attempt that failed is not shown as good.
func TestDeliveriesAreFoundByTheirAddress(t *testing.T) {
	tenant, b := desk(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = io.WriteString(w, "cut")
	}))
	t.Cleanup(s.Close)
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": s.URL, "event_types": []string{"*"}}).Object(201)
	path := "/webhooks/" + id(h)
	old := tenant.Do("POST", "/v1"+path+"/test", nil).Object(202)
	tenant.Do("POST", "/v1"+path+"/test", nil).Object(202)
	kit.Eventually(t, "the deliveries have failed", patience, func() bool {
		return len(tenant.Do("GET", "/v1"+path+"/deliveries?status=failed", nil).List()) == 2
	})
	b.visit(path + "/" + id(old))
	b.sees("Attempt 1")
	if got := eval[string](b, "document.querySelector('.attempts .badge').className + ' ' + document.querySelector('.attempts .badge').innerText"); got != "badge bad 200" {
		t.Errorf("the attempt is %s", got)
	}
	b.visit(path + "/" + id(old)[:35] + "x")
	b.sees("This delivery is gone")
}

// A browser keeps six connections to a server: pages that leave theirs open would stop the console.
func TestEventsAppearWhileTheyHappenAndEndWithTheirPage(t *testing.T) {
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"first_name": "Livia"})
	b.visit("/events")
	for range 8 {
		b.live()
		b.sees("Waiting for the next change")
		b.click("Pause")
		b.sees("Paused")
		b.click("Go on")
		b.follow("API keys")
		b.follow("Live events")
	}
	// The feed is followed from its first response. Changes before that could be missed.
	n := 0
	change := func() {
		n++
		tenant.Do("PATCH", "customers/"+id(c), map[string]any{"tags": []string{strings.Repeat("x", n%40+1)}}).Object(200)
	}
	kit.Eventually(t, "an event is shown", patience, func() bool {
		change()
		return eval[bool](b, "document.querySelectorAll('.tail li').length > 0")
	})
	b.sees("customer.updated", "Livia")
	b.click("Pause")
	b.sees("Paused")
	tenant.NewCustomer(map[string]any{"last_name": "Meanwhile"})
	b.misses("Jo Meanwhile")
	b.click("Go on")
	b.sees("Jo Meanwhile")
	b.until("it is there once", "[...document.querySelectorAll('.tail li')].filter((e) => e.innerText.includes('Meanwhile')).length === 1")
	b.fill("Only these types", "breed.*")
	b.live()
	kit.Eventually(t, "the list is cleared of what came before the filter", patience, func() bool {
		b.click("Clear")
		return eval[bool](b, "document.body.innerText.includes('Waiting for the next change')")
	})
	kit.Eventually(t, "only breeds are shown", patience, func() bool {
		change()
		tenant.Do("POST", "breeds", map[string]any{"species": "dog", "name": fmt.Sprint("Bavarian ", n)}).Object(201)
		return eval[bool](b, `(newest => newest.length === 2 && newest.every(e => e.innerText.includes('breed.created')))(
			[...document.querySelectorAll('.tail li')].slice(0, 2))`)
	})
	b.misses("That did not work")
	b.follow("Customers")
	b.sees("Active", "Jo Meanwhile")
}
