package browser

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// cut returns text of at most the given number of characters. It is trimmed like the API does, and has single spaces as pages show
// them.
func cut(text string, most int) string {
	r := []rune(text)
	return strings.TrimSpace(string(r[:min(most, len(r))]))
}

// shows checks that the page shows a text unchanged and fits the screen.
func (b *tab) shows(where, text string) {
	b.t.Helper()
	b.settled()
	text = strings.Join(strings.Fields(text), " ")
	b.until(where+" shows the text", "document.body.innerText.replace(/\\s+/g, ' ').includes("+quote(text)+")")
	if eval[bool](b, `document.title.startsWith('hacked') || !!document.querySelector('main img:not([src$="/icon.svg"]), main script')`) {
		b.t.Errorf("%s: the text has become markup", where)
	}
	if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 1024 {
		b.t.Errorf("%s is %d wide", where, wide)
	}
}

// Operators' names appear in lists, forms and questions.
func TestHostileNamesOfListsFieldsKeysAndWebhooksAreShownAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tenant := kit.NewTenant(t)
			receives, _ := receiver(t)
			record := func(path string, body map[string]any) map[string]any {
				return tenant.Do("POST", path, body).Object(201)
			}
			breed := record("breeds", map[string]any{"name": cut(text, 80), "species": "dog"})
			status := record("secondaryPetStatuses", map[string]any{"name": cut(text, 60)})
			colour := record("colourCodes", map[string]any{"type": "pet", "name": cut(text, 60), "colour": "#c62828",
				"description": cut(strings.Repeat(text+" ", 10), 300)})
			field := record("petFields/custom", map[string]any{"label": cut(text, 60), "type": "select", "section": cut(text, 60),
				"help_text": cut(text, 200), "options": []any{map[string]any{"value": "one", "label": cut(text, 60)}}})
			hook := record("/v1/webhooks", map[string]any{"event_types": []string{"*"}, "description": cut(text, 200),
				"url": receives + "/" + strings.Repeat("w", 300) + "?q=%3Cimg%20src=x%20onerror=alert(1)%3E"})
			key := record("/v1/apiKeys", map[string]any{"name": cut(text, 100), "abilities": []string{"customers:read"}})
			pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"breed_ids": []any{breed["id"]},
				"secondary_pet_status_id": status["id"], "colour_code_ids": []any{colour["id"]}})
			b := signedIn(t, serverURL(t), tenant.Key)
			call(b, emulation.SetDeviceMetricsOverride,
				emulation.SetDeviceMetricsOverrideParams{Width: 1024, Height: 768, DeviceScaleFactor: 1})
			for _, list := range []struct{ path, verb, name string }{
				{"/breeds?q=" + url.QueryEscape(cut(text, 20)), "Remove", breed["name"].(string)},
				{"/statuses", "Remove", status["name"].(string)},
				{"/colours", "Remove", colour["name"].(string)},
				{"/fields", "Remove", field["label"].(string)},
				{"/keys", "Revoke", key["name"].(string)},
			} {
				b.visit(list.path)
				b.shows(list.path, list.name)
				b.click(list.verb + ": " + strings.Join(strings.Fields(list.name), " "))
				b.until("it is asked for", "document.querySelector('dialog[open]')")
				b.shows("the question of "+list.path, list.name)
				b.press(kb.Escape)
			}
			for path, shown := range map[string]any{
				"/webhooks":                  hook["description"],
				"/webhooks/" + id(hook):      hook["description"],
				"/pets/" + id(pet):           status["name"],
				"/pets/" + id(pet) + "/edit": field["label"],
			} {
				b.visit(path)
				b.shows(path, shown.(string))
			}
		})
	}
}

