package browser

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/petcare/petcare/adapters/console"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

const moduleIndex = `
export function register(kit) {
  const { html, useList, useLoad, at, ui } = kit;
  kit.page('', () => {
    const list = useList(at('/breeds'), {});
    return html` + "`<${ui.Page} title=\"Incidents\"><${ui.Card}><${ui.ListTable} list=${list} label=\"Incidents\" empty=\"No incidents\" columns=${[]} /><//><//>`" + `;
  });
  kit.page('/:incident', ({ incident }) => html` + "`<${ui.Page} title=${'Incident ' + incident} />`" + `);
  kit.menu({ label: 'Incidents', needs: ['customers:read'] });
  kit.panel('pet', { title: 'Incidents of the pet', draw: ({ pet }) => html` + "`<p>None for ${pet.name}. <a href=${kit.href('/7')}>All</a></p>`" + ` });
}`

// A module's pages are served in addition to the console's. All other requests go to the shared server.
func TestModuleBringsPagesAMenuEntryAndPanels(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Otto"})
	pages, err := console.New(
		nil,
		fxgroups.ConsolePages{Module: "incidents", Files: fstest.MapFS{"index.js": {Data: []byte(moduleIndex)}}},
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
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	b := newTab(t, s.URL)
	b.cookie(session(t, serverURL(t), tenant.Key))
	b.visit("/pets/" + id(pet))
	b.sees("Incidents of the pet", "None for Otto.")
	b.click("All")
	b.sees("Incident 7")
	b.click("Incidents")
	b.sees("No incidents")
	b.forgive("pages of broken")
}

// forgive removes a complaint that the test has caused on purpose.
func (b *tab) forgive(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said = slices.DeleteFunc(b.said, func(text string) bool { return strings.Contains(text, part) })
}

func TestConsoleThatIsOffServesNothing(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
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

// usableWithin allows for busy machines. An idle one takes a fifth of it.
const usableWithin = 1500

func TestFirstPageIsUsableAtOnce(t *testing.T) {
	tenant := kit.NewTenant(t)
	best := 1e9
	for range 5 {
		b := signedIn(t, serverURL(t), tenant.Key) // a new profile, so that nothing is cached
		b.visit("/")
		best = min(best, eval[float64](b, "performance.getEntriesByName('usable')[0].startTime"))
	}
	t.Logf("usable after %.0f ms, nothing cached", best)
	if best > usableWithin {
		t.Errorf("usable after %.0f ms, at most %d", best, usableWithin)
	}
}
