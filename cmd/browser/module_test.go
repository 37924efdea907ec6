package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/adapters/console"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

// The published example is served in addition to the console's pages. Its operations are played; all other requests go to the shared
// server.
func TestModuleBringsPagesAMenuEntryAndPanels(t *testing.T) {
	tenant := newTenant(t)
	pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Otto"})
	pages, err := console.New(
		nil,
		fxgroups.ConsolePages{Module: "incidents", Files: os.DirFS("../../deployments/custom/incidents/console")},
		fxgroups.ConsolePages{
			Module: "broken",
			Files:  fstest.MapFS{"index.js": {Data: []byte("export function register() { throw 'broken' }")}},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	target := testkit.Must[*url.URL](t)(url.Parse(serverURL(t)))
	files, proxy := pages.Mounts()[0], httputil.NewSingleHostReverseProxy(target)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(files.Paths, r.URL.Path) {
			files.Handler.ServeHTTP(w, r)
			return
		}
		incident := `{"id": "7", "kind": "bite", "status": "open", "occurred_on": "2026-11-20", "description": "Snapped at a dog", "pet_id": "` +
			id(pet) + `"}`
		switch _, path, _ := strings.Cut(r.URL.Path, tenant.Account.ID.String()); path {
		case "/incidents":
			_, _ = io.WriteString(w, `{"data": [`+incident+`], "next_cursor": null}`)
		case "/incidents/7":
			_, _ = io.WriteString(w, incident)
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	b := newTab(t, s.URL)
	b.cookie(session(t, serverURL(t), tenant.Key))
	b.visit("/pets/" + id(pet))
	b.sees("Report an incident", "Snapped at a dog", "Open")
	b.click("20 Nov 2026")
	b.heading("Bite")
	b.sees("Open", "Snapped at a dog")
	b.click("Incidents")
	b.heading("Incidents")
	b.sees("Bite", "Snapped at a dog", "Open")
	b.forgive("pages of broken")
	b.forgive("/incidents")
}

// forgive removes complaints and calls that the test has caused on purpose.
func (b *tab) forgive(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = slices.DeleteFunc(b.asked, func(a asked) bool { return strings.Contains(a.url, part) })
	b.said = slices.DeleteFunc(b.said, func(text string) bool { return strings.Contains(text, part) })
}

func TestConsoleThatIsOffServesNothing(t *testing.T) {
	tenant := newTenant(t)
	cookie := "petcare_console=" + session(t, serverURL(t), tenant.Key)
	off := kit.StartInstance(t, kit.DatabaseURL(t), append(slices.Clone(settings), "PETCARE_CONSOLE=false")...)
	s := kit.At(t, off.URL)
	s.Send("", "GET", "/console", nil).Problem(404, "not_found")
	s.Send("", "POST", "/console/session", `{"key": "`+tenant.Key+`"}`, "Petcare-Console", "1").Problem(404, "not_found")
	s.Send("", "GET", "/v1/apiKeys/current", nil, "Cookie", cookie, "Petcare-Console", "1").Problem(401, "unauthenticated")
	for url, home := range map[string]string{off.URL: "/docs", serverURL(t): "/console"} {
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer := testkit.Must[*http.Response](t)(client.Get(url + "/"))
		_ = answer.Body.Close()
		if answer.Header.Get("Location") != home {
			t.Errorf("/ leads to %q, want %q", answer.Header.Get("Location"), home)
		}
	}
}

// usableWithin allows for busy machines, on which this was seen to take 1,600 ms. An idle one takes 300.
const usableWithin = 3000

func TestFirstPageIsUsableAtOnce(t *testing.T) {
	tenant := kit.NewTenant(t)
	best := 1e9
	for tries := 0; tries < 5 && best > usableWithin; tries++ {
		b := tabIn(t, newProfile(t), serverURL(t)) // so that nothing is cached
		b.cookie(session(t, serverURL(t), tenant.Key))
		b.visit("/")
		best = min(best, eval[float64](b, "performance.getEntriesByName('usable')[0].startTime"))
	}
	t.Logf("usable after %.0f ms, nothing cached", best)
	if best > usableWithin {
		t.Errorf("usable after %.0f ms, at most %d", best, usableWithin)
	}
}

func TestPageThatBreaksIsReplaced(t *testing.T) {
	_, b := desk(t)
	b.visit("/today")
	b.do(chromedp.Evaluate[chromedp.Void](`window.whole = Date.prototype.toJSON,
		Date.prototype.toJSON = () => { throw new RangeError('broken') }, location.hash = '#/main/today?day=2026-01-05'`))
	b.sees("Something unexpected happened", "Try again")
	b.until("the broken page is gone", "!document.querySelector('.board')")
	b.do(chromedp.Evaluate[chromedp.Void](`Date.prototype.toJSON = window.whole`))
	b.click("Pets")
	b.heading("Pets")
	if pages := eval[int](b, "document.querySelectorAll('main .page, main .trouble').length"); pages != 1 {
		t.Errorf("%d pages are drawn", pages)
	}
	b.mu.Lock()
	b.said = nil // the error
	b.mu.Unlock()
}
