package browser

import (
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestRemovalSaysHowManyRecordsHaveIt(t *testing.T) {
	tenant, b := desk(t)
	breed := tenant.Do("POST", "breeds", map[string]any{"name": "Canal Terrier", "species": "dog"}).Object(201)
	status := tenant.Do("POST", "secondaryPetStatuses", map[string]any{"name": "Quiet room"}).Object(201)
	code := tenant.Do("POST", "colourCodes", map[string]any{"type": "customer", "name": "Late", "colour": "#c62828"}).Object(201)
	owner := tenant.NewCustomer(map[string]any{"colour_code_ids": []any{code["id"]}})
	for range 2 {
		tenant.NewPet(owner, map[string]any{"species": "dog", "breed_ids": []any{breed["id"]}, "secondary_pet_status_id": status["id"]})
	}
	for _, c := range [][3]string{
		{"/breeds?q=canal", "Canal Terrier", "2 pets have it."}, {"/statuses", "Quiet room", "2 pets have it."},
		{"/colours", "Late", "1 customer has it."},
	} {
		b.visit(c[0])
		b.click("Remove: " + c[1])
		b.sees(c[2])
	}
}

// Keys and verdicts of the API are for programs: people read labels, and what to do.
func TestFaultsAreSaidInTheWordsOfTheForm(t *testing.T) {
	tenant, b := desk(t)
	owner := tenant.NewCustomer(nil)
	b.visit("/pets/" + id(tenant.NewPet(owner, map[string]any{"species": "dog"})))
	b.opens("New vaccination", "New vaccination")
	b.click("Save")
	b.sees("Fill this in.")
	b.fill("Vaccine", "Rabies")
	b.click("Save")
	b.sees("Enter the day until which it is valid, or the day it was given.")
	b.fill("Given on", "2031-02-01")
	b.fill("Expires on", "2031-01-01")
	b.click("Save")
	b.sees("The day given is after the day until which it is valid. Check both days.")
	b.visit("/customers/" + id(owner) + "/edit")
	b.fill("E-mail", "jo at example")
	b.click("Save")
	b.sees("This is not an e-mail address such as jo@example.com. Check how it is written.")
}

func TestLocationChangesWhatItDemandsAndHowItIsReached(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/vaccines")
	b.opens("Edit: Rabies", "Edit vaccine")
	b.fill("Usual validity in months", "24")
	b.click("Save")
	b.until("the dialog is closed", "!document.querySelector('dialog')")
	b.visit("/settings")
	b.fill("Telephone", "020 7946 0018")
	b.click("Save")
	b.sees("The settings are saved.")
	kit.Eventually(t, "the location is reached anew", patience, func() bool {
		return tenant.Do("GET", tenant.Base, nil).Object(200)["phone"] == "+442079460018"
	})
	if months := vaccine(tenant, "Rabies")["default_validity_months"]; months != 24.0 {
		t.Errorf("rabies lasts %v months", months)
	}
}

func TestCustomerIsSavedOnceWhenItsFirstPetIsRefused(t *testing.T) {
	tenant, b := desk(t)
	tenant.Do("PATCH", "petFields/standard", map[string]any{"fields": []any{map[string]any{"key": "coat", "required": true}}}).List()
	b.visit("/customers/new")
	b.fill("First name", "Rosa")
	b.fill("Name", "Pip")
	b.fill("Species", "cat")
	b.click("Save")
	b.heading("New pet")
	b.sees("The customer is saved, the pet is not yet")
	b.holds("Name", "Pip")
	b.fill("Coat", "short")
	b.click("Save")
	b.heading("Pip")
	customers, pets := tenant.Do("GET", "customers", nil).List(), tenant.Do("GET", "pets", nil).List()
	if len(customers) != 1 || len(pets) != 1 || pets[0]["customer_id"] != customers[0]["id"] {
		t.Errorf("%v of %v", pets, customers)
	}
}

func TestTelephonesAreWrittenAsTheCountryWritesThem(t *testing.T) {
	tenant, b := desk(t)
	tenant.AddAccount("portland", "America/Los_Angeles", "USD", "US")
	for place, numbers := range map[string]map[string]string{
		"main": {
			"+447700900109": "07700 900109", "+442079460018": "020 7946 0018", "+441174960123": "0117 496 0123", "+441234567890": "01234 567890",
			"+33612345678": "+33 612 345 678", "+447700900109;ext=4": "07700 900109 ext. 4", "+99912345678": "+99912345678", "": "",
		},
		"portland": {"+12025550123": "(202) 555-0123", "+447700900109": "+44 7700 900 109"},
	} {
		b.open(place + "/")
		b.settled()
		for number, want := range numbers {
			got := eval[string](b, `import(document.querySelector('link[href$="core/phone.js"]').href).then((m) => m.phoneText(`+quote(number)+`))`)
			if got != want {
				t.Errorf("%s: %s is %q, want %q", place, number, got, want)
			}
		}
	}
}

func TestLookAlikeIsOpenedInstead(t *testing.T) {
	tenant, b := desk(t)
	tenant.NewCustomer(map[string]any{"first_name": "Rosalind", "last_name": "Okafor", "email": "rosalind@example.com"})
	b.visit("/customers/new")
	b.fill("First name", "Rosalind")
	b.sees("Already here?", "Similar name")
	b.fill("E-mail", "Rosalind@Example.com")
	b.sees("Same e-mail")
	b.follow("Open instead: Rosalind Okafor")
	b.heading("Rosalind Okafor")
	b.until("nothing is left of what was typed", "!JSON.stringify(sessionStorage).includes('Rosalind@')")
}
