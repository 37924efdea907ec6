package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// importFaults are faulty lines by record type with their messages "field: what" in the order of the file. The valid lines between
// them have no messages and are not imported, either.
func importFaults() map[string][]faultyLine {
	const (
		value  = `"value_data":{"pricing_model":"flat","base_price":{"amount":1,"currency":"GBP"}}`
		totals = `"totals":{"subtotal":{"amount":0,"currency":"GBP"},"discount":{"amount":0,"currency":"GBP"},"tax":{"amount":0,"currency":"GBP"},"total":{"amount":0,"currency":"GBP"},"paid":{"amount":0,"currency":"GBP"},"balance_due":{"amount":0,"currency":"GBP"}}`
	)
	return map[string][]faultyLine{
		"tax": {
			{`"rate":"20"`, []string{"name: is required"}},
			{`"name":"VAT","rate":"100.1"`, []string{"rate: is not a percentage from 0 to 100 such as 8.25"}},
			{`"name":"` + strings.Repeat("é", 121) + `","rate":"20","inclusive":"yes","vat":1`, []string{"inclusive: is not true or false", "name: is longer than 120 characters", "vat: is not a key of this resource"}},
			{`"name":"  ","rate":20`, []string{"name: is empty", `rate: is not text: put it in quotes, such as "8.25"`}},
		},
		"addon": {
			{`"name":"A"`, []string{"value_data: is required"}},
			{`"name":"A","serviceType":"boarding","taxes":["T-9"],` + value, []string{`serviceType: is not one of grooming, training, classes`}},
			{`"name":"A","taxes":["T-9"],"included_addons":["A-1","A-9","X"],` + value, []string{`taxes[0]: there is no tax "T-9"`, `included_addons[1]: there is no addon "A-9"`}},
			{`"name":"A","serviceType":"grooming","capacity":3,` + value, []string{"capacity: goes with the serviceType classes only"}},
			{`"name":"A","serviceType":"classes","sessions":[{"starts_at":"9999-12-31T23:00:00Z","ends_at":"9999-12-31T23:59:59-10:00"}],` + value, []string{"sessions[0].ends_at: is outside of the years 1 to 9999 in UTC"}},
			{`"name":"A","serviceType":"classes","sessions":[{"starts_at":"2027-03-06T10:00:00Z","ends_at":"2027-03-06T10:00:00Z"}],` + value, []string{"sessions[0].ends_at: is not after starts_at"}},
			{`"name":"A","value_data":{"pricing_model":"flat","base_price":{"amount":-1,"currency":"GBP"},"rows":[{"price":{"amount":1,"currency":"EUR"},"when":{"units":{"from":3,"to":2}}}]}`, []string{"value_data.base_price.amount: is less than 0", "value_data.rows[0].price.currency: is not the currency of base_price", "value_data.rows[0].when.units.to: is less than from"}},
		},
		"rate": {
			{`"name":"R",` + value, []string{"serviceType: is required"}},
			{`"name":"R","serviceType":"boarding","code":"` + strings.Repeat("x", 61) + `",` + value, []string{"code: is longer than 60 characters"}},
			{`"name":"R","serviceType":"daycare","value_data":{"pricing_model":"per_night","base_price":{"amount":1.5,"currency":"pounds"},"rows":[{"when":{"weight":{"from":"ten","unit":"st"}}}]}`, []string{"value_data.base_price.amount: is not a whole number written as digits", "value_data.base_price.currency: is not a currency: give its ISO 4217 code such as GBP", "value_data.rows[0].price: is required", "value_data.rows[0].when.weight.from: is not a decimal number such as 12.5", `value_data.rows[0].when.weight.unit: is not one of kg, lb`}},
			{`"name":"R","serviceType":"daycare","included_addons":["A-9"],` + value, []string{`included_addons[0]: there is no addon "A-9"`}},
		},
		"retail_category": {
			{`"parent":"RC-1"`, []string{"name: is required"}},
			{`"name":"C","parent":"RC-9"`, []string{`parent: there is no retail_category "RC-9"`}},
			{`"name":"C","parent":"X"`, []string{}},
			{`"name":"C","colour":"red"`, []string{"colour: is not a key of this resource"}},
		},
		"retail_product": {
			{`"name":"P"`, []string{"price: is required"}},
			{`"name":"P","price":{"amount":-1,"currency":"GBP"},"sku":"S-1","categories":["RC-1","RC-1"]`, []string{"categories: holds a value twice"}},
			{`"name":"P","price":{"amount":-1,"currency":"GBP"},"sku":"S-1"`, []string{"sku: is the SKU of another product", "price.amount: is less than 0"}},
			{`"name":"P","price":{"amount":1,"currency":"GBP"},"categories":["RC-9"],"taxes":["T-9"]`, []string{`categories[0]: there is no retail_category "RC-9"`, `taxes[0]: there is no tax "T-9"`}},
			{`"name":"P","price":{"amount":1,"currency":"GBP"},"stock_quantity":1000000001,"barcode":7`, []string{`barcode: is not text: put it in quotes, such as "2000000000275"`, "stock_quantity: is more than 1000000000"}},
		},
		"adjustment": {
			{`"name":"A","kind":"discount"`, []string{"value_data: is required"}},
			{`"name":"A","kind":"rebate","value_data":{"kind":"percent","percent":"10","applies_per":"order"}`, []string{`kind: is not one of discount, voucher, surcharge, gift_card`}},
			{`"name":"A","kind":"discount","value_data":{"kind":"percent","amount":{"amount":1,"currency":"GBP"},"applies_per":"order"}`, []string{"value_data.percent: is required for this kind", "value_data.amount: does not go with this kind"}},
			{`"name":"A","kind":"discount","valid_from":"2026-02-01","valid_until":"2026-01-31","value_data":{"kind":"percent","percent":"10","applies_per":"order"}`, []string{"valid_until: is before valid_from"}},
			{`"name":"A","kind":"discount","valid_from":"2026-02-30","value_data":{"kind":"percent","percent":"10%","applies_per":"order"}`, []string{"valid_from: is a day that does not exist", "value_data.percent: is not a percentage such as 12.5"}},
		},
		"pending_reason_option": {
			{`"active":true`, []string{"name: is required"}},
			{`"name":"` + strings.Repeat("x", 81) + `","service_types":["boarding","boarding"],"item_order":-1`, []string{"item_order: is less than 0", "name: is longer than 80 characters", "service_types: holds a value twice"}},
			{`"name":"R","service_types":["walking"],"active":"yes"`, []string{"active: is not true or false", `service_types[0]: is not one of boarding, daycare, grooming, training, classes, retail`}},
		},
		"preventive_type": {
			{`"name":"P"`, []string{"category: is required"}},
			{`"name":"P","category":"ticks","interval_days":0`, []string{`category: is not one of flea_tick, heartworm, dewormer, other`, "interval_days: is less than 1"}},
			{`"name":"P","category":"other","species":["dragon"],"every":3`, []string{"every: is not a key of this resource", `species[0]: is not one of dog, cat, rabbit, bird, guinea_pig, hamster, rat, mouse, chinchilla, ferret, horse, reptile, fish, other`}},
		},
		"breed": {
			{`"name":"Beagle"`, []string{"species: is required"}},
			{`"name":"Zzz","species":"dog"`, []string{}},
			{`"name":"ZZZ","species":"dog"`, []string{"name: is that of line 2 already"}},
		},
		"secondary_pet_status": {
			{`"name":" "`, []string{"name: is empty"}},
			{`"name":"Zzz"`, []string{}},
			{`"name":"zzz"`, []string{"name: is that of line 2 already"}},
		},
		"colour_code": {
			{`"colour_code_type":"pet","number":8,"name":"Zzz"`, []string{"colour: is required"}},
			{`"colour_code_type":"pet","number":8,"name":"Zzz","colour":"#112233"`, []string{}},
			{`"colour_code_type":"pet","number":8,"name":"Yyy","colour":"#112233"`, []string{"number: is that of line 2 already"}},
		},
		"customer_field": {
			{`"key":"zzz","field_type":"text"`, []string{"label: is required"}},
			{`"key":"email","field_type":"text","label":"E-mail"`, []string{"key: is the key of a standard field of the form"}},
		},
		"pet_field": {
			{`"key":"zzz","field_type":"select","label":"Zzz"`, []string{"options: a field of this type needs at least one option"}},
			{`"key":"name","field_type":"text","label":"Name"`, []string{"key: is the key of a standard field of the form"}},
		},
		"vaccination_type": {
			{`"abbreviation":"Z"`, []string{"name: is required"}},
			{`"name":"RABIES","species":["dog"]`, []string{"name: is that of a built-in vaccination type, of which only required_for and default_validity_months change: leave the other keys out"}},
			{`"name":"rabies"`, []string{"name: is that of line 2 already"}},
			{`"name":"dhpp"`, []string{}},
		},
		"customer": {
			{`"company_name":"Nobody Ltd","referral_source":"Friend"`, []string{"first_name: a customer has a first name or a last name"}},
			{`"first_name":"Jo"`, []string{"referral_source: is required"}},
			{`"first_name":"Jo","referral_source":" "`, []string{"referral_source: is required"}},
			{`"first_name":"Jo","referral_source":"Friend","email":"jo","status":"gone"`, []string{"email: is not an e-mail address such as jo@example.com", `status: is not one of active, inactive, blocked`}},
			{`"first_name":"Jo","referral_source":"Friend","email":"jo@example.com","phones":[{"number":"12"},{"number":"07700 900123","primary":true},{"number":"07700 900124","primary":true}]`, []string{"phones[0].number: is not a phone number: give it in international form, or in the national form of the account's country", "phones[2].primary: only one phone number is the primary one"}},
			{`"first_name":"Jo","referral_source":"Friend","email":"ANN@example.com","password":"correct horse"`, []string{"email: is the e-mail of another customer with login"}},
			{`"first_name":"Jo","referral_source":"Friend","email":"two@example.com","password":"correct horse"`, []string{}},
			{`"first_name":"Jo","referral_source":"Friend","email":"Two@example.com","password":"correct horse"`, []string{"email: is the e-mail of another customer with login"}},
			{`"first_name":"Jo","referral_source":"Friend","password":"correct horse"`, []string{"email: a customer who can log in has an e-mail"}},
			{`"first_name":"Jo","referral_source":"Friend","password":"short","colour_code_ids":[]`, []string{"colour_code_ids: is not a key of this resource: did you mean colour_codes?", "password: is shorter than 10 characters"}},
			{`"first_name":"Jo","referral_source":"Friend","colour_codes":[7],"custom_fields":{"size":"XL","shape":"round"}`, []string{"colour_codes[0]: is not the number of a colour code of this type of the account", "custom_fields.shape: is not a custom field of this form", "custom_fields.size: is not a number"}},
			{`"first_name":"Jo","referral_source":"Friend","created_at":"9999-12-31T23:59:59-23:59"`, []string{"created_at: is outside of the years 1 to 9999 in UTC"}},
			{`"first_name":"Jo","referral_source":"Friend","created_at":"9999-12-31T23:59:59Z"`, []string{"created_at: is in the future"}},
			{`"first_name":"Jo","referral_source":"Friend","created_at":"1969-12-31T23:59:59Z"`, []string{"created_at: is before 1970"}},
		},
		"pet": {
			{`"customer":"C-1","name":"Rex"`, []string{"species: is required"}},
			{`"customer":"C-9","name":"Rex","species":"dog","custom_fields":{"diet":"dry"}`, []string{`customer: there is no customer "C-9"`}},
			{`"customer":"C-1","name":"Rex","species":"dog"`, []string{"custom_fields.diet: is required"}},
			{`"customer":"C-1","name":"Rex","species":"dog","custom_fields":{"diet":"air"},"secondary_pet_status":"Regal"`, []string{"secondary_pet_status: is not the name of a secondary pet status of the account", "custom_fields.diet: is not one of the field's options, which are dry"}},
			{`"customer":"C-1","name":"Rex","species":"dog","custom_fields":{"diet":"dry"},"breeds":["Siamese","Beagle","Mongrel"],"colour_codes":[3]`, []string{"breeds[0]: is not the name of a breed of the account and species", "breeds[2]: is not the name of a breed of the account and species", "colour_codes[0]: is not the number of a colour code of this type of the account"}},
			{`"customer":"C-1","name":"Rex","species":"dog","custom_fields":{"diet":"dry"},"breeds":["Beagle","BEAGLE"]`, []string{"breeds[1]: must not hold a value twice"}},
			{`"customer":"C-1","name":"Rex","species":"dog","custom_fields":{"diet":"dry"},"birth_date":"2999-01-01","deceased_on":"2020-01-01","weight":{"value":"0.0","unit":"kg"}`, []string{"weight.value: is not greater than 0", "birth_date: is in the future", "deceased_on: belongs to the status deceased only: set it to null", "deceased_on: is before birth_date"}},
			{`"customer":"C-1","name":"` + strings.Repeat("x", 101) + `","species":"dragon","breed_ids":[],"birth_date":"yesterday"`, []string{"birth_date: is not a day of the form YYYY-MM-DD, such as 2026-03-14", "breed_ids: is not a key of this resource: did you mean breeds?", "name: is longer than 100 characters", `species: is not one of dog, cat, rabbit, bird, guinea_pig, hamster, rat, mouse, chinchilla, ferret, horse, reptile, fish, other`}},
		},
		"vaccination": {
			{`"pet":"P-1","vaccination_type":"Rabies"`, []string{"expires_on: is required"}},
			{`"pet":"P-1","vaccination_type":"Boredom","expires_on":"2028-01-01"`, []string{"vaccination_type: is not the name of a vaccination type of this account"}},
			{`"pet":"P-9","vaccination_type":"Rabies","expires_on":"2028-01-01"`, []string{`pet: there is no pet "P-9"`}},
			{`"pet":"P-1","vaccination_type":"Rabies","expires_on":"2024-01-01","administered_on":"2024-01-02"`, []string{"administered_on: is after expires_on"}},
			{`"pet":"P-1","vaccination_type":"Rabies","expires_on":"3000-01-01","administered_on":"2999-01-01","verified":"no"`, []string{"verified: is not true or false"}},
			{`"pet":"P-1","vaccination_type":"Rabies","expires_on":"3000-01-01","administered_on":"2999-01-01"`, []string{"administered_on: is in the future"}},
		},
		"preventive": {
			{`"pet":"P-1","expires_on":"2028-01-01"`, []string{"preventive_type: is required"}},
			{`"pet":"P-9","preventive_type":"PT-9","expires_on":"2028-01-01"`, []string{`pet: there is no pet "P-9"`, `preventive_type: there is no preventive_type "PT-9"`}},
			{`"pet":"P-1","preventive_type":"PT-1","expires_on":"1899-12-31"`, []string{"expires_on: is before 1900-01-01"}},
			{`"pet":"P-1","preventive_type":"PT-1","expires_on":"2028-01-01","product":"` + strings.Repeat("x", 121) + `","lot":"1"`, []string{"lot: is not a key of this resource", "product: is longer than 120 characters"}},
		},
		"note": {
			{`"customer":"C-1"`, []string{"body: is required"}},
			{`"body":"Nobody's."`, []string{"customer: is wanted, or pet, or order: a note is about exactly one record"}},
			{`"body":"Both's.","customer":"C-1","pet":"P-1"`, []string{"customer: is wanted, or pet, or order: a note is about exactly one record"}},
			{`"body":"B","order":"O-9"`, []string{`order: there is no order "O-9"`}},
			{`"body":"B","customer":"C-1","category":"gossip","visibility":"public","pinned":1`, []string{`category: is not one of general, medical, behaviour, grooming, boarding, billing, incident, other`, "pinned: is not true or false", `visibility: is not one of staff, customer`}},
		},
		"order": {
			{`"number":"9","status":"open",` + totals, []string{"customer: is required"}},
			{`"number":"N-1","customer":"C-1","status":"open",` + totals, []string{"number: is the number of another order"}},
			{`"number":"9","customer":"C-1","status":"open",` + totals, []string{}},
			{`"number":"9","customer":"C-1","status":"open",` + totals, []string{"number: is that of line 3 already"}},
			{`"number":"10","customer":"C-9","pets":["P-1","P-9"],"pending_reason":"PR-9","status":"open",` + totals, []string{`customer: there is no customer "C-9"`, `pets[1]: there is no pet "P-9"`, `pending_reason: there is no pending_reason_option "PR-9"`}},
			{`"number":"12","customer":"C-1","status":"open","ends_at":"9999-12-31T23:59:59-10:00",` + totals, []string{"ends_at: is outside of the years 1 to 9999 in UTC"}},
			{`"number":"11","customer":"C-1","status":"lost","starts_at":"tomorrow",` + totals, []string{"starts_at: is not an instant such as 2026-03-01T09:30:00Z", `status: is not one of draft, open, completed, cancelled`}},
			{`"number":"12","customer":"C-1","status":"open","starts_at":"2026-02-02T00:00:00Z","ends_at":"2026-02-01T00:00:00Z",` +
				`"lines":[{"kind":"rate","item":"R-9","name":"L","unit_price":{"amount":1,"currency":"GBP"}}],` + totals, []string{`lines[0].item: there is no rate "R-9"`}},
			{`"number":"13","customer":"C-1","status":"open","starts_at":"2026-02-02T00:00:00Z","ends_at":"2026-02-01T00:00:00Z",` +
				`"lines":[{"kind":"tip","item":"R-1","name":"L","quantity":2,"unit_price":{"amount":50,"currency":"EUR"}}],` +
				`"payments":[{"method":"cash","amount":{"amount":30,"currency":"GBP"},"taken_at":"2026-01-01T00:00:00Z"}],` + totals, []string{"ends_at: is before starts_at", "lines[0].item: does not go with the kind tip", "lines[0].unit_price.currency: is not GBP, the currency of the account", "totals.subtotal: is not 100, the sum of quantity × unit_price over all lines but adjustments", "totals.paid: is not 30, the sum of the payments"}},
			{`"number":"14","customer":"C-1","status":"open","totals":{"subtotal":{"amount":0,"currency":"GBP"},"discount":{"amount":1,"currency":"GBP"},"tax":{"amount":5,"currency":"GBP"},"total":{"amount":0,"currency":"GBP"},"paid":{"amount":2,"currency":"GBP"},"balance_due":{"amount":0,"currency":"GBP"}}`, []string{"totals.total: is not 4, subtotal − discount + tax", "totals.balance_due: is not -2, total − paid"}},
		},
	}
}

