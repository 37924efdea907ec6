package e2e

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
	"gopkg.in/yaml.v3"
)

// marker fills the texts of JSON Schemas with words that are nowhere else.
type marker struct {
	t     testing.TB
	run   string
	root  map[string]any // where references lead
	words []string
}

func (m *marker) word(schema map[string]any) string {
	word := fmt.Sprintf("m%s%04d", m.run, len(m.words))
	switch schema["format"] {
	case "email":
		word += "@example.com"
	case "phone":
		word = fmt.Sprintf("+4477%08d", 30_000_000+len(m.words)*7919)
	}
	m.words = append(m.words, word)
	return word
}

// fill makes a value of a schema with every key but those of ids and those given.
func (m *marker) fill(schema map[string]any, given map[string]any) any {
	m.t.Helper()
	for schema["$ref"] != nil {
		at := any(m.root)
		for part := range strings.SplitSeq(strings.TrimPrefix(schema["$ref"].(string), "#/"), "/") {
			at = at.(map[string]any)[part]
		}
		schema = at.(map[string]any)
	}
	for _, choice := range []string{"oneOf", "anyOf", "allOf"} {
		if list, ok := schema[choice].([]any); ok {
			return m.fill(list[0].(map[string]any), given)
		}
	}
	if list, ok := schema["enum"].([]any); ok {
		return list[0]
	}
	kind := schema["type"]
	if list, ok := kind.([]any); ok {
		kind = list[0]
	}
	switch kind {
	case "object":
		filled := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			property := properties[key].(map[string]any)
			if property["readOnly"] == true {
				continue
			}
			if key == "phone" || key == "number" && properties["primary"] != nil {
				property = map[string]any{"type": "string", "format": "phone"}
			}
			if value, set := given[key]; set {
				filled[key] = value
			} else if value := m.fill(property, given); value != nil {
				filled[key] = value
			}
		}
		for key, value := range filled {
			if value == (leaveOut{}) {
				delete(filled, key)
			}
		}
		return filled
	case "array":
		if item := m.fill(schema["items"].(map[string]any), given); item != nil {
			return []any{item}
		}
	case "string":
		plain := map[any]any{"date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z", "species": "dog", "iso-country": "GB", "weight": "1.5"}
		if value, ok := plain[schema["format"]]; ok {
			return value
		}
		if f := schema["format"]; f == nil || f == "email" || f == "phone" {
			return m.word(schema)
		}
	case "integer", "number":
		return 1
	case "boolean":
		return true
	}
	return nil
}

type leaveOut struct{}

// body is that of an operation of the document.
func (m *marker) body(operation string, given map[string]any) any {
	m.t.Helper()
	for _, path := range m.root["paths"].(map[string]any) {
		for _, op := range path.(map[string]any) {
			if o, ok := op.(map[string]any); ok && o["operationId"] == operation {
				content := o["requestBody"].(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)
				return m.fill(content["schema"].(map[string]any), given)
			}
		}
	}
	m.t.Fatalf("no operation %s", operation)
	return nil
}

