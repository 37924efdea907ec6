package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
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

func (t csvTenant) write(name, text string) string {
	t.T.Helper()
	file := filepath.Join(t.T.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.T.Fatal(err)
	}
	return file
}

type csvTenant struct{ kit.Tenant }

func western(t *testing.T, text string) string {
	t.Helper()
	coded, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return coded
}

func TestTableWithoutMapPrintsOneAndImportsNothing(t *testing.T) {
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	file := tenant.write("visits.csv", western(t, visits))
	status, out, errs := tenant.Import("--csv", file, "--as", "customer", "--as", "pet")
	for _, want := range []string{"encoding: windows-1252\n", "delimiter: \";\"\n", "external_id: \"Owner ID\"\n", "phones: [\"Mobile\", \"Phone\"]\n",
		"address.city: \"Town\"\n", "customer: \"Owner ID\"\n", "birth_date: \"DOB\"\n"} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("%d, %s: no %s in %s", status, errs, want, out)
		}
	}
	if n := len(tenant.Do("GET", "customers", nil).List()); n != 0 {
		t.Errorf("there are %d customers", n)
	}
}

func TestTableOfPetsWithTheirOwnersIsImportedOnceHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	withMap := func(text string) string {
		t.Helper()
		status, out, errs := tenant.Import("--csv", tenant.write("visits.csv", text), "--map", tenant.write("map.yaml", visitsMap))
		if status != 0 {
			t.Fatalf("%d: %s", status, errs)
		}
		return out
	}
	if out := withMap(western(t, visits)); !strings.Contains(out, "4 records, 4 created, 0 changed, 0 unchanged") {
		t.Error(out)
	}
	mark := "\ufeff"
	for what, text := range map[string]string{"UTF-8": visits, "a mark": mark + visits, "commas": strings.ReplaceAll(strings.ReplaceAll(visits, "27,4", "27.4"), ";", ","),
		"CRLF": strings.ReplaceAll(visits, "\n", "\r\n")} {
		if out := withMap(text); !strings.Contains(out, "4 records, 0 created, 0 changed, 4 unchanged") {
			t.Errorf("%s: %s", what, out)
		}
	}
	packed := tenant.write("visits.csv.gz", gzipped(t, visits))
	if status, out, errs := tenant.Import("--csv", packed, "--map", tenant.write("map.yaml", visitsMap)); status != 0 || !strings.Contains(out, "4 unchanged") {
		t.Errorf("gzip: %d %s%s", status, out, errs)
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
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	table := visits + `1001;Zoe;Lindqvist;other@example.com;;;London;P3;Dot;Dog;Nix;F;12/31/2020;x;
"1004";Al;"Two
lines";;;;;P4;Al;Fox;;;;;
1005;;;nobody;;;;P5;;Dog;;;;;;;
`
	file := tenant.write("visits.csv", table)
	status, out, errs := tenant.Import("--csv", file, "--map", tenant.write("map.yaml", visitsMap))
	for _, want := range []string{
		":5: Owner ID (customer.external_id): is the customer of line 2, with other values there",
		`:5: DOB (pet.birth_date): is "12/31/2020", not a day such as 31/12/2020 (dates: dmy)`,
		":5: Weight (pet.weight.value): ", ":6: Species (pet.species): is not one of", ":8: Email (customer.email): ", ":8: pet.name: ",
	} {
		if status != 1 || !strings.Contains(errs, file+strings.Replace(want, ":8: pet.name", ":8: Pet Name (pet.name)", 1)) && !strings.Contains(errs, file+want) {
			t.Errorf("%d, %q: no %q in\n%s", status, out, want, errs)
		}
	}
	if n := len(tenant.Do("GET", "customers", nil).List()); n != 0 {
		t.Errorf("there are %d customers", n)
	}
}

func TestMapsAreCheckedWhole(t *testing.T) {
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	file := tenant.write("visits.csv", visits)
	bad := tenant.write("map.yaml", "records:\n  - type: pet\n    columns: {name: Pet Name, birth_date: DOB, wings: Wings, Namee: Pet Name}\n"+
		"    values: {specis: {Dog: dog}}\n    kinds: {custom_fields.age: integer, sex: text}\n  - type: fish\n")
	status, _, errs := tenant.Import("--csv", file, "--map", bad)
	for _, want := range []string{"columns.external_id", "dates: is required", `no key "wings"`, `no type "fish"`, `no key "Namee" that a cell can fill: did you mean name?`,
		`values: no column is mapped to "specis"`, `not "custom_fields.age": "integer"`, `not "sex": "text"`} {
		if status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%d: no %s in %s", status, want, errs)
		}
	}
	mistyped := tenant.write("mistyped.yaml", "datse: iso\nrecords:\n  - typ: pet\n    colums: {name: Pet Name}\n")
	_, _, errs = tenant.Import("--csv", file, "--map", mistyped)
	for _, want := range []string{`"datse": did you mean dates?`, `"typ": did you mean type?`, `"colums": did you mean columns?`} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %s in %s", want, errs)
		}
	}
	if status, out, errs := tenant.Import("--csv", file); status != 2 || out != "" || !strings.Contains(errs, "--as TYPE") {
		t.Errorf("without --as: %d %s%s", status, out, errs)
	}
	if status, out, errs := tenant.Import("--csv", file, "--as", "pet"); status != 0 || !strings.Contains(out, "custom_fields.KEY: what cells hold, if not text: number, ") {
		t.Errorf("the map that is printed does not say how custom fields are set: %d %s%s", status, out, errs)
	}
}

func TestTypesOfATableAreThoseOfItsMap(t *testing.T) {
	t.Parallel()
	tenant := csvTenant{kit.NewTenant(t)}
	file, chosen := tenant.write("visits.csv", visits), tenant.write("map.yaml", visitsMap)
	for _, args := range [][]string{{"--as", "order", "--map", chosen}, {"--as", "pet", "--as", "fish", "--map", chosen}, {"--as", "fish"}} {
		if status, out, errs := tenant.Import(append(args, "--csv", file)...); status != 2 || !strings.Contains(errs, "--as") {
			t.Errorf("%v: %d %s%s", args, status, out, errs)
		}
	}
	if status, out, errs := tenant.Import("--as", "pet", "--map", chosen, "--csv", file); status != 0 || !strings.Contains(out, "4 created") {
		t.Errorf("%d %s%s", status, out, errs)
	}
}