// faultyLine is a line without type and external id, and its messages.
type faultyLine struct {
	keys string
	says []string
}

// known are records that already exist in the account.
const known = `{"type":"tax","external_id":"T-1","name":"VAT","rate":"20"}
{"type":"addon","external_id":"A-1","name":"Bath","value_data":{"pricing_model":"flat","base_price":{"amount":1,"currency":"GBP"}}}
{"type":"rate","external_id":"R-1","name":"Room","serviceType":"boarding","value_data":{"pricing_model":"per_night","base_price":{"amount":1,"currency":"GBP"}}}
{"type":"retail_category","external_id":"RC-1","name":"Toys"}
{"type":"retail_product","external_id":"RP-1","name":"Ball","sku":"S-1","price":{"amount":1,"currency":"GBP"}}
{"type":"preventive_type","external_id":"PT-1","name":"Spot-on","category":"flea_tick"}
{"type":"customer","external_id":"C-1","first_name":"Ann","email":"ann@example.com","password":"correct horse"}
{"type":"pet","external_id":"P-1","customer":"C-1","name":"Rex","species":"dog"}
{"type":"order","external_id":"O-1","number":"N-1","customer":"C-1","status":"open","totals":{"subtotal":{"amount":0,"currency":"GBP"},"discount":{"amount":0,"currency":"GBP"},"tax":{"amount":0,"currency":"GBP"},"total":{"amount":0,"currency":"GBP"},"paid":{"amount":0,"currency":"GBP"},"balance_due":{"amount":0,"currency":"GBP"}}}
`

