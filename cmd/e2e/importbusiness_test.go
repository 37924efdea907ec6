package e2e

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	texts "github.com/petcare/petcare/platform/kernel/text"
)

// business is everything that an import can create in an account.
type business struct {
	draw
	prefix  string // of the external ids
	records []made
	ids     map[string][]string // of records by type, as lines contain them
	species map[string]string   // of pets by external id
}

func drawBusiness(rt *rapid.T) *business {
	b := &business{draw: draw{rt}, ids: map[string][]string{}, species: map[string]string{}}
	b.prefix = b.words("prefix", 90)
	for _, each := range []struct {
		kind string
		most int
		fill func(m *made, n int)
	}{
		{"tax", 3, b.tax}, {"addon", 4, b.addon}, {"rate", 3, b.rate}, {"retail_category", 4, b.category}, {"retail_product", 3, b.product},
		{"adjustment", 3, b.adjustment}, {"pending_reason_option", 2, b.reason}, {"preventive_type", 2, b.preventiveType},
		{"customer", 4, b.customer}, {"pet", 5, b.pet}, {"vaccination", 5, b.vaccination}, {"preventive", 3, b.preventive},
		{"order", 4, b.order}, {"note", 5, b.note},
	} {
		for n := range b.number(each.kind+" count", 1, each.most) {
			m := made{kind: each.kind, id: fmt.Sprintf("%s%d", b.prefix, n), line: map[string]any{}, shown: map[string]any{}}
			m.shown["external_id"] = texts.Clean(m.id)
			each.fill(&m, n)
			b.records = append(b.records, m)
			b.ids[m.kind] = append(b.ids[m.kind], m.id)
		}
	}
	return b
}

// file returns the lines in random order.
func (b *business) file(label string) string {
	lines := make([]string, len(b.records))
	for i, m := range rapid.Permutation(b.records).Draw(b.rt, label) {
		lines[i] = b.encode(m)
	}
	return strings.Join(lines, "\n")
}

func (b *business) one(kind string) (line, shown string) {
	id := pick(b.draw, kind, b.ids[kind]...)
	return id, texts.Clean(id)
}

func (b *business) tax(m *made, _ int) {
	b.required(m, "name", 120)
	rate := pick(b.draw, "rate", "0", "00", "8.25", "99.9999", "100", "100.0000")
	m.set("rate", rate, rate)
	b.flag(m, "inclusive", false)
	b.flag(m, "active", true)
}

func (b *business) service(m *made) {
	b.required(m, "name", 120)
	b.text(m, "description", 2000)
	b.text(m, "code", 60)
	b.flag(m, "active", true)
	optional(b.draw, m, "item_order", 0, 0, 7, 1_000_000)
	b.refer(m, "taxes", "tax_ids", b.ids["tax"], 3)
	b.refer(m, "included_addons", "included_addon_ids", b.ids["addon"], 3)
	line, shown := b.valueData()
	m.set("value_data", line, shown)
}

func (b *business) valueData() (line, shown map[string]any) {
	price := b.price("base price")
	model := pick(b.draw, "model", "flat", "per_night", "per_day", "per_hour", "per_session", "per_unit")
	line = map[string]any{"pricing_model": model, "base_price": price}
	shown = map[string]any{"pricing_model": model, "base_price": price, "duration_minutes": nil, "rows": []any{}}
	var rows, shownRows []any
	for range b.number("rows", 0, 2) {
		price := b.price("row price")
		row := made{line: map[string]any{"price": price}, shown: map[string]any{"price": price}}
		b.text(&row, "label", 120)
		optional(b.draw, &row, "duration_minutes", nil, 0, 90, 1_000_000)
		when := made{line: map[string]any{}, shown: map[string]any{"weight": nil, "pet_position": nil, "units": nil}}
		optional(b.draw, &when, "species", nil, "dog", "other")
		b.text(&when, "coat", 100)
		if b.chance("weight") {
			when.line["weight"] = map[string]any{"from": "0.0001", "unit": "lb"}
			when.shown["weight"] = map[string]any{"from": "0.0001", "to": nil, "unit": "lb"}
		}
		if b.chance("units") {
			when.line["units"] = map[string]any{"to": 1_000_000}
			when.shown["units"] = map[string]any{"from": nil, "to": 1_000_000}
		}
		if len(when.line) > 0 {
			row.line["when"] = when.line
		}
		row.shown["when"] = when.shown
		rows, shownRows = append(rows, row.line), append(shownRows, row.shown)
	}
	if len(rows) > 0 {
		line["rows"], shown["rows"] = rows, shownRows
	}
	return line, shown
}

func (b *business) addon(m *made, _ int) {
	b.service(m)
	optional(b.draw, m, "serviceType", nil, "grooming", "training", "classes")
	m.shown["sessions"], m.shown["capacity"], m.shown["instructor"] = []any{}, nil, nil
	if m.shown["serviceType"] != "classes" {
		return
	}
	optional(b.draw, m, "capacity", nil, 0, 8, 100_000)
	b.text(m, "instructor", 120)
	from, line, shown := b.instant("session", time.Date(2027, 3, 6, 10, 0, 0, 0, time.UTC))
	_, toLine, toShown := b.instant("session end", from.Add(time.Minute))
	m.set("sessions", []any{map[string]any{"starts_at": line, "ends_at": toLine}}, []any{map[string]any{"starts_at": shown, "ends_at": toShown}})
}

func (b *business) rate(m *made, _ int) {
	b.service(m)
	service := pick(b.draw, "service", "boarding", "daycare")
	m.set("serviceType", service, service)
}

