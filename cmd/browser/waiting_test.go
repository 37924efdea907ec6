package browser

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// through returns the URL of a proxy of the shared server. hold is called before each request is passed on.
func through(t *testing.T, hold func(r *http.Request)) string {
	t.Helper()
	target, err := url.Parse(serverURL(t))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hold(r)
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// unreachable breaks the connection of requests that match, as long as away is set.
func unreachable(away *atomic.Bool, matches func(r *http.Request) bool) (hold func(r *http.Request)) {
	return func(r *http.Request) {
		if away.Load() && matches(r) {
			panic(http.ErrAbortHandler)
		}
	}
}

func ofTheAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/v1/") }

// gate returns a function that holds requests whose path ends so until open is called.
func gate(end string) (hold func(r *http.Request), open func()) {
	release := make(chan struct{})
	return func(r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, end) {
			return
		}
		select {
		case <-release:
		case <-r.Context().Done():
		case <-time.After(patience):
		}
	}, func() { close(release) }
}

// answered waits until a request whose path ends so was answered, and the page is drawn with the answer.
func (b *tab) answered(end string) {
	b.t.Helper()
	b.until("an answer of "+end, "performance.getEntriesByType('resource').some((e) => new URL(e.name).pathname.endsWith("+quote(end)+"))")
	b.drawn()
}

// drawn waits until the page has rendered what it knows.
func (b *tab) drawn() {
	b.t.Helper()
	b.until("a frame is drawn", "new Promise((drawn) => requestAnimationFrame(() => setTimeout(() => drawn(true))))")
}

// A service that is away is said on the page that is open, and live events are not live.
func TestServiceThatIsAwayIsSaidUntilItIsBack(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var away atomic.Bool
	b := signedIn(t, through(t, unreachable(&away, ofTheAPI)), tenant.Key)
	b.visit("/events")
	b.live()
	away.Store(true)
	b.sees("The service cannot be reached", "Paused")
	away.Store(false)
	b.live()
	b.misses("The service cannot be reached")
}

func TestReplayIsNotStartedWithTheCountOfOtherEvents(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	path, _ := failedDeliveries(t, tenant, 1)
	hold, open := gate("/replay")
	b := signedIn(t, through(t, hold), tenant.Key)
	b.visit(path)
	b.click("Replay")
	b.dialog("Replay")
	b.click("Count")
	b.fill("From", time.Now().Add(-time.Hour).Format("2006-01-02T15:04"))
	open()
	b.answered("/replay")
	b.misses("events match")
	b.click("Count")
	b.sees("1 events match")
	b.fill("From", "")
	b.misses("events match")
	b.click("Count")
	b.sees("That did not work", "From: ")
}

func TestReplayIsWatchedToItsEndThoughTheServiceWasAway(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	path, deliveries := failedDeliveries(t, tenant, 1)
	var away atomic.Bool
	away.Store(true)
	ofReplays := func(r *http.Request) bool { return strings.Contains(r.URL.Path, "/replays/") }
	b := signedIn(t, through(t, unreachable(&away, ofReplays)), tenant.Key)
	b.visit(path)
	b.click("Replay")
	b.click("Count")
	b.sees("1 events match")
	b.click("Replay now")
	b.sees("Replay running", "No answer")
	deliveries("delivered", 1)
	away.Store(false)
	b.sees("Replay done: 1 of 1 queued")
	b.misses("No answer")
}

func TestSignOutThatDoesNotReachTheServerIsSaid(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var away atomic.Bool
	away.Store(true)
	b := signedIn(t, through(t, unreachable(&away, func(r *http.Request) bool { return r.Method == http.MethodDelete })), tenant.Key)
	b.visit("/")
	b.click("Signed in as test")
	b.click("Sign out")
	b.sees("No answer", "Appearance")
	away.Store(false)
	b.click("Sign out")
	b.sees("Sign in", "API key")
	b.visitSignedOut("/customers")
}

func TestWhoHasLeftADeliveryIsNotTakenToItsRepetition(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	path, deliveries := failedDeliveries(t, tenant, 1)
	hold, open := gate("/redeliver")
	b := signedIn(t, through(t, hold), tenant.Key)
	b.visit(path + "/" + id(tenant.Do("GET", "/v1"+path+"/deliveries", nil).List()[0]))
	b.click("Deliver again")
	b.until("it is asked for", "document.querySelector('.actions [aria-busy=true]')")
	b.follow("Customers")
	open()
	deliveries("delivered", 1)
	b.answered("/redeliver")
	if at := eval[string](b, "location.hash"); at != "#/main/customers" {
		t.Errorf("the page is %s", at)
	}
}

func TestSearchOfAnotherLocationShowsNothingOfTheFirst(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	tenant.NewCustomer(map[string]any{"last_name": "Londoner"})
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	b := signedIn(t, serverURL(t), tenant.Key)
	b.visit("/")
	b.fill("Search customers, pets, microchips", "londoner")
	b.sees("Jo Londoner")
	b.fill("Location", "portland")
	b.until("the address names it", "location.hash.startsWith('#/portland/')")
	b.settled()
	b.until("the search is empty", "finder.focus('Search customers') && document.querySelector('#search').value === ''")
	b.misses("Jo Londoner")
}

func TestSingleSignIsNotSearchedFor(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.NewCustomer(nil)
	b.visit("/customers")
	b.fill("Name, telephone, e-mail, pet", "🐕") // one character, of two in JavaScript
	b.until("it is in the address", "location.hash.includes('q=')")
	b.sees("Jo Bloggs")
	b.fill("Search customers, pets, microchips", "🐕")
	b.fill("Search customers, pets, microchips", "bloggs")
	b.sees("Show all results")
}
