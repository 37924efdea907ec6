package csvfile_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
)

var shopKeys = map[string][]jsonl.Key{
	"customer": {{Path: "external_id", Type: "text", Required: true}, {Path: "first_name", Type: "text"}, {Path: "last_name", Type: "text"},
		{Path: "address.country", Type: "text", Format: "iso-country"}, {Path: "email", Type: "text"}},
	"pet": {{Path: "external_id", Type: "text", Required: true}, {Path: "customer", Type: "text", Required: true}, {Path: "name", Type: "text", Required: true},
		{Path: "species", Type: "text", Choices: []string{"dog", "guinea_pig"}}, {Path: "sex", Type: "text", Choices: []string{"male", "female", "unknown"}},
		{Path: "altered", Type: "text", Choices: []string{"yes", "no", "unknown"}}, {Path: "breeds", Type: "list"},
		{Path: "weight.value", Type: "decimal"}, {Path: "weight.unit", Type: "text"}, {Path: "custom_fields", Type: "values"}},
	"vaccination": {{Path: "external_id", Type: "text"}, {Path: "pet", Type: "text"}, {Path: "type", Type: "text"}, {Path: "expires_on", Type: "date"}},
	"rate":        {{Path: "external_id", Type: "text"}, {Path: "price.amount", Type: "integer"}, {Path: "price.currency", Type: "text"}},
}

var shop = csvfile.Options{Zone: time.UTC, Currency: "CAD", WeightUnit: "kg", Words: csvfile.Words{"pet": {
	"breeds": {"retriever, labrador": "Retriever, Labrador"}, "custom_fields.diet": {"raw food": "raw"}}}}

// A record is there if it has a value of its own; days tell vaccinations of a row apart by the names of their columns; words, units and
// currencies are read as people write them; a cell's unit wins over that of the account.
func TestTablesAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	const owner = "{type: customer, columns: {external_id: id, last_name: owner}}"
	for what, c := range map[string]struct{ records, table, want string }{
		"no pet": {owner + ", {type: pet, columns: {external_id: id, customer: id, name: pet}}", "id,owner,pet\n1,Ek,\n",
			`{"external_id":"1","last_name":"Ek","partial":true,"type":"customer"}`},
		"no day": {"{type: pet, columns: {external_id: pid, customer: id, name: pet}}, {type: vaccination, columns: {external_id: pid, pet: pid, expires_on: rabies}}",
			"id,pid,pet,rabies\n1,P,Rex,\n", `{"customer":"1","external_id":"P","name":"Rex","partial":true,"type":"pet"}`},
		"two days": {"{type: vaccination, columns: {external_id: [pid, a], pet: pid, expires_on: a}}, {type: vaccination, columns: {external_id: [pid, b], pet: pid, expires_on: b}}",
			"pid,a,b\nP,2027-01-01,2027-01-01\n", `{"expires_on":"2027-01-01","external_id":"P/a/2027-01-01","partial":true,"pet":"P","type":"vaccination"}
{"expires_on":"2027-01-01","external_id":"P/b/2027-01-01","partial":true,"pet":"P","type":"vaccination"}`},
		"words": {"{type: pet, columns: {external_id: id, customer: id, name: id, species: s, sex: x, breeds: b, custom_fields.diet: d}}", `id,s,x,b,d
1,Guinea Pig,FS,"Retriever, Labrador",Raw food
`, `{"altered":"yes","breeds":["Retriever, Labrador"],"custom_fields":{"diet":"raw"},"customer":"1","external_id":"1","name":"1","partial":true,` +
			`"sex":"female","species":"guinea_pig","type":"pet"}`},
		"more words": {"{type: pet, columns: {external_id: id, customer: id, name: id, species: s, altered: x, breeds: b}, separator: {breeds: '#'}}",
			"id,s,x,b\n1,Canine,Neutered,\"a, b#c\"\n", `{"altered":"yes","breeds":["a, b","c"],"customer":"1","external_id":"1","name":"1","partial":true,"species":"dog","type":"pet"}`},
		"names": {"{type: customer, columns: {external_id: id, full_name: n, address.country: c}}", "id,n,c\n1,\"Ek, Ann\",gb\n2,Ann Mary Ek,\n",
			`{"address":{"country":"GB"},"external_id":"1","first_name":"Ann","last_name":"Ek","partial":true,"type":"customer"}
{"address":null,"external_id":"2","first_name":"Ann Mary","last_name":"Ek","partial":true,"type":"customer"}`},
		"units": {"{type: pet, columns: {external_id: id, customer: id, name: id, weight.value: w}}", "id,w\n1,62.4 lbs\n2,12.5kg\n3,7\n",
			`{"customer":"1","external_id":"1","name":"1","partial":true,"type":"pet","weight":{"unit":"lb","value":"62.4"}}
{"customer":"2","external_id":"2","name":"2","partial":true,"type":"pet","weight":{"unit":"kg","value":"12.5"}}
{"customer":"3","external_id":"3","name":"3","partial":true,"type":"pet","weight":{"unit":"kg","value":"7"}}`},
		"prices": {"{type: rate, columns: {external_id: id, price.amount: p}}", "id,p\n1,£42.00\n2,$9.5\n3,1 200 JPY\n4,500\n",
			`{"external_id":"1","partial":true,"price":{"amount":4200,"currency":"GBP"},"type":"rate"}
{"external_id":"2","partial":true,"price":{"amount":950,"currency":"CAD"},"type":"rate"}
{"external_id":"3","partial":true,"price":{"amount":1200,"currency":"JPY"},"type":"rate"}
{"external_id":"4","partial":true,"price":{"amount":500,"currency":"CAD"},"type":"rate"}`},
		"quotes, a header again": {owner, "id;owner;\"Notes (a, b, c)\"\n1;Ek;x\nid;owner;\"Notes (a, b, c)\"\n2;Al;\n",
			`{"external_id":"1","last_name":"Ek","partial":true,"type":"customer"}
{"external_id":"2","last_name":"Al","partial":true,"type":"customer"}`},
		"cleared": {"{type: customer, columns: {external_id: id, last_name: owner}, clear: [email]}", "id,owner\n1,\n",
			`{"email":null,"external_id":"1","last_name":null,"partial":true,"type":"customer"}`},
	} {
		m, err := csvfile.ReadMap(strings.NewReader("dates: iso\nrecords: ["+c.records+"]"), shopKeys)
		if err != nil {
			t.Fatal(what, err)
		}
		var lines bytes.Buffer
		converted, err := csvfile.Convert(&lines, strings.NewReader(c.table), m, shop)
		if err != nil || len(converted.Faults) > 0 || strings.TrimSpace(lines.String()) != c.want {
			t.Errorf("%s: %v %+v\n%s\nwant\n%s", what, err, converted, lines.String(), c.want)
		}
	}
}

func TestAKeyHasAColumnOrAFixedValue(t *testing.T) {
	t.Parallel()
	_, err := csvfile.ReadMap(strings.NewReader("records: [{type: customer, columns: {external_id: id, emial: e}, fixed: {external_id: x}}]"), shopKeys)
	for _, want := range []string{"external_id of customer has a column and a fixed value", `no key "emial" that a cell can fill: did you mean email?`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
}