// category has an earlier one as its parent, so that there are no cycles. The lines are in random order nonetheless.
func (b *business) category(m *made, n int) {
	b.required(m, "name", 120)
	m.shown["parent_id"] = nil
	if n > 0 && b.chance("parent") {
		m.line["parent"], m.shown["parent_id"] = b.one("retail_category")
	}
}

func (b *business) product(m *made, n int) {
	b.required(m, "name", 200)
	b.text(m, "description", 2000)
	b.texts(m, 60, "barcode")
	b.text(m, "brand", 120)
	m.shown["sku"] = nil
	if b.chance("sku given") {
		sku := b.name("sku", n, 60)
		m.set("sku", sku, texts.Clean(sku))
	}
	list, categories := some(b.draw, "categories", b.ids["retail_category"], 4), []any{}
	for _, id := range list {
		at := slices.IndexFunc(b.records, func(r made) bool { return r.kind == "retail_category" && r.id == id })
		c := b.records[at].shown
		categories = append(categories, map[string]any{"id": texts.Clean(id), "name": c["name"], "parent_id": c["parent_id"]})
	}
	m.set("categories", list, categories)
	price := b.price("price")
	m.set("price", price, price)
	b.refer(m, "taxes", "tax_ids", b.ids["tax"], 3)
	optional(b.draw, m, "stock_quantity", 0, -1_000_000_000, 0, 1_000_000_000)
	b.flag(m, "track_stock", false)
	b.flag(m, "active", true)
}

func (b *business) adjustment(m *made, _ int) {
	b.required(m, "name", 120)
	b.text(m, "code", 60)
	kind := pick(b.draw, "kind", "discount", "voucher", "surcharge", "gift_card")
	m.set("kind", kind, kind)
	per := pick(b.draw, "per", "order", "line")
	percent := map[string]any{"kind": "percent", "percent": "9999.9999", "applies_per": per}
	m.set("value_data", percent, map[string]any{"kind": "percent", "percent": "9999.9999", "amount": nil, "applies_per": per})
	if b.chance("amount") {
		price := b.price("off")
		m.set("value_data", map[string]any{"kind": "amount", "amount": price, "applies_per": per},
			map[string]any{"kind": "amount", "percent": nil, "amount": price, "applies_per": per})
	}
	optional(b.draw, m, "valid_from", nil, "0001-01-02", "2026-01-01")
	optional(b.draw, m, "valid_until", nil, "2026-01-01", "9999-12-31")
	b.flag(m, "active", true)
}

func (b *business) reason(m *made, _ int) {
	b.required(m, "name", 80)
	b.text(m, "description", 300)
	b.subset(m, "service_types", "boarding", "daycare", "grooming", "training", "classes", "retail")
	optional(b.draw, m, "item_order", 0, 0, 1_000_000)
	b.flag(m, "active", true)
}

func (b *business) preventiveType(m *made, _ int) {
	b.required(m, "name", 80)
	category := pick(b.draw, "category", "flea_tick", "heartworm", "dewormer", "other")
	m.set("category", category, category)
	b.subset(m, "species", "dog", "cat", "guinea_pig")
	optional(b.draw, m, "interval_days", nil, 1, 3650)
}

func (b *business) vaccination(m *made, _ int) {
	m.line["pet"], m.shown["pet_id"] = b.one("pet")
	kinds := map[string][]string{"dog": {"Rabies", "DHPP"}, "cat": {"Rabies", "FVRCP"}, "ferret": {"Rabies"}}
	kind := pick(b.draw, "type", kinds[b.species[m.line["pet"].(string)]]...)
	m.line["vaccination_type"] = pick(b.draw, "spelled", kind, strings.ToLower(kind), " "+strings.ToUpper(kind)+" ")
	m.shown["vaccination_type_id"] = kind
	m.shown["type"] = map[string]any{"id": kind, "name": kind, "abbreviation": map[string]string{"Rabies": "RAB"}[kind]}
	if kind != "Rabies" {
		m.shown["type"].(map[string]any)["abbreviation"] = kind
	}
	b.given(m)
	b.texts(m, 120, "manufacturer", "lot_number", "clinic", "veterinarian")
	b.flag(m, "verified", false)
	b.text(m, "note", 2000)
}

// given sets the dates of a vaccination or preventive.
func (b *business) given(m *made) {
	expires := pick(b.draw, "expires", b.day("expires on", "2024-01-01", "2030-12-31"), "2024-01-01", "9999-12-31")
	m.set("expires_on", expires, expires)
	optional(b.draw, m, "administered_on", nil, "1900-01-01", "2023-12-31", "2024-01-01")
}

func (b *business) preventive(m *made, _ int) {
	m.line["pet"], m.shown["pet_id"] = b.one("pet")
	line, shown := b.one("preventive_type")
	m.line["preventive_type"], m.shown["preventive_type_id"] = line, shown
	at := slices.IndexFunc(b.records, func(r made) bool { return r.kind == "preventive_type" && r.id == line })
	kind := b.records[at].shown
	m.shown["type"] = map[string]any{"id": shown, "name": kind["name"], "category": kind["category"]}
	b.given(m)
	b.text(m, "product", 120)
	b.text(m, "note", 2000)
}

func (b *business) note(m *made, _ int) {
	kind := pick(b.draw, "parent", "customer", "pet", "order")
	line, shown := b.one(kind)
	m.line[kind], m.shown["parent"] = line, map[string]any{"type": kind, "id": shown}
	b.text(m, "title", 150)
	b.required(m, "body", 10_000)
	optional(b.draw, m, "category", "general", "general", "medical", "incident", "other")
	b.flag(m, "pinned", false)
	optional(b.draw, m, "visibility", "staff", "staff", "customer")
	m.shown["author"] = nil
}
