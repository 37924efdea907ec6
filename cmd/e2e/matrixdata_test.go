package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/cmd/internal/kit"
)

// matrix is an account in which the customers Ann and Ben each have everything that a customer can have, and Cat, a customer of
// another account. What none of them may see contains HIDDEN, and what only Ben may see contains BEN.
type matrix struct {
	kit.Tenant
	ann, ben, cat string            // their tokens
	id            map[string]string // of records, by external id or this test's name
	name          map[string]string // the reverse of id
	params        map[string]string // ids for path parameters: Ann's records
}

const password = "correct horse"

func newMatrix(t *testing.T) *matrix {
	m := &matrix{Tenant: kit.NewTenant(t), id: map[string]string{}, name: map[string]string{}}
	m.forms()
	m.lists()
	load(m.Tenant, m.records())
	m.ann, m.ben = m.loginAs("ANN"), m.loginAs("BEN")
	_, m.cat = m.Service.Tenant().Login()
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
			m.keep(form+" "+key, m.Do("POST", form+"/custom", `{"type":"text","key":"`+key+`","label":"`+key+`",`+rest+`}`))
		}
	}
	m.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"referral_source","visible":false},{"key":"company_name","visible_to_customer":false}]}`).Object(200)
	m.Do("PATCH", "petFields/standard", `{"fields":[{"key":"coat","visible":false},{"key":"markings","visible_to_customer":false}]}`).Object(200)
}

func (m *matrix) lists() {
	m.keep("breed", m.Do("POST", "breeds", `{"name":"Zwergwolf","species":"horse"}`))
	m.keep("pet status", m.Do("POST", "secondaryPetStatuses", `{"name":"Fostered"}`))
	m.keep("colour code", m.Do("POST", "colourCodes", `{"type":"customer","number":1,"name":"Red","colour":"#FF0000"}`))
	m.Do("POST", "colourCodes", `{"type":"pet","number":1,"name":"Red","colour":"#FF0000"}`).Object(201)
	m.keep("vaccination type", m.Do("POST", "vaccinationTypes", `{"name":"Parvo"}`))
	m.keep("webhook", m.Do("POST", "/v1/webhooks", `{"url":"https://example.com/","event_types":["*"],"active":false}`))
}

func (m *matrix) keep(name string, r kit.Response) {
	m.T.Helper()
	id := r.Object(201)["id"].(string)
	m.id[name], m.name[id] = id, name
}

// records returns the lines of an import: an active and an inactive record of each kind in the catalog, and for customers one of
// Ann's and one of Ben's.
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
		fmt.Fprintf(&b, `{"type":"customer","external_id":"C-%[1]s-HIDDEN","first_name":"%[1]s","email":"%[2]s","password":"`+password+`","alert":"%[1]s HIDDEN",`+
			`"tags":["%[1]s HIDDEN"],"colour_codes":[1],"referral_source":"%[1]s HIDDEN","company_name":"%[1]s HIDDEN",`+
			`"custom_fields":{"open":"%[1]s","shown":"%[1]s","staff":"%[1]s HIDDEN","retired":"%[1]s HIDDEN"}}`+"\n", who, m.email(who))
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

// email returns a unique address, because logins are limited by address.
func (m *matrix) email(who string) string {
	return strings.ToLower(who) + "@" + m.Account.ID.String() + ".example"
}

func (m *matrix) loginAs(who string) string {
	m.T.Helper()
	return m.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": m.Account.ID, "email": m.email(who), "password": password},
		"X-Forwarded-For", kit.AnyAddress()).Object(200)["access_token"].(string)
}

// learn reads the ids of the imported records.
func (m *matrix) learn() {
	m.T.Helper()
	read := func(path string) {
		for _, record := range m.Do("GET", path, nil).List() {
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
	for _, who := range []string{"ANN", "BEN"} {
		path := "pets/" + m.id["P-"+who+"-HIDDEN"] + "/files?visibility="
		m.keep("F-"+who, m.Do("POST", path+"customer", pdf, "Content-Type", "application/pdf"))
		m.keep("F-"+who+"-staff", m.Do("POST", path+"staff&title=HIDDEN", pdf, "Content-Type", "application/pdf"))
	}
	m.id["account"], m.name[m.Account.ID.String()] = m.Account.ID.String(), "account"
	m.id["staff"], _ = m.Staff("groomer")
	m.params = map[string]string{"accountId": "account", "customerId": "C-ANN-HIDDEN", "petId": "P-ANN-HIDDEN", "orderId": "O-ANN",
		"expirationId": "V-ANN", "vaccinationTypeId": "vaccination type", "breedId": "breed", "statusId": "pet status", "deliveryId": "webhook", "keyId": "webhook",
		"rateId": "R-1", "productId": "RP-1", "adjustmentId": "ADJ-1", "fileId": "F-ANN"}
}

// path returns the path of an operation. more are parameters that take precedence over params.
func (m *matrix) path(op httpapi.Operation, more map[string]string) string {
	m.T.Helper()
	return httpapi.Base + parameter.ReplaceAllStringFunc(op.Path, func(p string) string {
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
			case p == "staffId":
				name = "staff"
			case p == "replayId" || p == "roleId" || p == "changeId" || p == "importId":
				name = "webhook" // of any kind, because nobody gets that far
			case p == "exemptionId":
				name = "V-ANN" // of any kind, because nobody gets that far
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
			m.T.Fatalf("%s: there is no %s for %s", op.ID, name, p)
		}
		return id
	})
}

func orderLine(number, customer string) string {
	const money = `{"amount":0,"currency":"GBP"}`
	return fmt.Sprintf(`{"type":"order","external_id":%q,"number":%q,"customer":%q,"status":"open","lines":[],"payments":[],"totals":`+
		`{"subtotal":%[4]s,"discount":%[4]s,"tax":%[4]s,"total":%[4]s,"paid":%[4]s,"balance_due":%[4]s}}`, number, number, customer, money)
}
