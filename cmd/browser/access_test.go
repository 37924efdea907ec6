package browser

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

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
		"start":         "/",
		"today":         "/today",
		"customers":     "/customers",
		"new customer":  "/customers/new",
		"customer":      customer,
		"edit customer": customer + "/edit",
		"notes":         customer + "/notes", "orders": customer + "/orders", "health": customer + "/health", "history": customer + "/history",
		"vaccines":        "/vaccines",
		"to verify":       "/verify",
		"settings":        "/settings",
		"new pet":         customer + "/newPet",
		"whose pet":       "/pets/new",
		"kennel card":     pet + "/card",
		"pet's history":   pet + "/history",
		"call list":       "/compliance?who=arrivals&status=any",
		"pets":            "/pets",
		"pet":             pet,
		"edit pet":        pet + "/edit",
		"search":          "/search?q=oakes",
		"order":           "/orders/" + id(o),
		"compliance":      "/compliance",
		"duplicates":      "/duplicates",
		"imports":         "/imports",
		"catalog":         "/catalog",
		"retail":          "/catalog/retail",
		"breeds":          "/breeds",
		"statuses":        "/statuses",
		"colours":         "/colours",
		"fields":          "/fields",
		"customer fields": "/fields/customer",
		"webhooks":        "/webhooks",
		"webhook":         "/webhooks/" + id(h),
		"delivery":        "/webhooks/" + id(h) + "/" + id(d),
		"events":          "/events",
		"keys":            "/keys",
	}
}

