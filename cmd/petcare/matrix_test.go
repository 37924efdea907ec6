package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	api "github.com/petcare/petcare/adapters/http"
)

// matrix is an account in which Ann and Ben each have everything that a customer can have, and Cat, a customer of
// another account. What nobody of them may see holds the word HIDDEN, what only Ben may see holds BEN.
type matrix struct {
	tenant
	ann, ben, cat string            // their tokens
	id            map[string]string // of records, by external id or the name that this test gave them
	name          map[string]string // the other way round
	params        map[string]string // ids for the parameters of paths: Ann's things
}

const password = "correct horse"

func newMatrix(t *testing.T) *matrix {
	m := &matrix{tenant: newTenant(t), id: map[string]string{}, name: map[string]string{}}
	m.forms()
	m.lists()
	status, _, errs := m.importing(m.file(m.records()))
	if status != 0 {
		t.Fatal(errs)
	}
	m.ann, m.ben = m.loginAs("ann@example.com"), m.loginAs("ben@example.com")
	_, m.cat = m.system.tenant().login()
	m.learn()
	return m
}

func (m *matrix) forms() {
	for _, form := range []string{"customerFields", "petFields"} {
		for key, rest := range map[string]string{
			"open":    `"visible_to_customer":true,"editable_by_customer":true`,
			"shown":   `"visible_to_customer":true`,
			"staff":   `"editable_by_customer":true`,
			"retired": `"visible":false,"visible_to_customer":true,"editable_by_customer":true`,
		} {
			m.keep(form+" "+key, m.do("POST", form+"/custom", `{"type":"text","key":"`+key+`","label":"`+key+`",`+rest+`}`))
		}
	}
	m.do("PATCH", "customerFields/standard", `{"fields":[{"key":"referral_source","visible":false},{"key":"company_name","visible_to_customer":false}]}`).object(200)
	m.do("PATCH", "petFields/standard", `{"fields":[{"key":"coat","visible":false},{"key":"markings","visible_to_customer":false}]}`).object(200)
}

func (m *matrix) lists() {
	m.keep("breed", m.do("POST", "breeds", `{"name":"Zwergwolf","species":"horse"}`))
	m.keep("pet status", m.do("POST", "secondaryPetStatuses", `{"name":"Fostered"}`))
	m.keep("colour code", m.do("POST", "colourCodes", `{"type":"customer","number":1,"name":"Red","colour":"#FF0000"}`))
	m.do("POST", "colourCodes", `{"type":"pet","number":1,"name":"Red","colour":"#FF0000"}`).object(201)
	m.keep("vaccination type", m.do("POST", "vaccinationTypes", `{"name":"Parvo"}`))
	m.keep("webhook", m.do("POST", "/v1/webhooks", `{"url":"https://example.com/","event_types":["*"],"active":false}`))
}

func (m *matrix) keep(name string, r reply) {
	m.t.Helper()
	id := r.object(201)["id"].(string)
	m.id[name], m.name[id] = id, name
}

