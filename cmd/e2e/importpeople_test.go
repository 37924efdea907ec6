package e2e

import (
	"fmt"
	"slices"
	"strings"
	"time"

	texts "github.com/petcare/petcare/platform/kernel/text"
)

// Customers with the fields of forms, their pets and their orders.

func (b *business) customer(m *made, n int) {
	b.texts(m, 100, "first_name", "last_name", "referral_source")
	if m.shown["first_name"] == nil && m.shown["last_name"] == nil {
		b.required(m, "last_name", 100)
	}
	b.text(m, "company_name", 150)
	b.text(m, "alert", 500)
	m.shown["email"], m.shown["login"] = nil, map[string]any{"enabled": false, "last_login_at": nil}
	if b.chance("email given") {
		email := pick(b.draw, "email", "zoë@example.com", "Same@Example.com", "o'neill+pets@example.co.uk")
		m.set("email", email, email)
	}
	if n == 0 && b.number("password given", 0, 7) == 0 { // hashing passwords is slow
		m.set("email", "login@example.com", "login@example.com")
		m.line["password"] = "correct horse battery"
		m.shown["login"] = map[string]any{"enabled": true, "last_login_at": nil}
	}
	b.phones(m)
	m.shown["address"], m.shown["vet"] = nil, nil
	if b.chance("address given") {
		b.part(m, "address", func(part *made) {
			b.texts(part, 120, "line1", "line2", "city", "region", "postcode")
			optional(b.draw, part, "country", nil, "GB", "AX")
		})
	}
	b.vet(m)
	m.shown["communication"] = map[string]any{"email_opt_in": false, "sms_opt_in": false, "marketing_opt_in": false}
	if b.chance("communication given") {
		part := made{line: map[string]any{}, shown: map[string]any{}}
		for _, key := range []string{"email_opt_in", "sms_opt_in", "marketing_opt_in"} {
			b.flag(&part, key, false)
		}
		m.set("communication", part.line, part.shown)
	}
	optional(b.draw, m, "status", "active", "active", "inactive", "blocked")
	if m.line["status"] == nil {
		delete(m.line, "status")
	}
	b.contacts(m)
	b.tags(m)
	b.colours(m)
	b.custom(m, "customer")
}

// part is an object that is null if all its values are missing.
func (b *business) part(m *made, key string, fill func(part *made)) {
	part := made{line: map[string]any{}, shown: map[string]any{}}
	fill(&part)
	m.set(key, part.line, nil)
	for _, value := range part.shown {
		if value != nil {
			m.shown[key] = part.shown
		}
	}
}

func (b *business) vet(m *made) {
	m.shown["vet"] = nil
	if !b.chance("vet given") {
		return
	}
	b.part(m, "vet", func(part *made) {
		b.texts(part, 120, "practice", "name")
		part.shown["phone"] = nil
		if b.chance("vet phone") {
			part.set("phone", "020 7946 0123", "+442079460123")
		}
	})
}

func (b *business) phones(m *made) {
	m.shown["phones"] = []any{}
	n := b.number("phones", 0, 5)
	primary := b.number("primary", 0, 5) // none, if it is out of range
	var lines, shown []any
	for i := range n {
		line := map[string]any{"number": pick(b.draw, "number", "+447700900123", "07700 900123", "(07700) 900-123")}
		kind := "mobile"
		if b.chance("phone type") {
			kind = pick(b.draw, "phone type", "mobile", "home", "work", "other")
			line["type"] = kind
		}
		if i == primary {
			line["primary"] = true
		}
		lines = append(lines, line)
		shown = append(shown, map[string]any{"type": kind, "number": "+447700900123", "primary": i == primary || i == 0 && primary >= n})
	}
	if n > 0 {
		m.set("phones", lines, shown)
	}
}

func (b *business) contacts(m *made) {
	m.shown["contacts"] = []any{}
	var lines, shown []any
	for range b.number("contacts", 0, 2) {
		c := made{line: map[string]any{}, shown: map[string]any{"phone": nil}}
		b.required(&c, "name", 120)
		b.text(&c, "relationship", 120)
		if b.chance("contact phone") {
			c.set("phone", "+1 207 555 0123", "+12075550123")
		}
		b.flag(&c, "emergency", false)
		b.flag(&c, "authorised_pickup", false)
		lines, shown = append(lines, c.line), append(shown, c.shown)
	}
	if len(lines) > 0 {
		m.set("contacts", lines, shown)
	}
}

func (b *business) tags(m *made) {
	shown := []string{}
	m.shown["tags"] = shown
	if !b.chance("tags given") {
		return
	}
	var lines []string
	for range b.number("tags", 0, 4) {
		tag := b.words("tag", 40)
		lines = append(lines, tag)
		if clean := texts.Clean(tag); !slices.Contains(shown, clean) {
			shown = append(shown, clean)
		}
	}
	m.set("tags", lines, shown)
}

