package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	petcarecmd "github.com/petcare/petcare/cmd"
)

// A second file of another system often knows little more than the name of an owner; that must not cost phones and e-mail.
func TestAPartialLineLeavesTheKeysThatItDoesNotGive(t *testing.T) {
	tenant := newTenant(t)
	load(tenant, string(jsonl.Example()))
	var out, errs bytes.Buffer
	var schema struct {
		Defs map[string]struct{ Required []string } `json:"$defs"`
	}
	petcarecmd.Run(context.Background(), []string{"import", "--schema"}, &out, &errs)
	if err := json.Unmarshal(out.Bytes(), &schema); err != nil {
		t.Fatal(err, errs.String())
	}
	var lines bytes.Buffer
	for line := range bytes.Lines(jsonl.Example()) {
		var keys, kept = map[string]any{}, map[string]any{"partial": true}
		if err := json.Unmarshal(line, &keys); err != nil {
			t.Fatal(err)
		}
		needed := []string{"customer", "pet", "order", "options", "expires_on"} // by rules that no schema says
		for _, key := range append(needed, schema.Defs["line."+keys["type"].(string)].Required...) {
			if keys[key] != nil {
				kept[key] = keys[key]
			}
		}
		encoded, _ := json.Marshal(kept)
		lines.Write(append(encoded, '\n'))
	}
	last := tenant.LastEvent()
	status, said, wrong := tenant.Import(tenant.File(lines.String()))
	if !strings.HasPrefix(said, "imported into main: 24 records, 0 created, 0 changed, 24 unchanged\n") {
		t.Errorf("%d, %s%s", status, said, wrong)
	}
	for _, e := range tenant.Events(last) {
		t.Errorf("%s: %v", e.Type, e.Previous())
	}
}

func TestADryRunSaysWhichValuesGo(t *testing.T) {
	tenant := newTenant(t)
	tenant.NewCustomer(map[string]any{"external_id": "C-1", "email": "ann@example.com", "first_name": "Ann"})
	status, out, errs := tenant.Import("--dry-run", tenant.File(`{"type":"customer","external_id":"C-1","first_name":"Ann"}`))
	if status != 0 || !strings.Contains(out, "1  of these lose their email\n") {
		t.Errorf("%d, %s%s", status, out, errs)
	}
}

// Faults are summed up before they are listed, with what would mend them; the rows without faults can be imported alone.
func TestRowsWithFaultsCanBeLeftOut(t *testing.T) {
	tenant := newTenant(t)
	table := tenant.File("id,owner,pid,pet,species,born\n1,Ek,P1,Rex,dog,2020-01-01\n2,Al,P2,Tim,dragon,2020-01-01\n3,Bo,P3,Tom,dragon,2020-13-01\n")
	args := []string{"--csv", table, "--map", tenant.File(`
dates: iso
records:
  - {type: customer, columns: {external_id: id, last_name: owner}}
  - {type: pet, columns: {external_id: pid, customer: id, name: pet, species: species, birth_date: born}}
`)}
	status, _, errs := tenant.Import(args...)
	for _, want := range []string{`3 faults of 2 kinds:`, `2 × species (pet.species): is not one of`, `such as line 3, which says "dragon"`,
		`values: {species: {"dragon": ""}}`, table + ":4: born (pet.birth_date): "} {
		if status != 1 || !strings.Contains(errs, want) {
			t.Errorf("%d: no %s in %s", status, want, errs)
		}
	}
	faulty := filepath.Join(t.TempDir(), "faulty.csv")
	status, out, errs := tenant.Import(append(args, "--skip-faulty", faulty)...)
	if status != 0 || !strings.Contains(out, "2 records, 2 created") || !strings.Contains(errs, "2 rows with faults are left out") {
		t.Errorf("%d, %s%s", status, out, errs)
	}
	rows, err := os.ReadFile(faulty)
	list := strings.Split(strings.TrimSpace(string(rows)), "\n")
	if err != nil || len(list) != 3 || list[0] != "id,owner,pid,pet,species,born,reason" || !strings.HasPrefix(list[1], "2,Al,P2,Tim,dragon,2020-01-01,\"species (pet.species): ") ||
		!strings.Contains(list[2], "born (pet.birth_date): ") || !strings.Contains(list[2], "species (pet.species)") {
		t.Errorf("%v %q", err, list)
	}
}

func TestLookAlikesAreNamedOnceAndAllInAFile(t *testing.T) {
	x := newTenant(t)
	file := filepath.Join(t.TempDir(), "alike.csv")
	status, _, errs := x.Import("--alike", file, x.File(`{"type":"customer","external_id":"C-1","first_name":"Ann","email":"a@example.com","phones":[{"number":"07700 900123"}]}
{"type":"customer","external_id":"C-2","first_name":"Anne","email":"a@example.com","phones":[{"number":"07700 900123"}]}
`))
	if status != 0 || strings.Count(errs, "warning: ") != 1 || !strings.Contains(errs, "same email, phone: C-1 (Ann), C-2 (Anne)") {
		t.Errorf("%d %s", status, errs)
	}
	rows, err := os.ReadFile(file)
	if err != nil || string(rows) != "group,type,same,external_id,name\nC-1,customer,\"email, phone\",C-1,Ann\nC-1,customer,\"email, phone\",C-2,Anne\n" {
		t.Errorf("%v %s", err, rows)
	}
}