// records are the lines of an import: of everything in the catalog one that is active and one that is not, of
// everything that belongs to customers one of Ann's and one of Ben's.
func (m *matrix) records() string {
	var b strings.Builder
	for _, active := range []bool{true, false} {
		n, word := "1", "open"
		if !active {
			n, word = "2", "HIDDEN"
		}
		const price = `"value_data":{"pricing_model":"flat","base_price":{"amount":1,"currency":"GBP"}}`
		fmt.Fprintf(&b, `{"type":"tax","external_id":"T-%s","name":"%s","rate":"20","active":%t}`+"\n", n, word, active)
		fmt.Fprintf(&b, `{"type":"rate","external_id":"R-%s","name":"%s","serviceType":"boarding","active":%t,%s}`+"\n", n, word, active, price)
		for _, service := range []string{"grooming", "training", "classes"} {
			fmt.Fprintf(&b, `{"type":"addon","external_id":"A-%s-%s","name":"%s","serviceType":"%s","active":%t,%s}`+"\n", service, n, word, service, active, price)
		}
		fmt.Fprintf(&b, `{"type":"retail_product","external_id":"RP-%s","name":"%s","sku":"S%s","price":{"amount":1,"currency":"GBP"},"active":%t}`+"\n", n, word, n, active)
		fmt.Fprintf(&b, `{"type":"adjustment","external_id":"ADJ-%s","name":"%s","kind":"discount","value_data":{"kind":"percent","percent":"10","applies_per":"order"},"active":%t}`+"\n", n, word, active)
	}
	b.WriteString(`{"type":"pending_reason_option","external_id":"PR","name":"Waiting"}
{"type":"preventive_type","external_id":"PT","name":"Spot-on","category":"flea_tick"}
`)
	for _, who := range []string{"ANN", "BEN"} {
		fmt.Fprintf(&b, `{"type":"customer","external_id":"C-%[1]s-HIDDEN","first_name":"%[1]s","email":"%[2]s@example.com","password":"`+password+`","alert":"%[1]s HIDDEN",`+
			`"tags":["%[1]s HIDDEN"],"colour_codes":[1],"referral_source":"%[1]s HIDDEN","company_name":"%[1]s HIDDEN",`+
			`"custom_fields":{"open":"%[1]s","shown":"%[1]s","staff":"%[1]s HIDDEN","retired":"%[1]s HIDDEN"}}`+"\n", who, strings.ToLower(who))
		fmt.Fprintf(&b, `{"type":"pet","external_id":"P-%[1]s-HIDDEN","customer":"C-%[1]s-HIDDEN","name":"%[1]s","species":"dog","behaviour_notes":"HIDDEN","grooming_notes":"HIDDEN",`+
			`"alert":"HIDDEN","tags":["HIDDEN"],"coat":"HIDDEN","markings":"HIDDEN","secondary_pet_status":"Fostered","colour_codes":[1],`+
			`"custom_fields":{"open":"%[1]s","shown":"%[1]s","staff":"HIDDEN","retired":"HIDDEN"}}`+"\n", who)
		fmt.Fprintf(&b, `{"type":"vaccination","external_id":"V-%[1]s","pet":"P-%[1]s-HIDDEN","vaccination_type":"Rabies","expires_on":"2099-01-01"}`+"\n", who)
		fmt.Fprintf(&b, `{"type":"preventive","external_id":"PV-%[1]s","pet":"P-%[1]s-HIDDEN","preventive_type":"PT","expires_on":"2099-01-01"}`+"\n", who)
		b.WriteString(orderLine("O-"+who, "C-"+who+"-HIDDEN") + "\n")
		for parent, of := range map[string]string{"customer": "C-" + who + "-HIDDEN", "pet": "P-" + who + "-HIDDEN", "order": "O-" + who} {
			fmt.Fprintf(&b, `{"type":"note","external_id":"N-%[2]s-%[1]s","%[2]s":"%[3]s","body":"%[1]s","visibility":"customer"}`+"\n", who, parent, of)
			fmt.Fprintf(&b, `{"type":"note","external_id":"N-%[2]s-%[1]s-staff","%[2]s":"%[3]s","body":"HIDDEN"}`+"\n", who, parent, of)
		}
	}
	return b.String()
}

func (m *matrix) loginAs(email string) string {
	m.t.Helper()
	return m.send("", "POST", "/v1/auth/login", map[string]any{"account_id": m.account.ID, "email": email, "password": password},
		"X-Forwarded-For", anyAddress()).object(200)["access_token"].(string)
}