// colours are numbers of the colour codes in importInto.
func (b *business) colours(m *made) {
	m.shown["colour_code_ids"] = []string{}
	if !b.chance("colours given") {
		return
	}
	numbers, shown := some(b.draw, "colours", []int{1, 2, 9999}, 3), []string{}
	for _, n := range numbers {
		shown = append(shown, fmt.Sprint(n))
	}
	slices.Sort(shown)
	m.line["colour_codes"], m.shown["colour_code_ids"] = numbers, shown
}

// custom are values of the custom fields in importInto.
func (b *business) custom(m *made, _ string) {
	line, shown := map[string]any{}, map[string]any{}
	m.shown["custom_fields"] = shown
	add := func(key string, value any) {
		if b.chance(key + " given") {
			line[key], shown[key] = value, value
		}
	}
	add("own_number", pick[any](b.draw, "own number", 0, -3, 1.5, 1_000_000))
	add("own_date", b.day("own date", "1990-01-01", "2040-12-31"))
	add("own_flag", b.chance("own flag"))
	add("own_choice", pick(b.draw, "own choice", "a", "é"))
	if s := b.words("own text", 40); b.chance("own text given") {
		line["own_text"], shown["own_text"] = s, texts.Clean(s)
	}
	if b.chance("own null") {
		line["own_choices"] = nil
	}
	if len(line) > 0 || b.chance("no own") {
		m.line["custom_fields"] = line
	}
}

func (b *business) pet(m *made, _ int) {
	m.line["customer"], m.shown["customer_id"] = b.one("customer")
	b.required(m, "name", 100)
	species := pick(b.draw, "species", "dog", "cat", "ferret")
	m.set("species", species, species)
	b.breeds(m, species)
	b.species[m.id] = species
	for key, values := range map[string][]string{"sex": {"male", "female"}, "altered": {"yes", "no"}} {
		m.shown[key] = "unknown"
		if b.chance(key) {
			value := pick(b.draw, key, values...)
			m.set(key, value, value)
		}
	}
	optional(b.draw, m, "birth_date", nil, "1990-02-28", "2020-02-29")
	optional(b.draw, m, "birth_date_precision", nil, "day", "month", "year", "estimated")
	m.shown["status"], m.shown["deceased_on"] = "active", nil
	if b.chance("status") {
		status := pick(b.draw, "status", "active", "inactive", "deceased")
		m.set("status", status, status)
		if status == "deceased" {
			optional(b.draw, m, "deceased_on", nil, "2020-02-29", "2026-01-01")
		}
	}
	m.shown["secondary_pet_status_id"], m.shown["secondary_pet_status"] = nil, nil
	if b.chance("secondary") {
		m.line["secondary_pet_status"] = pick(b.draw, "secondary", "Señior", "SENIOR", " senior")
		m.shown["secondary_pet_status_id"], m.shown["secondary_pet_status"] = "Señior", map[string]any{"id": "Señior", "name": "Señior"}
	}
	optional(b.draw, m, "weight", nil, map[string]any{"value": "0.001", "unit": "lb"}, map[string]any{"value": "20000", "unit": "kg"})
	b.texts(m, 100, "coat", "colour", "markings")
	b.text(m, "microchip", 23)
	b.vet(m)
	b.texts(m, 4000, "feeding_instructions", "medications", "allergies", "medical_notes", "behaviour_notes", "grooming_notes")
	b.text(m, "alert", 500)
	b.tags(m)
	b.colours(m)
	b.custom(m, "pet")
}

// breeds are names from the master list, in order.
func (b *business) breeds(m *made, species string) {
	m.shown["breed_ids"], m.shown["breed"] = []string{}, nil
	names := map[string][]string{"dog": {"Beagle", "Labrador Retriever", "Mixed"}, "cat": {"Siamese", "Mixed"}}[species]
	chosen := some(b.draw, "breeds", names, 3)
	if len(chosen) == 0 {
		return
	}
	lines := make([]string, len(chosen))
	for i, name := range chosen {
		lines[i] = pick(b.draw, "breed", name, strings.ToUpper(name), " "+name)
	}
	m.line["breeds"] = lines
	m.shown["breed_ids"], m.shown["breed"] = chosen, strings.Join(chosen, " / ")
}

