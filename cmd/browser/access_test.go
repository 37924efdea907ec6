package browser

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// places returns the paths of a page of every kind, with data, by name.
func places(t *testing.T, tenant kit.Tenant) map[string]string {
	t.Helper()
	business(t, tenant)
	url, _ := receiver(t)
	custom(tenant, "petFields")
	h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": url, "event_types": []string{"*"}, "description": "Till"}).Object(201)
	d := tenant.Do("POST", "/v1/webhooks/"+id(h)+"/test", nil).Object(202)
	tenant.Do("POST", "colourCodes", map[string]any{"type": "pet", "name": "Escape artist", "colour": "#c62828"}).Object(201)
	tenant.Do("POST", "secondaryPetStatuses", map[string]any{"name": "Quiet room"}).Object(201)
	tenant.Do("POST", "breeds", map[string]any{"name": "Canal Terrier", "species": "dog"}).Object(201)
	c := tenant.Do("GET", "customers", nil).List()[0]
	p := tenant.Do("GET", "pets", nil).List()[0]
	o := tenant.Do("GET", "orders", nil).List()[0]
	customer, pet := "/customers/"+id(c), "/pets/"+id(p)
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"body": "A note", "title": "Title", "pinned": true}).Object(201)
	return map[string]string{
		"start": "/", "today": "/today", "customers": "/customers", "new customer": "/customers/new", "customer": customer,
		"edit customer": customer + "/edit", "notes": customer + "/notes", "orders": customer + "/orders", "health": customer + "/health",
		"history": customer + "/history", "vaccines": "/vaccines", "to verify": "/verify", "settings": "/settings",
		"new pet": customer + "/newPet", "whose pet": "/pets/new", "kennel card": pet + "/card", "pet's history": pet + "/history",
		"call list": "/compliance?who=arrivals&status=any", "pets": "/pets", "pet": pet, "edit pet": pet + "/edit",
		"search": "/search?q=oakes", "order": "/orders/" + id(o), "compliance": "/compliance", "duplicates": "/duplicates",
		"imports": "/imports", "catalog": "/catalog", "retail": "/catalog/retail", "breeds": "/breeds", "statuses": "/statuses",
		"colours": "/colours", "fields": "/fields", "customer fields": "/fields/customer", "webhooks": "/webhooks",
		"webhook": "/webhooks/" + id(h), "delivery": "/webhooks/" + id(h) + "/" + id(d), "events": "/events", "keys": "/keys",
	}
}

// dialogs are the buttons of a page, by its name, that open dialogs.
var dialogs = map[string][]string{
	"start": {"Signed in as test"}, "customer": {"Erase"}, "pet": {"Transfer", "New exemption", "New vaccination"}, "notes": {"New note"},
	"vaccines": {"New vaccine"}, "statuses": {"Remove: Quiet room"}, "colours": {"New colour code"}, "fields": {"New field"},
	"webhooks": {"New webhook"}, "webhook": {"Replay"}, "keys": {"New key"},
}

var axe = sync.OnceValues(func() (string, error) {
	file, err := testdata.Open("testdata/axe.min.js.gz")
	if err != nil {
		return "", err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(unpacked)
	return string(text), err
})

// Where axe looks: at the whole page, at the page without the menu and the head that all of them share, and at what lies over it.
const (
	everywhere = "document"
	ownPart    = "{ exclude: ['.side', '.top'] }"
	onTop      = "[...document.querySelectorAll('dialog[open], .person-menu')].pop()"
)

// faults returns the violations that axe-core finds. Of dark pages it need only look at the colours.
func (b *tab) faults(where string, dark bool) []string {
	b.t.Helper()
	if !eval[bool](b, "!!window.axe") {
		text, err := axe()
		if err != nil {
			b.t.Fatal(err)
		}
		b.do(chromedp.Evaluate[chromedp.Void](text))
	}
	options := "{ resultTypes: ['violations'], preload: false }"
	b.scheme("light")
	if dark {
		options = "{ runOnly: ['color-contrast', 'link-in-text-block'] }"
		b.scheme("dark")
	}
	return eval[[]string](b, `axe.run(`+where+`, `+options+`).then((r) => r.violations.flatMap((v) => v.nodes.map((n) =>
		v.id + ': ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message || n.all[0]?.message || v.help))))`)
}

// look checks the page with axe, light and dark.
func (b *tab) look(name, where string) {
	b.t.Helper()
	for _, dark := range []bool{false, true} {
		for _, fault := range b.faults(where, dark) {
			b.t.Errorf("%s, dark %t: %s", name, dark, fault)
		}
	}
}

func (b *tab) scheme(scheme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}}})
}

// Axe finds nothing on any page, Tab reaches everything that can be clicked, and no page is wider than its screen.
func TestEveryPageIsUsableByEverybody(t *testing.T) {
	tenant := newTenant(t)
	all := places(t, tenant)
	names := make(chan string, len(all))
	for name := range all {
		names <- name
	}
	close(names)
	for n := range 2 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			b := signedIn(t, serverURL(t), tenant.Key)
			for name := range names {
				b.visit(all[name])
				where := ownPart
				if name == "start" {
					where = everywhere
				}
				b.look(name, where)
				for _, button := range dialogs[name] {
					b.click(button)
					b.until("it is open", onTop)
					b.look(button, onTop)
					b.press(kb.Escape)
				}
				b.reached(name, where)
				b.fits(name)
			}
		})
	}
}

