package browser

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// drop drops a file on the page.
func (b *tab) drop(name, content string) {
	b.t.Helper()
	b.until("there is a place to drop it", "document.querySelector('.drop')")
	packed := base64.StdEncoding.EncodeToString([]byte(content))
	b.do(chromedp.Evaluate[chromedp.Void]("finder.drop(" + quote(name) + ", " + quote(packed) + ")"))
}

// gingr is an export in windows-1252 with quoted line breaks, days in three styles, telephones with words, a household that shares an e-mail,
// a column that nobody knows, and rows that lack their last cells.
const gingr = "Owner ID,First Name,Last Name,Email,Cell Phone,Owner Notes,Animal ID,Animal Name,Species,Gender,Fixed,Birthday,Weight,Icons\r\n" +
	"77,Zo\xeb,Whitfield,dana@example.com,(503) 555-0142 cell,\"Gate code\r\n4411\",901,Biscuit,Dog,Male,Yes,3/14/2019,62.4,x\r\n" +
	"77,Zo\xeb,Whitfield,dana@example.com,(503) 555-0142 cell,\"Gate code\r\n4411\",902,Mog,Cat,Female,No,2020-12-01,,\r\n" +
	"78,Ray,Whitfield,dana@example.com,503-555-0143,,903,Rex,Dog,Unknown,,\"Mar 4, 2018\"\r\n"

// bom is one of another system, in UTF-8 with a byte order mark, with a kind of animal that petcare does not know.
const bom = "\ufeffClient ID,Client First Name,Client Last Name,Email,Mobile Phone,Pet ID,Pet Name,Pet Type,Birthday\n" +
	"10,Søren,Fox,soren@example.com,5035550110,20,Pip,Floof,7/4/2022\n11,Al,Wu,,5035550111,21,Zed,Dog,\n"

// american is an account that those files are for.
func american(t *testing.T, b *tab, tenant kit.Tenant) kit.Tenant {
	t.Helper()
	tenant.Base = "/v1/accounts/" + tenant.AddAccount("portland", "America/Los_Angeles", "USD", "US").ID.String()
	b.open("portland/imports")
	b.settled()
	return tenant
}

func TestMessyExportIsImportedUneditedAndUndone(t *testing.T) {
	tenant, b := phone(t)
	tenant = american(t, b, tenant)
	b.accessible("imports")
	b.drop("owners.csv", gingr)
	b.sees("This is an export of Gingr.", "Owner ID", "(503) 555-0142 cell", "Nothing is changed yet.")
	b.accessible("the columns of a file")
	b.click("Check")
	b.sees("What would happen", "Checked")
	b.accessible("a checked import")
	b.click("Apply")
	b.sees("Applied.", "What changed")
	zoe := tenant.Do("GET", "customers?search=Zoë", nil).List()
	if len(zoe) != 1 || zoe[0]["first_name"] != "Zoë" || zoe[0]["alert"] != "Gate code\n4411" {
		t.Fatalf("%v", zoe)
	}
	born := map[any]any{}
	for _, p := range tenant.Do("GET", "pets", nil).List() {
		born[p["name"]] = p["birth_date"]
	}
	if born["Biscuit"] != "2019-03-14" || born["Mog"] != "2020-12-01" || born["Rex"] != "2018-03-04" {
		t.Errorf("%v", born)
	}
	b.opens("Undo the import", "Undo this change")
	b.sees("This will happen")
	b.click("Undo")
	b.until("it is undone", "!document.querySelector('dialog')")
	if left := tenant.Do("GET", "customers", nil).List(); len(left) != 0 {
		t.Errorf("%v", left)
	}
}

func TestFaultsAreMendedInTheMapOrInTheirRows(t *testing.T) {
	tenant, b := phone(t)
	tenant = american(t, b, tenant)
	b.drop("clients.csv", strings.Replace(bom, "soren@example.com", "soren at example", 1))
	b.sees("This is an export of Time To Pet.")
	b.click("Check")
	b.sees("2 faults", "Floof", "soren at example")
	b.accessible("faults")
	b.fill("“Floof” means", "other")
	b.click("Check again")
	b.sees("1 fault", "soren at example")
	b.misses("Floof” means")
	b.keepFiles()
	b.click("Faulty rows as CSV")
	b.until("they are saved", "window.saved.name === 'clients faults.csv' && window.saved.text?.includes('soren at example')")
	rows := eval[string](b, "window.saved.text")
	if strings.Contains(rows, "Al,Wu") {
		t.Errorf("a row without a fault is among them: %s", rows)
	}
	b.click("Send the mended file")
	b.heading("Import and export")
	b.drop("clients faults.csv", strings.Replace(rows, "soren at example", "soren@example.com", 1))
	b.sees("This is an export of Time To Pet.")
	b.click("Check")
	b.sees("Floof")
	b.fill("“Floof” means", "other")
	b.click("Check again")
	b.click("Apply")
	b.sees("Applied.")
	if found := tenant.Do("GET", "customers?search=Søren", nil).List(); len(found) != 1 || found[0]["email"] != "soren@example.com" {
		t.Errorf("%v", found)
	}
}