func (b *business) order(m *made, n int) {
	number := b.name("number", n, 60)
	m.set("number", number, texts.Clean(number))
	m.line["customer"], m.shown["customer_id"] = b.one("customer")
	b.refer(m, "pets", "pet_ids", b.ids["pet"], 5)
	status := pick(b.draw, "status", "draft", "open", "completed", "cancelled")
	m.set("status", status, status)
	m.shown["pending_reason_id"] = nil
	if b.chance("reason") {
		m.line["pending_reason"], m.shown["pending_reason_id"] = b.one("pending_reason_option")
	}
	b.subset(m, "service_types", "boarding", "daycare", "grooming", "training", "classes", "retail")
	b.span(m, "starts_at", "ends_at")
	b.span(m, "placed_at", "")
	b.orderLines(m)
}

// span is one or two instants, or none.
func (b *business) span(m *made, from, to string) {
	m.shown[from] = nil
	at := time.Date(2026, 2, 1, 11, 0, 0, 0, time.UTC)
	if b.chance(from + " given") {
		first, line, shown := b.instant(from, at)
		m.set(from, line, shown)
		at = first
	}
	if to == "" {
		return
	}
	m.shown[to] = nil
	if b.chance(to + " given") {
		_, line, shown := b.instant(to, at)
		m.set(to, line, shown)
	}
}

func (b *business) orderLines(m *made) {
	items := map[string]string{"rate": "rate", "addon": "addon", "retail": "retail_product", "adjustment": "adjustment"}
	lines, shown := []any{}, []any{}
	subtotal, discounts, taxes := 0, 0, 0
	for range b.number("lines", 0, 3) {
		kind := pick(b.draw, "line kind", "rate", "addon", "retail", "adjustment", "fee", "tip")
		l := made{line: map[string]any{"kind": kind}, shown: map[string]any{"kind": kind, "item_id": nil, "pet_id": nil}}
		b.required(&l, "name", 250)
		if of := items[kind]; of != "" && b.chance("item") {
			l.line["item"], l.shown["item_id"] = b.one(of)
		}
		if b.chance("line pet") {
			l.line["pet"], l.shown["pet_id"] = b.one("pet")
		}
		quantity, price := 1, pick(b.draw, "unit price", 0, 1, 999, 1_000_000_000)
		if b.chance("quantity given") {
			quantity = pick(b.draw, "quantity", 0, 2, 1_000_000)
			l.line["quantity"] = quantity
		}
		l.shown["quantity"] = quantity
		l.set("unit_price", pounds(price), pounds(price))
		off, tax := 0, 0
		if b.chance("discount given") {
			off = b.number("discount", 0, 5000)
			l.line["discount"] = pounds(off)
		}
		if b.chance("tax given") {
			tax = b.number("tax", 0, 5000)
			l.line["tax"] = pounds(tax)
		}
		l.shown["discount"], l.shown["tax"], l.shown["total"] = pounds(off), pounds(tax), pounds(quantity*price-off+tax)
		if b.chance("total given") {
			l.line["total"] = l.shown["total"]
		}
		b.span(&l, "service_from", "service_to")
		if kind != "adjustment" {
			subtotal += quantity * price
		}
		discounts, taxes = discounts+off, taxes+tax
		lines, shown = append(lines, l.line), append(shown, l.shown)
	}
	m.set("lines", lines, shown)
	b.payments(m, subtotal, discounts, taxes)
}

func (b *business) payments(m *made, subtotal, discount, tax int) {
	lines, shown := []any{}, []any{}
	total, paid, refund := subtotal-discount+tax, 0, false
	for range b.number("payments", 0, 2) {
		amount := b.number("amount", -500, 1000)
		refund = refund || amount < 0
		paid += amount
		p := made{line: map[string]any{"amount": pounds(amount)}, shown: map[string]any{"amount": pounds(amount)}}
		method := pick(b.draw, "method", "cash", "account_credit", "other")
		p.set("method", method, method)
		_, line, at := b.instant("taken", time.Date(2026, 1, 19, 0, 0, 0, 0, time.UTC))
		p.set("taken_at", line, at)
		b.text(&p, "reference", 200)
		lines, shown = append(lines, p.line), append(shown, p.shown)
	}
	m.shown["payments"] = shown
	if len(lines) > 0 {
		m.line["payments"] = lines
	}
	totals := map[string]any{"subtotal": pounds(subtotal), "discount": pounds(discount), "tax": pounds(tax), "total": pounds(total),
		"paid": pounds(paid), "balance_due": pounds(total - paid)}
	m.set("totals", totals, totals)
	switch {
	case refund && paid <= 0:
		m.shown["payment_status"] = "refunded"
	case paid >= total:
		m.shown["payment_status"] = "paid"
	case paid > 0:
		m.shown["payment_status"] = "partially_paid"
	default:
		m.shown["payment_status"] = "unpaid"
	}
}