func TestHostileNamesOfTheCatalogAreShownAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tenant := kit.NewTenant(t)
			line := func(kind string, more map[string]any) string {
				record := map[string]any{"type": kind, "external_id": "X-1", "name": cut(text, 100)}
				maps.Copy(record, more)
				return asJSON(record)
			}
			price := map[string]any{"amount": 4200, "currency": tenant.Account.Currency}
			lines := []string{
				line("tax", map[string]any{"rate": "20"}),
				line("rate", map[string]any{"serviceType": "boarding", "description": cut(text, 100), "value_data": map[string]any{
					"pricing_model": "per_night", "base_price": price,
					"rows": []any{map[string]any{"label": cut(text, 60), "price": price,
						"when": map[string]any{"pet_position": map[string]any{"from": 2}}}}}}),
				line("retail_product", map[string]any{"sku": "TUG", "price": price}),
			}
			if status, _, errs := tenant.Import(tenant.File(strings.Join(lines, "\n"))); status != 0 {
				t.Fatal(errs)
			}
			b := signedIn(t, serverURL(t), tenant.Key)
			call(b, emulation.SetDeviceMetricsOverride,
				emulation.SetDeviceMetricsOverrideParams{Width: 1024, Height: 768, DeviceScaleFactor: 1})
			for _, path := range []string{"/catalog", "/catalog/retail", "/catalog/taxes"} {
				b.visit(path)
				b.shows(path, cut(text, 100))
			}
		})
	}
}

func TestTelephoneNumbersAreReadBesideNamesOfOtherScripts(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"first_name": "مرحبا", "last_name": "שלום", "company_name": "שלום",
		"external_id": "C-1", "phones": []any{map[string]any{"type": "mobile", "number": "+447700900637"}}, "contacts": []any{map[string]any{"name": "مرحبا", "phone": "+447700900637"}}})
	pet := tenant.NewPet(c, map[string]any{"name": "שלום", "external_id": "P-1"})
	order := tenant.File(fmt.Sprintf(`{"type":"order","external_id":"O-1","number":"N-1","customer":"C-1","pets":["P-1"],"status":"open",`+
		`"service_types":["boarding"],"starts_at":%q}`, time.Now().UTC().Format(time.RFC3339)))
	if status, _, errs := tenant.Import(order); status != 0 {
		t.Fatal(errs)
	}
	for _, path := range []string{"/customers", "/customers/" + id(c), "/pets", "/pets/" + id(pet), "/search?q=שלום", "/today"} {
		b.visit(path)
		b.until(path+" shows the number from left to right", `(() => {
			const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = [];
			while (all.nextNode()) if (all.currentNode.data.includes('+447700900637')) found.push(all.currentNode);
			const left = (node, i) => {
				const range = document.createRange();
				range.setStart(node, i);
				range.setEnd(node, i + 1);
				return range.getBoundingClientRect().left;
			};
			return found.length && found.every((node) => left(node, node.data.indexOf('+')) < left(node, node.data.lastIndexOf('7')));
		})()`)
	}
	b.until("names begin where the rest does", `(() => {
		const [pet, owner, services] = [...document.querySelectorAll('.stay p > a')].map((a) => a.getBoundingClientRect().left);
		return services > 0 && pet === services && owner === services;
	})()`)
	b.visit("/customers")
	b.until("names begin at the left", "getComputedStyle(document.querySelector('tbody td')).textAlign === 'left'")
}

func TestLongNamesAndAddressesLeaveTheStatusInView(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"first_name": strings.Repeat("W", 90), "email": strings.Repeat("long", 14) + "@example.com", "tags": []any{"VIP"}})
	b.visit("/customers")
	b.until("the table fits", `(() => { const t = document.querySelector('.table-wrap'); return t && t.scrollWidth <= t.clientWidth })()`)
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"body": strings.Repeat("Long ", 1900)}).Object(201)
	b.visit("/customers/" + id(c) + "/notes")
	b.until("a note is shown whole", `[...document.querySelectorAll('.notes p')].some((p) => p.scrollHeight > 320 && p.scrollHeight === p.clientHeight)`)
}