// dialogs lists the buttons of pages that open dialogs, with their titles.
var dialogs = map[string][2]string{
	"transfer": {"pet", "Transfer"}, "exemption": {"pet", "New exemption"}, "vaccine": {"vaccines", "New vaccine"}, "note": {
		"notes",
		"New note",
	}, "vaccination": {"pet", "New vaccination"}, "colour": {"colours", "New colour code"}, "field": {"fields", "New field"}, "remove breed": {"statuses", "Remove: Quiet room"},
	"webhook": {
		"webhooks",
		"New webhook",
	}, "replay": {"webhook", "Replay"}, "key": {"keys", "New key"}, "person": {"start", "Signed in as test"}, "erase": {"customer", "Erase"},
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

// faults returns the violations that axe-core finds on the page.
func (b *tab) faults() []string {
	b.t.Helper()
	if !eval[bool](b, "!!window.axe") {
		text, err := axe()
		if err != nil {
			b.t.Fatal(err)
		}
		b.do(chromedp.Evaluate[chromedp.Void](text))
	}
	return eval[[]string](
		b,
		`axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message || n.all[0]?.message || v.help))))`,
	)
}

func TestAxeWouldFindSomething(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.visit("/")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('main').append(document.createElement('button'))`))
	if len(b.faults()) == 0 {
		t.Error("a button without a name is not found")
	}
}

func (b *tab) scheme(scheme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}}})
}

func TestAxeFindsNothingOnAnyPage(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	all := places(t, tenant)
	b := signedIn(t, serverURL(t), tenant.Key)
	look := func(name string) {
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme)
			for _, fault := range b.faults() {
				t.Errorf("%s, %s: %s", name, scheme, fault)
			}
		}
	}
	for name, path := range all {
		b.move(path)
		look(name)
	}
	for name, at := range dialogs {
		b.move(all[at[0]])
		b.click(at[1])
		b.until("it is open", "document.querySelector('dialog[open], .person-menu')")
		look(name + " dialog")
		b.press(kb.Escape)
	}
	out := newTab(t, serverURL(t))
	out.open("")
	out.sees("API key")
	for _, scheme := range []string{"light", "dark"} {
		out.scheme(scheme)
		for _, fault := range out.faults() {
			t.Errorf("sign in, %s: %s", scheme, fault)
		}
	}
}

// move navigates within the console, like a link.
func (b *tab) move(path string) {
	b.t.Helper()
	if !eval[bool](b, "location.pathname === '/console'") {
		b.visit(path)
		return
	}
	b.do(chromedp.Evaluate[chromedp.Void]("location.hash = " + quote("#/main"+path)))
	b.until("the address has changed", "location.hash === "+quote("#/main"+path))
	b.drawn()
	b.settled()
}

// Tab reaches everything that can be clicked, in the order of the page, with a visible focus.
func TestEveryControlIsReachedByTab(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	all := places(t, tenant)
	b := signedIn(t, serverURL(t), tenant.Key)
	for name, path := range all {
		b.move(path)
		want := eval[int](
			b,
			`(finder.controls().forEach((e, i) => { e.dataset.reach = i }), document.body.tabIndex = -1, document.body.focus(), window.reached = new Set(), window.unseen = [],
			document.addEventListener('focusin', (e) => { if (e.target.dataset.reach) { reached.add(e.target.dataset.reach);
				if (getComputedStyle(e.target).outlineStyle === 'none' && !e.target.matches('input, select, textarea')) unseen.push(e.target.outerHTML.slice(0, 120)) } }), finder.controls().length)`,
		)
		for i := 0; i < want+want/2+20; i++ {
			b.press(kb.Tab)
			if i >= want-1 && eval[int](b, "reached.size") >= want {
				break
			}
		}
		if missed := eval[[]string](b, "finder.controls().filter((e) => !reached.has(e.dataset.reach)).map((e) => e.outerHTML.slice(0, 120))"); len(
			missed,
		) > 0 {
			t.Errorf("%s: not reached: %v", name, missed)
		}
		if unseen := eval[[]string](b, "unseen"); len(unseen) > 0 {
			t.Errorf("%s: focus is not seen: %v", name, unseen)
		}
	}
}

func TestPagesFitTabletsAndTelephones(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	all := places(t, tenant)
	b := signedIn(t, serverURL(t), tenant.Key)
	for _, size := range [][2]int64{{320, 256}, {768, 1024}, {390, 844}} { // the first one is a screen of 1280 at 400 %
		call(
			b,
			emulation.SetDeviceMetricsOverride,
			emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: true},
		)
		for name, path := range all {
			b.move(path)
			if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > int(size[0]) {
				t.Errorf(
					"%s is %d wide on a screen of %d: %s",
					name,
					wide,
					size[0],
					eval[string](
						b,
						fmt.Sprintf(
							"[...document.querySelectorAll('main *')].find((e) => e.getBoundingClientRect().right > %d && !e.closest('.table-wrap'))?.outerHTML.slice(0, 160) || ''",
							size[0]+1,
						),
					),
				)
			}
		}
	}
	b.move("/")
	b.click("Menu")
	b.click("Pets")
	b.until("the page is open", "document.querySelector('h1')?.innerText === 'Pets'")
	b.fill("Search customers, pets, microchips", "nobody at all")
	b.until("the search has the width of the screen", "document.querySelector('.hits').offsetWidth > 350")
	tenant.Do("POST", "breeds", map[string]any{"name": "Affenpinscherterrierhound", "species": "dog"}).Object(201)
	b.move("/breeds?q=affenpinscherterrier")
	b.until("words in tables are whole", "document.querySelector('tbody .strong')?.getClientRects().length === 1")
}

func TestAppearanceIsChosenAndKept(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.scheme("light")
	b.visit("/")
	light := eval[string](b, "getComputedStyle(document.body).backgroundColor")
	b.click("Signed in as test")
	b.fill("Appearance", "dark")
	b.until("it is dark", "getComputedStyle(document.body).backgroundColor !== "+quote(light))
	b.visit("/customers")
	b.until("it is still dark", "getComputedStyle(document.body).backgroundColor !== "+quote(light))
}

// hostile are texts that may break careless code.
var hostile = map[string]string{
	"markup":  `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`,
	"rtl":     "مرحبا \u202Ebackwards\u202C שלום",
	"long":    strings.Repeat("W", 100),
	"quotes":  `"'&amp;\u0000{{.}}${w.save}`,
	"accents": "Z̸̡a̷͜l̵g̶o̶ 👩‍👩‍👧‍👦",
}

func TestHostileTextIsShownAsItIs(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	short := func(text string, most int) string { return string([]rune(text)[:min(most, len([]rune(text)))]) }
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			long := strings.Repeat(text+" ", 1000)
			c := tenant.NewCustomer(
				map[string]any{
					"first_name":      text,
					"company_name":    text,
					"alert":           text,
					"tags":            []any{short(text, 40)},
					"referral_source": short(text, 100),
					"address": map[string]any{
						"line1": text,
						"city":  text,
					},
					"contacts": []any{map[string]any{"name": text}},
					"vet":      map[string]any{"practice": text},
				},
			)
			p := tenant.NewPet(
				c,
				map[string]any{
					"name":                 text,
					"coat":                 text,
					"medical_notes":        short(long, 4000),
					"feeding_instructions": short(long, 4000),
					"alert":                text,
					"tags":                 []any{short(text, 40)},
				},
			)
			tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"title": text, "body": short(long, 10000)}).Object(201)
			tenant.Do("PATCH", "customers/"+id(c), map[string]any{"last_name": text}, "X-Staff-Id", "1", "X-Staff-Name", "P%3Cb%3Eriya").Object(200)
			b := signedIn(t, serverURL(t), tenant.Key)
			call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 1024, Height: 768, DeviceScaleFactor: 1})
			shown := strings.Join(strings.Fields(strings.TrimSpace(p["name"].(string))), " ")
			for _, path := range []string{"/customers", "/pets", "/customers/" + id(c), "/customers/" + id(c) + "/notes", "/customers/" + id(c) + "/history", "/pets/" + id(p), "/pets/" + id(p) + "/edit", "/customers/" + id(c) + "/edit"} {
				b.move(path)
				if !strings.HasSuffix(path, "/edit") {
					b.until("the text stands there", "document.body.innerText.replace(/\\s+/g, ' ').includes("+quote(shown)+")")
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
			b.until("it is saved", "location.hash === "+quote("#/main/customers/"+id(c)))
			if now := tenant.Do("GET", "customers/"+id(c), nil).Object(200); !strings.HasSuffix(now["first_name"].(string), " again") {
				t.Errorf("%v", now["first_name"])
			}
		})
	}
}
