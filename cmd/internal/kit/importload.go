package kit

import (
	"bufio"
	"fmt"
	"io"
)

// household is how many records a customer brings along: itself, two pets, four vaccinations, two preventives, two notes
// and three orders.
const household = 14

// WriteLoad writes an import file of about so many records of all types, as a business of that size would have them:
// a price list, and then customers with what belongs to them. It refers ahead here and there.
func WriteLoad(to io.Writer, records int) (written int, err error) {
	w := bufio.NewWriterSize(to, 1<<20)
	line := func(format string, args ...any) {
		written++
		fmt.Fprintf(w, format+"\n", args...)
	}
	writeLoadCatalog(line)
	for c := 1; written+household <= records; c++ {
		writeHousehold(line, c)
	}
	return written, w.Flush()
}

func writeLoadCatalog(line func(format string, args ...any)) {
	line(`{"type":"tax","external_id":"T-1","name":"VAT","rate":"20","inclusive":true}`)
	for i := 1; i <= 20; i++ {
		line(`{"type":"addon","external_id":"A-%d","name":"Addon %d","serviceType":"grooming","item_order":%d,"taxes":["T-1"],"value_data":{"pricing_model":"per_unit","base_price":{"amount":1200,"currency":"GBP"},"duration_minutes":15}}`, i, i, i)
		line(`{"type":"rate","external_id":"R-%d","name":"Rate %d","serviceType":"boarding","item_order":%d,"taxes":["T-1"],"included_addons":["A-%d"],"value_data":{"pricing_model":"per_night","base_price":{"amount":4200,"currency":"GBP"},"rows":[{"label":"Further pets","when":{"pet_position":{"from":2}},"price":{"amount":2900,"currency":"GBP"}}]}}`, i, i, i, i)
		line(`{"type":"retail_product","external_id":"RP-%d","name":"Toy %d","sku":"SKU-%d","categories":["RC-1"],"price":{"amount":1000,"currency":"GBP"},"taxes":["T-1"],"stock_quantity":12,"track_stock":true}`, i, i, i)
	}
	line(`{"type":"retail_category","external_id":"RC-1","name":"Toys"}`)
	line(`{"type":"adjustment","external_id":"ADJ-1","name":"Loyalty, 10%%","code":"LOYAL","kind":"discount","value_data":{"kind":"percent","percent":"10","applies_per":"order"}}`)
	line(`{"type":"pending_reason_option","external_id":"PR-1","name":"Waiting for vaccination proof","service_types":["boarding"],"item_order":1}`)
	line(`{"type":"preventive_type","external_id":"PT-1","name":"Spot-on","category":"flea_tick","species":["dog","cat"],"interval_days":30}`)
}

func writeHousehold(line func(format string, args ...any), c int) {
	line(`{"type":"customer","external_id":"C-%[1]d","first_name":"Zoë","last_name":"Name%05[1]d","email":"c%[1]d@example.com","phones":[{"type":"mobile","number":"+4477009%05[2]d","primary":true},{"type":"home","number":"+442079460123"}],"address":{"line1":"12 Canal Street","line2":"Flat %[1]d","city":"London","region":"Greater London","postcode":"NW1 8AB","country":"GB"},"status":"active","referral_source":"Friend","contacts":[{"name":"Anton Lindqvist","relationship":"Partner","phone":"+447700900124","emergency":true,"authorised_pickup":true}],"vet":{"practice":"Canal Street Vets","name":"Dr Patel","phone":"+442079460123"},"communication":{"email_opt_in":true,"sms_opt_in":true,"marketing_opt_in":false},"tags":["regular","collects late"],"alert":"Text only, hard of hearing"}`, c, c%100000)
	for p := 1; p <= 2; p++ {
		line(`{"type":"pet","external_id":"P-%d-%d","customer":"C-%d","name":"Biscuit","species":"dog","breeds":["Labrador Retriever","Beagle"],"sex":"female","altered":"yes","birth_date":"2021-04-12","birth_date_precision":"day","status":"active","weight":{"value":"27.4","unit":"kg"},"coat":"short","colour":"yellow","microchip":"99900%010d","feeding_instructions":"Half a cup of her own food at 7 and at 18.","allergies":"Chicken","behaviour_notes":"Hides under the desk when it thunders; let her.","tags":["swims"]}`, c, p, c, c)
		for i, kind := range []string{"Rabies", "DHPP"} {
			line(`{"type":"vaccination","external_id":"V-%d-%d-%d","pet":"P-%d-%d","vaccination_type":"%s","expires_on":"2028-05-%02d","administered_on":"2025-05-03","manufacturer":"Canivax Labs","lot_number":"C%d-8","clinic":"Canal Street Vets","verified":true}`, c, p, i, c, p, kind, 1+c%28, c)
		}
		line(`{"type":"preventive","external_id":"PV-%d-%d","pet":"P-%d-%d","preventive_type":"PT-1","product":"Tickaway","administered_on":"2026-07-10","expires_on":"2026-08-09"}`, c, p, c, p)
	}
	line(`{"type":"note","external_id":"N-%d","pet":"P-%d-1","title":"Thunder","body":"Hides under the desk when it thunders; let her.","category":"behaviour","pinned":true,"visibility":"staff"}`, c, c)
	line(`{"type":"note","external_id":"NO-%d","order":"O-%d-1","body":"Drop-off at seven, not at eleven.","category":"boarding"}`, c, c)
	for o := 1; o <= 3; o++ {
		line(`{"type":"order","external_id":"O-%[1]d-%[2]d","number":"%[1]d-%[2]d","customer":"C-%[1]d","pets":["P-%[1]d-1","P-%[1]d-2"],"status":"completed","service_types":["boarding","retail"],"starts_at":"2026-02-01T11:00:00Z","ends_at":"2026-02-03T11:00:00Z","placed_at":"2026-01-19T11:39:00Z","lines":[{"kind":"rate","item":"R-%[3]d","name":"Dog boarding, garden room","pet":"P-%[1]d-1","quantity":2,"unit_price":{"amount":4200,"currency":"GBP"},"discount":{"amount":0,"currency":"GBP"},"tax":{"amount":0,"currency":"GBP"},"total":{"amount":8400,"currency":"GBP"},"service_from":"2026-02-01T11:00:00Z","service_to":"2026-02-03T11:00:00Z"},{"kind":"retail","item":"RP-%[3]d","name":"Rope tug, M","quantity":1,"unit_price":{"amount":1000,"currency":"GBP"}},{"kind":"adjustment","item":"ADJ-1","name":"Loyalty, 10%%","quantity":1,"unit_price":{"amount":0,"currency":"GBP"},"discount":{"amount":940,"currency":"GBP"}}],"totals":{"subtotal":{"amount":9400,"currency":"GBP"},"discount":{"amount":940,"currency":"GBP"},"tax":{"amount":0,"currency":"GBP"},"total":{"amount":8460,"currency":"GBP"},"paid":{"amount":3000,"currency":"GBP"},"balance_due":{"amount":5460,"currency":"GBP"}},"payments":[{"method":"card","amount":{"amount":3000,"currency":"GBP"},"taken_at":"2026-01-19T11:41:00Z","reference":"TERM-1/0042"}]}`, c, o, 1+c%20)
	}
}
