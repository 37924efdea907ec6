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

	"github.com/petcare/petcare/platform/testkit"
)

// through returns the URL of a proxy of the shared server. hold is called before each request is passed on.
func through(t *testing.T, hold func(r *http.Request)) string {
	t.Helper()
	target := testkit.Must[*url.URL](t)(url.Parse(serverURL(t)))
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
	tenant := newTenant(t)
	var away atomic.Bool
	b := signedIn(t, through(t, unreachable(&away, ofTheAPI)), tenant.Key)
	b.visit("/events")
	b.live()
	away.Store(true)
	b.hurry()
	b.sees("The service cannot be reached", "Paused")
	away.Store(false)
	b.live()
	b.misses("The service cannot be reached")
}

func TestWhoHasLeftADeliveryIsNotTakenToItsRepetition(t *testing.T) {
	tenant := newTenant(t)
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

// A replay is not started with the count of other events, and is watched to its end though the service was away.
func TestReplayIsCountedAndWatchedWithTheKeyboardAlone(t *testing.T) {
	tenant := newTenant(t)
	path, deliveries := failedDeliveries(t, tenant, 2)
	hold, open := gate("/replay")
	var away atomic.Bool
	b := signedIn(t, through(t, func(r *http.Request) {
		hold(r)
		unreachable(&away, func(r *http.Request) bool { return strings.Contains(r.URL.Path, "/replays/") })(r)
	}), tenant.Key)
	b.visit(path)
	b.begins("Replay", "Replay")
	b.types("Which", "All")
	b.enter("Count")
	since := time.Now().Add(-time.Hour).Format("2006-01-02T15:04")
	b.fill("From", since)
	open()
	b.answered("/replay")
	b.misses("events match")
	b.enter("Count")
	b.sees("2 events match")
	b.fill("From", "")
	b.misses("events match")
	b.enter("Count")
	b.sees("That did not work", "From: ")
	b.fill("From", since)
	b.enter("Count")
	b.sees("2 events match")
	away.Store(true)
	b.enter("Replay now")
	b.sees("Replay running", "No answer")
	deliveries("delivered", 2)
	away.Store(false)
	b.sees("Replay done: 2 of 2 queued")
	b.misses("No answer")
	b.enter("Close")
	b.closed()
}