func TestSignInIsUsableByEverybodyAndAxeWouldFindSomething(t *testing.T) {
	t.Parallel()
	b := newTab(t, serverURL(t))
	b.open("")
	b.sees("API key")
	b.look("sign in", everywhere)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('main').append(document.createElement('button'))`))
	if len(b.faults(everywhere, false)) == 0 {
		t.Error("a button without a name is not found")
	}
}

// reached checks that Tab reaches what can be clicked, in the order of the page, with a visible focus. Where all is not looked at, it
// starts behind the menu and the head.
func (b *tab) reached(name, where string) {
	b.t.Helper()
	from := "main"
	if where == everywhere {
		from = "body"
	}
	want := eval[int](b, "finder.watch("+quote(from)+")")
	for i := 0; i < want+want/2+20; i++ {
		b.press(kb.Tab)
		if i >= want-1 && eval[int](b, "finder.missed().length") == 0 {
			break
		}
	}
	if missed := eval[[]string](b, "finder.missed()"); len(missed) > 0 {
		b.t.Errorf("%s: not reached: %v", name, missed)
	}
	if unseen := eval[[]string](b, "finder.unseen()"); len(unseen) > 0 {
		b.t.Errorf("%s: focus is not seen: %v", name, unseen)
	}
}

// fits checks that the page does not scroll sideways on tablets and telephones.
func (b *tab) fits(name string) {
	b.t.Helper()
	for _, size := range [][2]int64{{320, 256}, {768, 1024}, {390, 844}} { // the first one is a screen of 1280 at 400 %
		screen := emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: true}
		call(b, emulation.SetDeviceMetricsOverride, screen)
		if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > int(size[0]) {
			culprit := eval[string](b, fmt.Sprintf(`[...document.querySelectorAll('main *')].
				find((e) => e.getBoundingClientRect().right > %d && !e.closest('.table-wrap'))?.outerHTML.slice(0, 160) || ''`, size[0]+1))
			b.t.Errorf("%s is %d wide on a screen of %d: %s", name, wide, size[0], culprit)
		}
	}
	call(b, emulation.ClearDeviceMetricsOverride, cdp.Empty{})
}

func TestNarrowScreensShowWholeWordsAndResults(t *testing.T) {
	tenant, b := phone(t)
	tenant.Do("POST", "breeds", map[string]any{"name": "Affenpinscherterrierhound", "species": "dog"}).Object(201)
	b.visit("/breeds?q=affenpinscherterrier")
	b.until("words in tables are whole", "document.querySelector('tbody .strong')?.getClientRects().length === 1")
	b.fill(searchField, "nobody at all")
	b.until("the search has the width of the screen", "document.querySelector('.hits').offsetWidth > 350")
}

// hostile are texts that may break careless code: markup with quotes, and a long word with other directions and marks.
var hostile = []string{
	`<img src=x onerror="document.title='hacked'"> "'&amp;\u0000{{.}}${w.save}`,
	strings.Repeat("W", 50) + " مرحبا \u202Ebackwards\u202C שלום Z̸̡a̷͜l̵g̶o̶ 👩‍👩‍👧‍👦",
}

func TestHostileTextIsShownAsItIs(t *testing.T) {
	tenant, b := desk(t)
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 1024, Height: 768, DeviceScaleFactor: 1})
	short := func(text string, most int) string { return string([]rune(text)[:min(most, len([]rune(text)))]) }
	for _, text := range hostile {
		long := strings.Repeat(text+" ", 1000)
		c := tenant.NewCustomer(map[string]any{"first_name": text, "company_name": text, "alert": text, "tags": []any{short(text, 40)},
			"referral_source": text, "address": map[string]any{"line1": text, "city": text}, "contacts": []any{map[string]any{"name": text}},
			"vet": map[string]any{"practice": text}})
		p := tenant.NewPet(c, map[string]any{"name": text, "coat": text, "medical_notes": short(long, 4000),
			"feeding_instructions": short(long, 4000), "alert": text, "tags": []any{short(text, 40)}})
		customer, pet := "/customers/"+id(c), "/pets/"+id(p)
		tenant.Do("POST", customer[1:]+"/notes", map[string]any{"title": text, "body": short(long, 10000)}).Object(201)
		tenant.Do("PATCH", customer[1:], map[string]any{"last_name": text}, "X-Staff-Id", "1", "X-Staff-Name", "P%3Cb%3Eriya").Object(200)
		for _, path := range []string{"/customers", "/pets", customer, customer + "/notes", customer + "/history", pet, pet + "/edit",
			customer + "/edit"} {
			b.visit(path)
			if !strings.HasSuffix(path, "/edit") {
				b.until("the text stands there", "document.body.innerText.replace(/\\s+/g, ' ').includes("+quote(text)+")")
			}
			if eval[bool](b, `document.title.startsWith('hacked') || !!document.querySelector('main img:not([src$="/icon.svg"]), main script')`) {
				t.Errorf("%s: the text has become markup", path)
			}
			if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 1024 {
				t.Errorf("%s is %d wide", path, wide)
			}
		}
		b.fill("First name", short(text, 90)+" again")
		b.click("Save")
		b.until("it is saved", "location.hash === "+quote("#/main"+customer))
		if now := tenant.Do("GET", customer[1:], nil).Object(200); !strings.HasSuffix(now["first_name"].(string), " again") {
			t.Errorf("%v", now["first_name"])
		}
	}
}