// learn reads the ids of what was imported.
func (m *matrix) learn() {
	m.t.Helper()
	read := func(path string) {
		for _, record := range m.do("GET", path, nil).list() {
			if external, _ := record["external_id"].(string); external != "" {
				m.id[external], m.name[record["id"].(string)] = record["id"].(string), external
			}
		}
	}
	for _, path := range []string{"taxes", "products/rates", "products/addons", "products/retail", "products/adjustments", "pendingReasonOptions", "preventiveTypes", "customers", "orders"} {
		read(path)
	}
	for _, who := range []string{"ANN", "BEN"} {
		customer, order := "customers/"+m.id["C-"+who+"-HIDDEN"], "orders/"+m.id["O-"+who]
		read(customer + "/pets")
		pet := m.id["P-"+who+"-HIDDEN"]
		for _, path := range []string{customer + "/notes", customer + "/pets/" + pet + "/notes", order + "/notes", "pets/" + pet + "/vaccinations", "pets/" + pet + "/preventives"} {
			read(path)
		}
	}
	m.id["account"], m.name[m.account.ID.String()] = m.account.ID.String(), "account"
	m.params = map[string]string{"accountId": "account", "customerId": "C-ANN-HIDDEN", "petId": "P-ANN-HIDDEN", "orderId": "O-ANN",
		"expirationId": "V-ANN", "vaccinationTypeId": "vaccination type", "breedId": "breed", "statusId": "pet status", "deliveryId": "webhook",
		"rateId": "R-1", "productId": "RP-1", "adjustmentId": "ADJ-1"}
}

// path fills the path of an operation; more are names for parameters, before those of params.
func (m *matrix) path(op api.Operation, more map[string]string) string {
	m.t.Helper()
	return api.Base + parameter.ReplaceAllStringFunc(op.Path, func(p string) string {
		p = strings.Trim(p, "{}")
		name, ok := more[p]
		if !ok {
			name, ok = m.params[p]
		}
		if !ok {
			switch {
			case p == "id" && strings.HasPrefix(op.Path, "/webhooks"):
				name = "webhook"
			case p == "id":
				name = "colour code"
			case p == "fieldId":
				name = op.Path[len("/accounts/{accountId}/"):strings.Index(op.Path, "/custom/")] + " open"
			case p == "addonId":
				service := strings.Split(op.Path, "/")[4]
				name = "A-" + strings.Replace(service, "addons", "grooming", 1) + "-1"
			case p == "noteId":
				name = "N-customer-ANN"
				if strings.Contains(op.Path, "{petId}") {
					name = "N-pet-ANN"
				} else if strings.Contains(op.Path, "{orderId}") {
					name = "N-order-ANN"
				}
			}
		}
		id, ok := m.id[name]
		if !ok {
			m.t.Fatalf("%s: there is no %s for %s", op.ID, name, p)
		}
		return id
	})
}

// view is what an operation that reads shows to Ann and to Ben: names of records, sorted; "404" for nothing.
type view struct {
	with     map[string]string // names for parameters of the path, beside Ann's things
	query    string
	ann, ben string
}

func same(what string) []view { return []view{{ann: what, ben: what}} }

// activeOnly are the views of a record by id: the active one, and the one that is not.
func activeOnly(parameter, active, inactive string) []view {
	return []view{{ann: active, ben: active}, {with: map[string]string{parameter: inactive}, ann: "404", ben: "404"}}
}