// Every text that the document lets somebody write about a person is in the export, and nowhere after the erasure: not in a dump of the
// database, the log, the feed and its changes. Amounts and counts of orders stay.
func TestAnErasureLeavesNoWordOfAPerson(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	service := kit.Start(t, kit.Config(url), io.Discard)
	process := kit.StartInstance(t, url, "PETCARE_LOG_LEVEL=trace", "PETCARE_TRUST_PROXY=127.0.0.0/8")
	service.URL = process.URL
	w := service.Tenant()
	m := &marker{t: t, run: strings.ReplaceAll(ids.New().String(), "-", "")[18:26]}
	if err := yaml.Unmarshal(testkit.Must[[]byte](t)(service.API.Document()), &m.root); err != nil {
		t.Fatal(err)
	}
	w.Do("POST", "customerFields/custom", map[string]any{"label": "Likes", "key": "likes", "type": "text"}).Object(201)
	w.Do("POST", "petFields/custom", map[string]any{"label": "Likes", "key": "likes", "type": "text"}).Object(201)
	custom := func() map[string]any { return map[string]any{"likes": m.word(nil)} }
	create := func(operation, path string, given map[string]any) map[string]any {
		t.Helper()
		return w.Do("POST", path, m.body(operation, given), "Idempotency-Key", ids.New().String()).Object(201)
	}
	person := func() map[string]any {
		given := map[string]any{"custom_fields": custom(), "password": "correct horse", "primary": true}
		return create("createCustomer", "customers", given)
	}
	c := person()
	of := "customers/" + c["id"].(string)
	animal := map[string]any{"custom_fields": custom(), "status": leaveOut{}, "deceased_on": leaveOut{}, "birth_date_precision": "day",
		"weight": map[string]any{"value": "1.5", "unit": "kg"}}
	p := create("createPet", of+"/pets", animal)
	pet := of + "/pets/" + p["id"].(string)
	vaccine := w.Do("GET", "vaccinationTypes", nil).List()[0]["id"]
	vaccinated := map[string]any{"vaccination_type_id": vaccine, "expires_on": "2027-01-01"}
	create("createVaccination", "pets/"+p["id"].(string)+"/vaccinations", vaccinated)
	create("createExemption", "pets/"+p["id"].(string)+"/exemptions", map[string]any{"vaccination_type_id": vaccine, "kind": "age"})
	create("createCustomerNote", of+"/notes", nil)
	create("createPetNote", pet+"/notes", nil)

	// What is imported.
	var lines map[string]any
	if err := json.Unmarshal(testkit.Must[[]byte](t)(os.ReadFile("../../adapters/jsonl/lines.schema.json")), &lines); err != nil {
		t.Fatal(err)
	}
	api := m.root
	m.root = lines
	amount := map[string]any{"amount": 100, "currency": "GBP"}
	var file strings.Builder
	for _, one := range []struct {
		kind  string
		given map[string]any
	}{
		{"preventive_type", map[string]any{"external_id": "T-1", "name": "Drops"}},
		{"preventive", map[string]any{"pet": p["external_id"], "preventive_type": "T-1", "expires_on": "2027-01-01"}},
		{"vaccination", map[string]any{"pet": p["external_id"], "vaccination_type": w.Do("GET", "vaccinationTypes", nil).List()[0]["name"],
			"expires_on": "2027-01-01"}},
		{"note", map[string]any{"customer": c["external_id"], "pet": leaveOut{}, "order": leaveOut{}, "parent": leaveOut{}}},
		{"order", map[string]any{"customer": c["external_id"], "pets": []any{p["external_id"]}, "pet": p["external_id"], "status": "open", "kind": "fee",
			"item": leaveOut{}, "pending_reason": leaveOut{}, "totals": leaveOut{}, "unit_price": amount, "discount": leaveOut{}, "tax": leaveOut{},
			"total": leaveOut{}, "service_types": []any{"boarding"}, "amount": amount}},
	} {
		given := map[string]any{"type": one.kind, "partial": leaveOut{}, "created_at": leaveOut{}, "id": leaveOut{},
			"version": leaveOut{}, "updated_at": leaveOut{}, "written_by": leaveOut{}}
		maps.Copy(given, one.given)
		line := m.fill(lines["$defs"].(map[string]any)["line."+one.kind].(map[string]any), given)
		file.Write(append(testkit.Must[[]byte](t)(json.Marshal(line)), '\n'))
	}
	m.root = api
	imported := kit.Program(t, url, "import", "--organization", w.Organization, "--account", w.Account.Code, w.File(file.String()))
	printed, err := imported.CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", file.String(), err, printed)
	}
	order := w.Do("GET", "orders", nil).List()[0]
	create("createOrderNote", "orders/"+order["id"].(string)+"/notes", nil)
	held := slices.Clone(m.words)

	// What is not held in tables any more, and bytes.
	source := w.NewCustomer(map[string]any{"first_name": m.word(nil), "external_id": m.word(nil)})
	gone := create("createCustomerNote", of+"/notes", nil)
	w.Do("DELETE", of+"/notes/"+gone["id"].(string), nil)
	document := func() string { return strings.Replace(pdf, "%%EOF", "% "+m.word(nil)+"\n%%EOF", 1) }
	w.Do("POST", "imports?as=customer&name="+m.word(nil), "id,name\n1,"+m.word(nil)+"\n", "Content-Type", "text/csv").Object(201)
	title := m.word(nil)
	held = append(held, title)
	upload(w, w.Key, "orders/"+order["id"].(string)+"/files?title="+title, "application/pdf", document()).Object(201)
	old := upload(w, w.Key, "pets/"+p["id"].(string)+"/files?title="+m.word(nil), "application/pdf", document()).Object(201)
	w.Do("DELETE", "files/"+old["id"].(string), nil)
	token := w.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": w.Account.ID, "email": c["email"], "password": "correct horse"},
		"X-Forwarded-For", kit.AnyAddress()).Object(200)["access_token"].(string)
	w.Send(token, "PATCH", w.Base+"/"+pet, map[string]any{"colour": m.word(nil)})
	if !strings.Contains(w.Do("GET", pet, nil).Text, m.words[len(m.words)-1]) {
		m.words = m.words[:len(m.words)-1] // the form does not open it
	}
	change := lastChange(w)["id"]
	merge(w, source, c, nil).Object(201)
	looked := w.NewCustomer(nil)
	merge(w, looked, c, map[string]any{"dry_run": true}, "Idempotency-Key", "preview").Object(200)

	// A receiver has answered with what it was sent, and a link to set a password was made.
	if err := w.DB.In(t.Context()).Exec(`
		with delivery as (
			insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger, next_attempt_at)
			select account_id, gen_random_uuid(), id, type, 'event', null from outbox.events where account_id = ? and record_id = ? limit 1
			returning account_id, id
		)
		insert into webhooks.attempts (account_id, delivery_id, number, started_at, duration_ms, response_body)
		select account_id, id, 1, now(), 1, ? from delivery`, w.Account.ID, c["id"], m.word(nil)).Error; err != nil {
		t.Fatal(err)
	}
	w.Do("POST", of+"/passwordReset", nil).Object(201)

	export := w.Do("GET", of+"/export", nil)
	replaced := func(word string) bool {
		return word == p["colour"] && !strings.Contains(w.Do("GET", pet, nil).Text, word)
	}
	wantWords(t, "the export", export.Text, slices.DeleteFunc(held, replaced))
	if own := w.Send(token, "GET", w.Base+"/"+of+"/export", nil); own.Status != 200 {
		t.Error(own.Text)
	}
	stranger, other := w.Login()
	w.Send(other, "GET", w.Base+"/"+of+"/export", nil).Problem(404, "not_found")

	erase := func(who string, confirm any) kit.Response {
		return w.Do("POST", "customers/"+who+"/erase", map[string]any{"reason": "requested", "confirm": confirm})
	}
	erase(c["id"].(string), stranger["id"]).Problem(422, "validation_failed")
	erase(c["id"].(string), c["id"]).Problem(409, "open_orders")
	w.Send(token, "POST", w.Base+"/"+of+"/erase", map[string]any{"reason": "requested", "confirm": c["id"]}).Problem(403, "forbidden")
	if err := w.DB.In(t.Context()).Exec("update orders.orders set status = 'completed' where account_id = ?", w.Account.ID).Error; err != nil {
		t.Fatal(err)
	}
	if r := erase(c["id"].(string), c["id"]); r.Status != 204 {
		t.Fatal(r.Text + process.Log.String())
	}

	dump := exec.Command(kit.PostgresProgram(t, "pg_dump"), url)
	none := map[string]string{"the dump": string(testkit.Must[[]byte](t)(dump.Output())), "the import": string(printed)}
	none["events"], none["changes"] = fmt.Sprint(feed(w, "")), fmt.Sprint(everything(w, "changes"))
	if none["the log"] = process.Log.String(); !strings.Contains(none["the log"], "eraseCustomer") {
		t.Error("the log is not that of the program")
	}
	for what, text := range none {
		for _, word := range m.words {
			for _, form := range []string{word, hex.EncodeToString([]byte(word))} { // bytes are dumped so
				if at := strings.Index(text, form); at >= 0 {
					t.Errorf("%s has %s: …%q…", what, word, text[max(0, at-150):min(len(text), at+60)])
				}
			}
		}
	}
	// What no dump shows, because it is sealed or a hash.
	for table, of := range map[string]string{"idempotency.answers": "record_id", "customerspets.duplicate_keys": "id",
		"auth.sessions": "customer_id", "auth.password_resets": "customer_id"} {
		if left := number(t, w.DB, "select count(*) from "+table+" where "+of+" in (?, ?)", c["id"], p["id"]); left > 0 {
			t.Errorf("%d rows of %s are left", left, table)
		}
	}
	merge(w, looked, c, map[string]any{"dry_run": true}, "Idempotency-Key", "preview").Problem(409, "erased")
	left := w.Do("GET", of, nil).Object(200)
	if left["erased_at"] == nil || left["first_name"] != nil || left["login"].(map[string]any)["enabled"] != false {
		t.Errorf("%v", left)
	}
	now := w.Do("GET", "orders/"+order["id"].(string), nil).Object(200)
	testkit.SameJSON(t, []any{now["totals"], len(now["lines"].([]any)), now["pet_ids"], now["starts_at"]},
		[]any{order["totals"], len(order["lines"].([]any)), order["pet_ids"], order["starts_at"]})
	if last := w.Events(w.LastEvent() - 1); len(last) != 1 || last[0].Type != "customer.erased" || len(last[0].Object()) != 1 {
		t.Errorf("%v", last)
	}
	undo(w, change).Problem(409, "erased")
	undo(w, lastChange(w)["id"]).Problem(409, "not_revertible")
	w.Send(token, "GET", "/v1/auth/me", nil).Problem(401, "unauthenticated")
	w.Do("PATCH", of, map[string]any{"first_name": "Jo"}).Problem(409, "erased")
	merge(w, stranger, c, nil).Problem(409, "erased")
	merge(w, c, stranger, nil).Problem(409, "erased")
}

func wantWords(t *testing.T, what, text string, words []string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%s lacks %s", what, word)
		}
	}
}
