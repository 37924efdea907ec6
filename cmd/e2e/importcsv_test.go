package e2e

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
	"golang.org/x/text/encoding/charmap"
)

const visits = `Owner ID;First Name;Last Name;Email;Mobile;Phone;Town;Pet ID;Pet Name;Species;Breed;Sex;DOB;Weight;Registered
1001;Zoë;Lindqvist;zoe@example.com;07700 900123;Home: 020 7946 0100 / 07700 900124 (m);London;P1;Biscuit;Dog;Labrador Retriever;F;31/12/2020;27,4;01/02/2016 09:30
1001;Zoë;Lindqvist;zoe@example.com;07700 900123;Home: 020 7946 0100 / 07700 900124 (m);London;P2;Crumb;Cat;;M;01.03.2021;4;01/02/2016 09:30
1002;Björn;Ek;bjorn@example.com;;;Leeds;;;;;;;;02/03/2017
`

const visitsMap = `
dates: dmy
records:
  - type: customer
    columns: {external_id: Owner ID, first_name: First Name, last_name: Last Name, email: Email, phones: [Mobile, Phone], address.city: Town, created_at: Registered}
  - type: pet
    columns: {external_id: Pet ID, customer: Owner ID, name: Pet Name, species: Species, breeds: Breed, sex: Sex, birth_date: DOB, weight.value: Weight}
    fixed: {weight.unit: kg}
    values:
      species: {Dog: dog, Cat: cat}
      sex: {F: female, M: male}
`

// Without a map, one is printed and nothing is imported. With it, an encoding, a delimiter or a packed file makes no other records.
func TestTableOfPetsWithTheirOwnersIsImportedOnceHoweverItIsWritten(t *testing.T) {
	tenant := newTenant(t)
	western := testkit.Must[string](t)(charmap.Windows1252.NewEncoder().String(visits))
	chosen := tenant.File(visitsMap)
	for _, c := range []struct {
		text, want string
		args       []string
	}{
		{western, "encoding: windows-1252\n", []string{"--as", "customer", "--as", "pet"}},
		{western, "4 records, 4 created, 0 changed, 0 unchanged", []string{"--map", chosen}},
		{strings.ReplaceAll(strings.ReplaceAll(visits, "27,4", "27.4"), ";", ","), "4 unchanged", []string{"--map", chosen}},
		{gzipped(t, visits), "4 unchanged", []string{"--map", chosen}},
	} {
		if status, out, errs := tenant.Import(append(c.args, "--csv", tenant.File(c.text))...); status != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%.60q: %d %s%s, want %s", c.text, status, out, errs, c.want)
		}
	}
	zoe := tenant.Do("GET", "customers?externalId=1001", nil).List()[0]
	if zoe["created_at"] != "2016-02-01T09:30:00Z" || zoe["first_name"] != "Zoë" || len(zoe["phones"].([]any)) != 3 {
		t.Errorf("%v", zoe)
	}
	pets := tenant.Do("GET", "customers/"+zoe["id"].(string)+"/pets", nil).List()
	if len(pets) != 2 || pets[1]["birth_date"] != "2020-12-31" || pets[1]["breed"] != "Labrador Retriever" {
		t.Errorf("%v", pets)
	}
}

func TestFaultsOfTablesNameRowAndColumn(t *testing.T) {
	tenant := newTenant(t)
	file := tenant.File(visits + `1001;Zoe;Lindqvist;other@example.com;;;London;P3;Dot;Dog;Nix;F;12/31/2020;x;
"1004";Al;"Two
lines";;;;;P4;Al;Fox;;;;;
1005;;;nobody;;;;P5;;Dog;;;;;;;
`)
	status, out, errs := tenant.Import("--csv", file, "--map", tenant.File(visitsMap))
	for _, want := range []string{
		":5: Owner ID (customer.external_id): is the customer of line 2, with other values there", ":5: DOB (pet.birth_date): ",
		":5: Weight (pet.weight.value): ", ":6: Species (pet.species): ", ":8: Email (customer.email): ", ":8: Pet Name (pet.name): ",
	} {
		if status != 1 || !strings.Contains(errs, file+want) {
			t.Errorf("%d, %q: no %q in\n%s", status, out, want, errs)
		}
	}
	if n := len(tenant.Do("GET", "customers", nil).List()); n != 0 {
		t.Errorf("there are %d customers", n)
	}
}

func TestMapsAreCheckedWhole(t *testing.T) {
	tenant := newTenant(t)
	for text, named := range map[string][]string{
		"records:\n  - type: pet\n    columns: {name: Pet Name, birth_date: DOB, wings: Wings, Namee: Pet Name}\n" +
			"    values: {specis: {Dog: dog}}\n    kinds: {custom_fields.age: integer, sex: text}\n  - type: fish\n": {"columns.external_id",
			"dates: is required", `"wings"`, `"fish"`, `"Namee" that a cell can fill: did you mean name?`, `"specis"`,
			`"custom_fields.age": "integer"`, `"sex": "text"`},
		"datse: iso\nrecords:\n  - typ: pet\n    colums: {name: Pet Name}\n": {`"datse": did you mean dates?`, `"typ": did you mean type?`,
			`"colums": did you mean columns?`},
	} {
		status, _, errs := tenant.Import("--csv", tenant.File(visits), "--map", tenant.File(text))
		for _, want := range named {
			if status != 1 || !strings.Contains(errs, want) {
				t.Errorf("%d: no %s in %s", status, want, errs)
			}
		}
	}
}

func TestTypesOfATableAreThoseOfItsMap(t *testing.T) {
	tenant := newTenant(t)
	file, chosen := tenant.File(visits), tenant.File(visitsMap)
	for _, args := range [][]string{nil, {"--as", "fish"}, {"--as", "order", "--map", chosen}, {"--as", "pet", "--as", "fish", "--map", chosen}} {
		if status, out, errs := tenant.Import(append(args, "--csv", file)...); status != 2 || out != "" || !strings.Contains(errs, "--as") {
			t.Errorf("%v: %d %s%s", args, status, out, errs)
		}
	}
	if status, out, errs := tenant.Import("--as", "pet", "--map", chosen, "--csv", file); status != 0 || !strings.Contains(out, "4 created") {
		t.Errorf("%d %s%s", status, out, errs)
	}
}