// openToCustomers is all that customers may read, and what they are to see of it.
func openToCustomers() map[string][]view {
	ben := map[string]string{"customerId": "C-BEN-HIDDEN", "petId": "P-BEN-HIDDEN", "orderId": "O-BEN"}
	own := func(of string) []view { // of a parent in the path
		return []view{{ann: of + "ANN", ben: "404"}, {with: ben, ann: "404", ben: of + "BEN"}}
	}
	fields := func(form string) []view {
		return []view{{ann: form + " open", ben: form + " open"},
			{with: map[string]string{"fieldId": form + " shown"}, ann: form + " shown", ben: form + " shown"},
			{with: map[string]string{"fieldId": form + " staff"}, ann: "404", ben: "404"},
			{with: map[string]string{"fieldId": form + " retired"}, ann: "404", ben: "404"}}
	}
	return map[string][]view{
		"listAccounts": same("account"), "getAccount": same("account"), "listPendingReasonOptions": same("PR"),
		"getMe":     {{ann: "C-ANN-HIDDEN", ben: "C-BEN-HIDDEN"}},
		"listRates": {{ann: "R-1", ben: "R-1"}, {query: "?active=false"}}, "getRate": activeOnly("rateId", "R-1", "R-2"),
		"listAddons":  {{ann: "A-classes-1 A-grooming-1 A-training-1", ben: "A-classes-1 A-grooming-1 A-training-1"}, {query: "?active=false"}},
		"getAddon":    activeOnly("addonId", "A-grooming-1", "A-grooming-2"),
		"listClasses": same("A-classes-1"), "getClass": activeOnly("addonId", "A-classes-1", "A-classes-2"),
		"listGrooming": same("A-grooming-1"), "getGrooming": activeOnly("addonId", "A-grooming-1", "A-grooming-2"),
		"listTraining": same("A-training-1"), "getTraining": activeOnly("addonId", "A-training-1", "A-training-2"),
		"listRetailProducts": same("RP-1"), "getRetailProduct": activeOnly("productId", "RP-1", "RP-2"),
		"listAdjustments": same("ADJ-1"), "getAdjustment": activeOnly("adjustmentId", "ADJ-1", "ADJ-2"),
		"listTaxes":          {{ann: "T-1", ben: "T-1"}, {query: "?active=false"}},
		"listCustomerFields": same("customerFields open customerFields shown"), "listCustomCustomerFields": same("customerFields open customerFields shown"),
		"listPetFields": same("petFields open petFields shown"), "listCustomPetFields": same("petFields open petFields shown"),
		"listStandardCustomerFields": same(""), "listStandardPetFields": same(""), // what they list is compared with the form below
		"getCustomCustomerField": fields("customerFields"), "getCustomPetField": fields("petFields"),
		"listBreeds": {{query: "?search=zwergwolf", ann: "breed", ben: "breed"}}, "getBreed": same("breed"),
		"listSecondaryPetStatuses": same("pet status"), "getSecondaryPetStatus": same("pet status"),
		"listColourCodes": {{query: "?type=customer", ann: "colour code", ben: "colour code"}}, "getColourCode": same("colour code"),
		"listCustomers": {{ann: "C-ANN-HIDDEN", ben: "C-BEN-HIDDEN"}, {query: "?email=ann@example.com", ann: "C-ANN-HIDDEN"},
			{query: "?search=ben", ben: "C-BEN-HIDDEN"}},
		"getCustomer": {{ann: "C-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "C-BEN-HIDDEN"}},
		"listPets":    {{ann: "P-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "P-BEN-HIDDEN"}},
		"getPet": {{ann: "P-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "P-BEN-HIDDEN"},
			{with: map[string]string{"petId": "P-BEN-HIDDEN"}, ann: "404", ben: "404"}},
		"listVaccinations": own("V-"), "listPreventives": own("PV-"),
		"listVaccinationTypes": same("vaccination type"), "listPreventiveTypes": same("PT"),
		"listCustomerNotes": append(own("N-customer-"), view{query: "?visibility=staff", ben: "404"}),
		"listPetNotes":      append(own("N-pet-"), view{query: "?visibility=staff", ben: "404"}),
		"listOrderNotes":    append(own("N-order-"), view{query: "?visibility=staff", ben: "404"}),
		"listOrders":        {{ann: "O-ANN", ben: "O-BEN"}},
		"getOrder":          own("O-"), "listCustomerOrders": own("O-"),
	}
}

// Customers see exactly what section 2 of the interface gives them, down to the last record and key, and are refused
// everything else.
func TestCustomersSeeTheirOwnAndNothingElse(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	open := openToCustomers()
	writes := map[string]bool{"changeCustomer": true, "createPet": true, "changePet": true, "logout": true}
	for _, op := range m.api.Operations() {
		if op.Access.Public || writes[op.ID] {
			continue
		}
		views, ok := open[op.ID]
		delete(open, op.ID)
		if !ok {
			for who, token := range map[string]string{"Ann": m.ann, "Ben": m.ben} {
				if r := m.send(token, op.Method, m.path(op, nil), bodyOf(op)); r.status != 403 || !strings.Contains(r.text, `"forbidden"`) {
					t.Errorf("%s: %s gets %d %s", op.ID, who, r.status, r.text)
				}
			}
			continue
		}
		for _, v := range views {
			path := m.path(op, v.with) + v.query
			m.look(op.ID, "Ann", m.send(m.ann, op.Method, path, nil), v.ann, "BEN")
			m.look(op.ID, "Ben", m.send(m.ben, op.Method, path, nil), v.ben, "ANN")
			if strings.Contains(op.Path, "{accountId}") {
				m.send(m.cat, op.Method, path, nil).problem(404, "not_found")
			}
		}
	}
	for id := range open {
		t.Errorf("there is no operation %s", id)
	}
	byFilter := "/v1/accounts/" + m.account.ID.String() + "/orders?customerId="
	if list := m.send(m.ann, "GET", byFilter+m.id["C-BEN-HIDDEN"], nil).list(); len(list) > 0 {
		t.Errorf("Ann filters for Ben's orders and gets %v", list)
	}
}

// look compares an answer to a customer with the names of the records that it is to show.
func (m *matrix) look(op, who string, r reply, want, strange string) {
	m.t.Helper()
	for _, word := range []string{"HIDDEN", strange, password} {
		if strings.Contains(r.text, word) {
			m.t.Errorf("%s shows %s to %s: %s", op, word, who, r.text)
		}
	}
	if want == "404" {
		r.problem(404, "not_found")
		return
	}
	body := r.object(200)
	records, isList := body["data"].([]any)
	if !isList {
		records = []any{body}
	}
	var names []string
	for _, record := range records {
		if name, ok := m.name[record.(map[string]any)["id"].(string)]; ok {
			names = append(names, name)
		} else if !slices.Contains([]string{"listCustomerFields", "listPetFields", "listStandardCustomerFields", "listStandardPetFields", "listVaccinationTypes"}, op) {
			m.t.Errorf("%s shows to %s what was not expected: %v", op, who, record)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != want {
		m.t.Errorf("%s shows %q to %s, want %q", op, got, who, want)
	}
}

// The values of fields that customers do not see are empty wherever the record is answered, also in the answers to a
// login, a refresh and a PATCH.
func TestHiddenFieldsLeakNowhere(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	at := m.base + "/customers/" + m.id["C-ANN-HIDDEN"]
	pets := at + "/pets/" + m.id["P-ANN-HIDDEN"]
	login := m.send("", "POST", "/v1/auth/login", map[string]any{"account_id": m.account.ID, "email": "ann@example.com", "password": password}, "X-Forwarded-For", anyAddress())
	token := login.object(200)["access_token"].(string)
	refresh := m.send(token, "POST", "/v1/auth/refresh", nil)
	token = refresh.object(200)["access_token"].(string)
	get := m.send(token, "GET", at, nil)
	for what, r := range map[string]reply{
		"login": login, "refresh": refresh, "me": m.send(token, "GET", "/v1/auth/me", nil), "get": get,
		"list": m.send(token, "GET", m.base+"/customers", nil), "patch": m.send(token, "PATCH", at, `{"last_name":"Smith"}`),
		"pet": m.send(token, "GET", pets, nil), "pets": m.send(token, "GET", at+"/pets", nil), "patch pet": m.send(token, "PATCH", pets, `{"name":"Max"}`),
		"new pet": m.send(token, "POST", at+"/pets", `{"name":"New","species":"cat"}`),
	} {
		if r.status >= 300 || strings.Contains(r.text, "HIDDEN") || strings.Contains(r.text, m.id["colour code"]) || strings.Contains(r.text, "Fostered") {
			t.Errorf("%s: %d %s", what, r.status, r.text)
		}
	}
	if c := get.object(200); c["status"] != nil || fmt.Sprint(c["custom_fields"]) != "map[open:ANN shown:ANN]" || c["first_name"] != "ANN" {
		t.Errorf("Ann sees of herself %v", c)
	}
	me, shown := m.send(token, "GET", "/v1/auth/me", nil), m.send(token, "GET", at, nil)
	if me.text != shown.text || me.header.Get("ETag") != shown.header.Get("ETag") {
		t.Errorf("me is %s, the customer %s", me.text, shown.text)
	}
	staff := m.do("GET", at, nil).object(200)
	if staff["alert"] != "ANN HIDDEN" || staff["company_name"] != "ANN HIDDEN" {
		t.Errorf("staff see %v", staff)
	}
	// Whoever cannot see a value must not find it out by filtering either.
	for _, filter := range []string{"?externalId=C-ANN-HIDDEN", "?colourCodeId=" + m.id["colour code"], "?status=active", "?search=hidden"} {
		if list := m.send(token, "GET", m.base+"/customers"+filter, nil).list(); len(list) > 0 {
			t.Errorf("%s tells Ann that it is so", filter)
		}
	}
	m.do("PATCH", "petFields/standard", `{"fields":[{"key":"status","visible_to_customer":false}]}`).object(200)
	if list := m.send(token, "GET", at+"/pets?status=active", nil).list(); len(list) > 0 {
		t.Error("?status tells Ann that it is so")
	}
}

// Each key of the forms, one by one: customers change exactly those that are open to them.
func TestCustomersChangeExactlyTheOpenFields(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	at := "customers/" + m.id["C-ANN-HIDDEN"]
	m.changesOpenKeys("customerFields", at)
	m.changesOpenKeys("petFields", at+"/pets/"+m.id["P-ANN-HIDDEN"])

	// What was open is closed now, and the other way round.
	m.do("PATCH", "customerFields/standard", `{"fields":[{"key":"address","editable_by_customer":false},{"key":"vet","visible_to_customer":false},
		{"key":"email","visible":false},{"key":"alert","visible_to_customer":true,"editable_by_customer":true},
		{"key":"colour_code_ids","visible_to_customer":true,"editable_by_customer":true},{"key":"tags","editable_by_customer":true}]}`).object(200)
	m.do("PATCH", "petFields/standard", `{"fields":[{"key":"name","editable_by_customer":false},{"key":"species","editable_by_customer":false},
		{"key":"alert","visible_to_customer":true,"editable_by_customer":true},{"key":"colour_code_ids","visible_to_customer":true,"editable_by_customer":true},
		{"key":"status","editable_by_customer":true},{"key":"deceased_on","editable_by_customer":true},
		{"key":"secondary_pet_status_id","visible_to_customer":true,"editable_by_customer":true}]}`).object(200)
	m.changesOpenKeys("customerFields", at)
	m.changesOpenKeys("petFields", at+"/pets/"+m.id["P-ANN-HIDDEN"])
	m.send(m.ann, "POST", m.base+"/"+at+"/pets", `{"name":"New","species":"cat"}`).problem(403, "forbidden")

	// These no form opens.
	for form, properties := range map[string][]string{"customerFields": {"status", "external_id", "password"}, "petFields": {"external_id"}} {
		for _, key := range properties {
			m.do("PATCH", form+"/standard", map[string]any{"fields": []any{map[string]any{"key": key, "editable_by_customer": true}}}).problem(422, "validation_failed")
		}
	}
}

func (m *matrix) changesOpenKeys(form, path string) {
	m.t.Helper()
	values := map[string]any{}
	for key, value := range map[string]string{
		"first_name": `"Anna"`, "last_name": `"Smith"`, "company_name": `"C"`, "email": `"ann@example.com"`, "phones": `[{"number":"+447700900123"}]`,
		"address": `{"city":"Rome"}`, "communication": `{"sms_opt_in":true}`, "contacts": `[{"name":"Tom"}]`, "vet": `{"practice":"V"}`,
		"referral_source": `"R"`, "status": `"active"`, "alert": `"A"`, "colour_code_ids": `[]`, "tags": `["t"]`, "external_id": `"X"`, "password": `"battery staple"`,
		"name": `"Max"`, "species": `"dog"`, "breed_ids": `[]`, "sex": `"male"`, "altered": `"yes"`, "birth_date": `"2020-01-01"`, "birth_date_precision": `"day"`,
		"weight": `{"value":"3","unit":"kg"}`, "coat": `"c"`, "colour": `"c"`, "markings": `"c"`, "microchip": `"1"`, "medications": `"m"`, "allergies": `"a"`,
		"medical_notes": `"m"`, "feeding_instructions": `"f"`, "behaviour_notes": `"b"`, "grooming_notes": `"g"`, "deceased_on": `null`, "secondary_pet_status_id": `null`,
	} {
		values[key] = json.RawMessage(value)
	}
	for _, f := range m.do("GET", form+"?limit=200", nil).list() {
		key := f["key"].(string)
		body, ok := map[string]any{key: values[key]}, values[key] != nil
		if f["kind"] == "custom" {
			body, ok = map[string]any{"custom_fields": map[string]any{key: "new"}}, true
		}
		if !ok {
			m.t.Fatalf("%s: there is no value for %s", form, key)
		}
		before := m.do("GET", path, nil).object(200)
		r := m.send(m.ann, "PATCH", m.base+"/"+path, body)
		if f["visible"].(bool) && f["visible_to_customer"].(bool) && f["editable_by_customer"].(bool) {
			if r.status != 200 {
				m.t.Errorf("%s: %s is open, but Ann gets %s", form, key, r.text)
			}
			continue
		}
		r.problem(403, "forbidden")
		// With an open key beside it, neither changes.
		body["microchip"], body["last_name"] = "9", "Torn"
		delete(body, map[string]string{"customerFields": "microchip", "petFields": "last_name"}[form])
		m.send(m.ann, "PATCH", m.base+"/"+path, body).problem(403, "forbidden")
		if after := m.do("GET", path, nil).object(200); after["version"] != before["version"] {
			m.t.Errorf("%s: a refused change of %s changed %v to %v", form, key, before, after)
		}
	}
	strange := m.send(m.ann, "PATCH", m.base+"/"+path, `{"custom_fields":{"nosuch":"x"}}`)
	strange.problem(403, "forbidden")
	hidden := m.send(m.ann, "PATCH", m.base+"/"+path, `{"custom_fields":{"staff":"x"}}`)
	if plain(strange) != strings.ReplaceAll(plain(hidden), "custom_fields.staff", "custom_fields.nosuch") {
		m.t.Errorf("a hidden field answers %s, one that was never made %s", hidden.text, strange.text)
	}
	m.send(m.ann, "PATCH", m.base+"/"+path, `{"custom_fields":null}`).problem(403, "forbidden")
}

// Another customer's things are not found whoever's id is named beside them, and nothing of them changes.
func TestCustomersCannotReachOthersByMixedPaths(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	ann, ben := m.base+"/customers/"+m.id["C-ANN-HIDDEN"], m.base+"/customers/"+m.id["C-BEN-HIDDEN"]
	annsPet, bensPet := "/pets/"+m.id["P-ANN-HIDDEN"], "/pets/"+m.id["P-BEN-HIDDEN"]
	last := m.lastEvent()
	for _, c := range []struct{ method, path, body string }{
		{"PATCH", ben, `{"last_name":"x"}`}, {"POST", ben + "/pets", `{"name":"x","species":"dog"}`},
		{"PATCH", ben + bensPet, `{"name":"x"}`}, {"PATCH", ann + bensPet, `{"name":"x"}`}, {"PATCH", ben + annsPet, `{"name":"x"}`},
		{"GET", ann + bensPet, ""}, {"GET", ann + bensPet + "/notes", ""}, {"GET", ben + annsPet + "/notes", ""}, {"GET", ben + "/orders", ""},
		{"GET", m.base + bensPet + "/vaccinations", ""}, {"GET", m.base + bensPet + "/preventives", ""},
		{"GET", m.base + "/orders/" + m.id["O-BEN"] + "/notes", ""},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		if r := m.send(m.ann, c.method, c.path, body); plain(r) != plain(m.send(m.ann, "GET", m.base+"/breeds/"+m.account.ID.String(), nil)) || r.status != 404 {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.status, r.text)
		}
	}
	if list := m.events(last); len(list) > 0 {
		t.Errorf("recorded %v", list)
	}
	if names := slices.Collect(maps.Keys(m.name)); len(names) < 40 {
		t.Errorf("only %d records were there to be found", len(names))
	}
}