func TestColumnsThatNobodyKnowsAreMappedByHand(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/imports")
	b.drop("dogs.csv", "Nummer;Halter;Name;Geburtstag\n1;7;Waldi;01.02.2020\n2;7;Rex;03.04.2021\n")
	b.sees("Choose what each row is.")
	b.fill("Each row is", "A pet")
	b.click("Read the file")
	b.sees("Nummer", "Waldi")
	owner := tenant.NewCustomer(map[string]any{"external_id": "7"})
	b.click("Check")
	b.sees("These are needed")
	b.fill("Goes to: Nummer", "Id in another system")
	b.fill("Goes to: Halter", "Customer")
	b.fill("Goes to: Geburtstag", "Birth date")
	b.fill("The same in every row", "Species")
	b.fill("Species", "dog")
	b.fill("Days", "31/12/2020")
	b.click("Check")
	b.click("Apply")
	b.sees("Applied.")
	pets := tenant.Do("GET", "customers/"+id(owner)+"/pets", nil).List()
	if len(pets) != 2 {
		t.Errorf("%v", pets)
	}
}

func TestAccountIsExportedAsATableAndAsAWhole(t *testing.T) {
	tenant, b := desk(t)
	tenant.NewCustomer(map[string]any{"first_name": "Ottoline"})
	b.visit("/customers")
	b.keepFiles()
	b.click("Export CSV")
	b.until("it is saved", "window.saved.name?.endsWith('.csv') && window.saved.text?.includes('Ottoline')")
	b.visit("/imports")
	b.keepFiles()
	b.click("Everything as JSON Lines")
	b.until("it is saved", "window.saved.name?.endsWith('.jsonl') && window.saved.text?.includes('export_end')")
}

func TestEveryFieldThatIsOfferedCanBeFilledByAColumn(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/imports")
	offered := eval[map[string]string](b, `import(new URL('pages/mapping.js', document.querySelector('script[src$="app.js"]').src)).then((m) => m.keys)`)
	if len(offered) < 5 {
		t.Fatalf("%v", offered)
	}
	for kind, keys := range offered {
		made := tenant.Do("POST", "imports?as="+kind, "a\n1\n", "Content-Type", "text/csv").Object(201)
		columns := map[string]any{}
		for _, key := range strings.Fields(keys) {
			columns[key] = []string{"a"}
		}
		record := map[string]any{"type": kind, "columns": columns}
		changed := tenant.Do("PATCH", "imports/"+id(made), map[string]any{"map": map[string]any{"dates": "iso", "records": []any{record}}})
		if changed.Status != 200 {
			t.Errorf("%s: %s", kind, changed.Text)
		}
	}
}

// More records than one change may have to be undone. It runs alone: the server works on one import after another, so that those of
// other tests would wait for it.
func TestLargeExportShowsItsProgressAndIsTooLargeToBeUndone(t *testing.T) {
	tenant := kit.NewTenant(t)
	b := signedIn(t, serverURL(t), tenant.Key)
	american(t, b, tenant)
	rows := strings.Builder{}
	rows.WriteString("Owner ID,First Name,Last Name,Email,Cell Phone,Owner Notes,Animal ID,Animal Name,Species,Birthday\r\n")
	for n := range 5_001 {
		fmt.Fprintf(&rows, "%d,Zo\xeb,Whitfield %d,o%d@example.com,(503) 555-%04d cell,\"Gate\r\ncode\",%d,Rex %d,Dog,%d/14/2019\r\n",
			n, n, n, n, n, n, n%12+1)
	}
	b.drop("large.csv", rows.String())
	b.sees("This is an export of Gingr.")
	b.click("Check")
	b.until("the progress is shown", "document.querySelector('progress')?.value > 0")
	b.sees("What would happen", "5,001")
	b.click("Apply")
	b.sees("Applying", "Applied.", "5,001")
	b.click("Undo the import")
	b.sees("more than the service does in one step")
}