func TestEveryFaultOfEveryTypeIsPrintedAndNothingIsImported(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	if status, _, errs := tenant.Import(tenant.File(known)); status != 0 {
		t.Fatal(errs)
	}
	tenant.Do("PATCH", "customerFields/standard", map[string]any{"fields": []any{map[string]any{"key": "referral_source", "required": true}}}).Object(200)
	tenant.Do("POST", "customerFields/custom", map[string]any{"key": "size", "label": "Size", "type": "number"}).Object(201)
	tenant.Do("POST", "petFields/custom", map[string]any{"key": "diet", "label": "Diet", "type": "select", "required": true,
		"options": []any{map[string]any{"value": "dry", "label": "Dry"}}}).Object(201)
	last := tenant.LastEvent()
	table := importFaults()
	for _, kind := range recordTypes() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			lines, want := []string{}, []string{}
			name := "records.jsonl"
			for i, l := range table[kind] {
				lines = append(lines, fmt.Sprintf(`{"type":%q,"external_id":"%s",%s}`, kind, []string{"X", "Y"}[min(i, 1)]+strings.Repeat("'", max(0, i-1)), l.keys))
				for _, says := range l.says {
					want = append(want, fmt.Sprintf("%s:%d: %s", name, i+1, says))
				}
			}
			tenant := tenant
			tenant.T = t
			file := tenant.File(strings.Join(append(lines, `{"type":"tax","external_id":"GOOD","name":"VAT","rate":"20"}`), "\n"))
			status, out, errs := tenant.Import(file)
			got := strings.ReplaceAll(strings.TrimSpace(out+errs), file, name)
			if status != 1 || len(want) < 2 || got != strings.Join(want, "\n") {
				t.Errorf("it ended with %d and printed\n%s\nwant\n%s", status, got, strings.Join(want, "\n"))
			}
		})
	}
	t.Cleanup(func() {
		tenant.T = t
		if list := tenant.Events(last); len(list) > 0 {
			t.Errorf("there are events, such as %s", list[0].Type)
		}
		if n := len(tenant.Do("GET", "customers", nil).List()); n != 1 {
			t.Errorf("there are %d customers", n)
		}
	})
}
