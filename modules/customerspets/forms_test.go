package customerspets_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func (w *world) field(form configlists.Form, body string) configlists.Field {
	w.t.Helper()
	f, err := w.lists.CreateField(w.ctx, w.account, form, decode[configlists.FieldCreate](w.t, body))
	if err != nil {
		w.t.Fatalf("create field %s: %v", body, err)
	}
	return f
}

func (w *world) standard(form configlists.Form, body string) {
	w.t.Helper()
	changes := decode[configlists.StandardFieldChanges](w.t, `{"fields": [`+body+`]}`)
	if _, err := w.lists.UpdateStandardFields(w.ctx, w.account, form, changes); err != nil {
		w.t.Fatalf("change field %s: %v", body, err)
	}
}

const diet = `{"key": "diet", "label": "Diet", "type": "select", "options": [{"value": "raw", "label": "Raw"}, {"value": "dry", "label": "Dry"}]}`

func TestRequiredFieldsNeedAValueOnCreate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.standard(configlists.CustomerForm, `{"key": "email", "required": true}, {"key": "phones", "required": true}, {"key": "status", "required": true},
		{"key": "communication", "required": true}, {"key": "address", "required": true}, {"key": "tags", "required": true, "visible": false}`)
	w.field(configlists.CustomerForm, `{"key": "code_word", "label": "Code word", "type": "text", "required": true}`)
	_, err := w.create(w.ctx, `{"first_name": "Ann", "phones": [], "address": {"line1": ""}}`)
	wantFaults(t, err, "email", "phones", "status", "communication", "address", "custom_fields.code_word")
	_, err = w.create(w.ctx, `{"first_name": "Ann", "email": "a@example.com", "phones": [{"number": "07700 900123"}], "status": "active",
		"communication": {}, "address": {"line1": "x"}, "custom_fields": {"code_word": 7}}`)
	wantFaults(t, err, "custom_fields.code_word") // once: it is there, but wrong
	w.customer(`{"first_name": "Ann", "email": "a@example.com", "phones": [{"number": "07700 900123"}], "status": "active",
		"communication": {}, "address": {"line1": "x"}, "custom_fields": {"code_word": "plum"}}`)
}

func TestRequiredDaysAreAskedOfPetsThatCanHaveThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.standard(configlists.PetForm, `{"key": "deceased_on", "required": true}, {"key": "birth_date_precision", "required": true}`)
	owner := w.customer(`{"first_name": "Ann"}`).ID
	_, err := w.createPet(w.ctx, owner, `{"name": "Rex", "species": "dog", "status": "deceased", "birth_date": "2015-03-14"}`)
	wantFaults(t, err, "deceased_on", "birth_date_precision")
	w.pet(owner, `{"name": "Rex", "species": "dog"}`)
	p := w.pet(owner, `{"name": "Rex", "species": "dog", "status": "deceased", "deceased_on": "2024-05-06", "birth_date": "2015-03-14",
		"birth_date_precision": "day"}`)
	_, err = w.updatePet(w.ctx, p, `{"deceased_on": null, "birth_date_precision": null}`)
	wantFaults(t, err, "deceased_on", "birth_date_precision")
	living := w.pet(owner, `{"name": "Max", "species": "dog"}`)
	_, err = w.updatePet(w.ctx, living, `{"status": "deceased", "birth_date": "2015-03-14"}`)
	wantFaults(t, err, "deceased_on", "birth_date_precision")
	alive, err := w.updatePet(w.ctx, p, `{"status": "active", "deceased_on": null, "birth_date": null, "birth_date_precision": null}`)
	if err != nil || alive.DeceasedOn != nil || alive.BirthDatePrecision != nil {
		t.Errorf("the pet is %s (%v)", asJSON(t, alive), err)
	}
	if err := w.load(`{"type": "customer", "external_id": "C-1", "first_name": "Bea"}`,
		`{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog"}`); err != nil {
		t.Error(err)
	}
}

func TestARequiredFieldCannotBeClearedButAnOldRecordChangesInOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	word := `{"key": "code_word", "label": "Code word", "type": "text"}`
	f := w.field(configlists.CustomerForm, word)
	full := w.customer(`{"first_name": "Ann", "alert": "x", "address": {"line1": "x"}, "custom_fields": {"code_word": "plum"}}`)
	old := w.customer(`{"first_name": "Bea"}`)
	w.standard(configlists.CustomerForm, `{"key": "alert", "required": true}, {"key": "address", "required": true}`)
	if _, err := w.lists.UpdateField(w.ctx, w.account, configlists.CustomerForm, f.ID, configlists.FieldPatch{Required: patch.Of(true)}, patch.Precondition{}, false); err != nil {
		t.Fatal(err)
	}
	for body, field := range map[string]string{
		`{"alert": null}`: "alert", `{"alert": ""}`: "alert", `{"address": null}`: "address", `{"address": {"line1": null}}`: "address",
		`{"custom_fields": {"code_word": null}}`: "custom_fields.code_word", `{"custom_fields": null}`: "custom_fields.code_word",
	} {
		wantFaults(t, second(w.change(w.ctx, full.ID, body)), field)
	}
	must(t, second(w.change(w.ctx, full.ID, `{"alert": "y", "address": {"line2": "z"}, "custom_fields": {"code_word": "fig"}}`)))
	if after, err := w.change(w.ctx, old.ID, `{"last_name": "Old", "tags": []}`); err != nil || after.Version != 2 {
		t.Errorf("the old record changes to %s (%v)", asJSON(t, after), err)
	}
}

func TestClearingWhatHadNoValueIsNoFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann"}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog"}`)
	w.field(configlists.PetForm, `{"key": "chip_checked", "label": "Chip checked", "type": "text", "required": true}`)
	w.field(configlists.CustomerForm, `{"key": "code_word", "label": "Code word", "type": "text", "required": true}`)
	w.standard(configlists.PetForm, `{"key": "weight", "required": true}`)
	w.standard(configlists.CustomerForm, `{"key": "address", "required": true}, {"key": "tags", "required": true}`)
	for _, body := range []string{`{"weight": null}`, `{"custom_fields": null}`, `{"weight": null, "custom_fields": {"chip_checked": null}}`} {
		if after, err := w.updatePet(w.ctx, p, body); err != nil || after.Version != 1 {
			t.Errorf("%s makes version %d (%v)", body, after.Version, err)
		}
	}
	if after, err := w.change(w.ctx, c.ID, `{"address": null, "tags": [], "custom_fields": {"code_word": ""}, "alert": "x"}`); err != nil || after.Version != 2 {
		t.Errorf("version %d (%v)", after.Version, err)
	}
	must(t, second(w.updatePet(w.ctx, p, `{"weight": {"value": "3", "unit": "kg"}, "custom_fields": {"chip_checked": "yes"}}`)))
	_, err := w.updatePet(w.ctx, p, `{"weight": null, "custom_fields": {"chip_checked": null}}`)
	wantFaults(t, err, "weight", "custom_fields.chip_checked")
}

func TestCustomValuesAreCheckedAndMerged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.field(configlists.PetForm, diet)
	w.field(configlists.PetForm, `{"key": "walks", "label": "Walks", "type": "number"}`)
	w.field(configlists.PetForm, `{"key": "fears", "label": "Fears", "type": "multi_select", "options": [{"value": "noise", "label": "Noise"}, {"value": "men", "label": "Men"}]}`)
	owner := w.customer(`{"first_name": "Ann"}`)
	_, err := w.createPet(w.ctx, owner.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"diet": "vegan", "walks": "2", "fears": ["cats"], "nope": null}}`)
	wantFaults(t, err, "custom_fields.diet", "custom_fields.walks", "custom_fields.fears", "custom_fields.nope")
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"diet": "raw", "walks": 2, "fears": ["noise", "men"]}}`)
	after := testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, p, `{"custom_fields": {"diet": null, "walks": 3}}`))
	testkit.SameJSON(t, after.CustomFields, `{"walks": 3, "fears": ["noise", "men"]}`)
	wantPrevious(t, w.wantEvents(p.ID, customerspets.PetCreated, customerspets.PetUpdated),
		`{"custom_fields": {"diet": "raw", "walks": 2, "fears": ["noise", "men"]}}`)
	if after, err = w.updatePet(w.ctx, p, `{"custom_fields": {"walks": 3}}`); err != nil || after.Version != 2 {
		t.Errorf("the same value makes version %d (%v)", after.Version, err)
	}
}

func TestCustomPhonesAreReadAsThoseOfTheAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.field(configlists.CustomerForm, `{"key": "work", "label": "Work", "type": "phone"}`)
	w.field(configlists.CustomerForm, `{"key": "desk", "label": "Desk", "type": "text"}`)
	w.field(configlists.PetForm, `{"key": "sitter", "label": "Sitter", "type": "phone"}`)
	c := w.customer(`{"first_name": "Ann", "custom_fields": {"work": " 020 7946 0123 ", "desk": "020 7946 0123"}}`)
	testkit.SameJSON(t, c.CustomFields, `{"work": "+442079460123", "desk": "020 7946 0123"}`)
	same, err := w.change(w.ctx, c.ID, `{"custom_fields": {"work": "(020) 7946-0123"}}`)
	if err != nil || same.Version != 1 {
		t.Errorf("the same number makes version %d (%v)", same.Version, err)
	}
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"sitter": "+44 (0)7700 900123"}}`)
	testkit.SameJSON(t, p.CustomFields, `{"sitter": "+447700900123"}`)
	must(t, w.load(`{"type": "customer", "external_id": "C-1", "first_name": "Bea", "custom_fields": {"work": "07700 900123"}}`))
	testkit.SameJSON(t, w.byExternalID("C-1").CustomFields, `{"work": "+447700900123"}`)
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"custom_fields": {"work": "call me"}}`)), "custom_fields.work")
}

// A filter finds by what the form shows, and tells nothing of what it hides.
func TestFiltersOfCustomersFindByWhatTheFormShows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	breed, status := w.breed("dog", "Test Hound"), w.status("Senior")
	code, petCode := w.colourCode(configlists.CustomerColour), w.colourCode(configlists.PetColour)
	c := w.customer(`{"first_name": "Ann", "company_name": "Paws", "email": "ann@example.com", "phones": [{"number": "07700 900123"}],
		"external_id": "C-1", "colour_code_ids": ["` + code.ID.String() + `"]}`)
	w.pet(c.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+breed.ID.String()+`"], "secondary_pet_status_id": "`+status.ID.String()+`",
		"colour_code_ids": ["`+petCode.ID.String()+`"], "tags": ["shy"], "microchip": "98511", "external_id": "P-1"}`)
	self := w.as(c.ID)
	check := func(form configlists.Form, key string, count func() (int, error)) {
		t.Helper()
		for visible, want := range map[string]int{"true": 1, "false": 0} {
			w.standard(form, `{"key": "`+key+`", "visible_to_customer": `+visible+`}`)
			if n, err := count(); err != nil || n != want {
				t.Errorf("%s of the %s form, visible %s: %d found (%v), want %d", key, form, visible, n, err, want)
			}
		}
	}
	if got := w.found(self, "rex"); len(got) != 1 {
		t.Errorf("by the own pet there is %v", got)
	}
	for key, query := range map[string]customerspets.CustomerQuery{
		"company_name": {Search: "paws"}, "email": {Email: "ann@example.com"}, "phones": {Phone: "07700 900123"}, "status": {Status: customerspets.Active},
		"external_id": {ExternalID: "C-1"}, "colour_code_ids": {ColourCode: code.ID},
	} {
		check(configlists.CustomerForm, key, func() (int, error) {
			list, err := w.service.ListCustomers(self, w.account, query, onePage)
			return len(list.Items), err
		})
	}
	for key, filter := range map[string]customerspets.PetFilter{
		"status": {Status: customerspets.PetActive}, "breed_ids": {Breed: breed.ID}, "colour_code_ids": {ColourCode: petCode.ID}, "tags": {Tag: "shy"},
		"secondary_pet_status_id": {SecondaryStatus: status.ID}, "microchip": {Microchip: "98511"}, "external_id": {ExternalID: "P-1"},
	} {
		check(configlists.PetForm, key, func() (int, error) {
			list, err := w.service.ListAccountPets(self, w.account, filter, onePage)
			return len(list.Items), err
		})
	}
	check(configlists.PetForm, "microchip", func() (int, error) {
		list, err := w.service.ListAccountPets(self, w.account, customerspets.PetFilter{Words: customerspets.SearchWords("98511")}, onePage)
		return len(list.Items), err
	})
}

func TestCustomersSeeThemselvesAndTheirOwnPetsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bea := w.customer(`{"first_name": "Ann"}`), w.customer(`{"first_name": "Bea"}`)
	rex := w.pet(bea.ID, `{"name": "Rex", "species": "dog"}`)
	self := w.as(ann.ID)
	for what, err := range map[string]error{
		"get":         second(w.service.GetCustomer(self, w.account, bea.ID)),
		"change":      second(w.change(self, bea.ID, `{"first_name": "Mine"}`)),
		"find pet":    second(w.service.FindPet(self, w.account, rex.ID)),
		"get pet":     second(w.service.GetPet(self, w.account, bea.ID, rex.ID)),
		"steal pet":   second(w.service.GetPet(self, w.account, ann.ID, rex.ID)),
		"change pet":  second(w.updatePet(self, rex, `{"name": "Mine"}`)),
		"list pets":   second(w.service.ListPets(self, w.account, bea.ID, customerspets.PetFilter{}, onePage)),
		"knows of":    w.service.CustomerExists(self, w.account, bea.ID),
		"pet of":      w.service.PetExists(self, w.account, bea.ID, rex.ID),
		"own pet":     w.service.PetExists(self, w.account, ann.ID, rex.ID),
		"pet's owner": second(w.service.PetOwner(self, w.account, rex.ID)),
		"give a pet":  second(w.createPet(self, bea.ID, `{"name": "Tom", "species": "cat"}`)),
		"take by own": second(w.service.UpdatePet(self, w.account, ann.ID, rex.ID, decode[customerspets.PetPatch](t, `{"name": "Mine"}`), patch.Precondition{})),
	} {
		if !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%s ends with %v", what, err)
		}
	}
	list, err := w.service.ListCustomers(self, w.account, customerspets.CustomerQuery{}, onePage)
	if err != nil || len(list.Items) != 1 || list.Items[0].ID != ann.ID {
		t.Errorf("the list is %s (%v)", asJSON(t, list.Items), err)
	}
}

func TestCustomersSetTheFieldsThatAreEditableByThemOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.field(configlists.PetForm, `{"key": "open", "label": "Open", "type": "text", "visible_to_customer": true, "editable_by_customer": true}`)
	w.field(configlists.PetForm, `{"key": "closed", "label": "Closed", "type": "text", "visible_to_customer": true}`)
	w.standard(configlists.CustomerForm, `{"key": "first_name", "editable_by_customer": false}, {"key": "colour_code_ids", "visible_to_customer": true, "editable_by_customer": true}`)
	w.standard(configlists.PetForm, `{"key": "microchip", "required": true, "editable_by_customer": false}`)
	c := w.customer(`{"first_name": "Ann"}`)
	self := w.as(c.ID)
	for _, body := range []string{`{"first_name": "A"}`, `{"status": "active"}`, `{"password": "correct-horse-battery"}`, `{"external_id": "x"}`,
		`{"alert": "x"}`, `{"company_name": "ok", "tags": ["x"]}`} {
		testkit.WantKind(t, second(w.change(self, c.ID, body)), apperr.Forbidden, "forbidden")
	}
	must(t, second(w.change(self, c.ID, `{"colour_code_ids": []}`))) // the form opens it here
	p := testkit.Must[customerspets.Pet](t)(
		w.createPet(self, c.ID, `{"name": "Rex", "species": "dog", "coat": "curly", "custom_fields": {"open": "x"}}`))
	for _, body := range []string{`{"microchip": "1"}`, `{"custom_fields": {"closed": "x"}}`, `{"custom_fields": null}`, `{"status": "deceased"}`,
		`{"external_id": "x"}`, `{"colour_code_ids": ["01a200c6-e382-7c21-9526-51210561cbdf"]}`, `{"custom_fields": {"unknown": "x"}}`} {
		testkit.WantKind(t, second(w.updatePet(self, p, body)), apperr.Forbidden, "forbidden")
	}
	wrong := `{"custom_fields": {"open": 1}, "vet": {"phone": "x"}, "birth_date": "2999-01-01"}`
	wantFaults(t, second(w.updatePet(self, p, wrong)), "custom_fields.open", "vet.phone", "birth_date")
	_, err := w.createPet(self, c.ID, `{"name": "Rex", "species": "dog", `+wrong[1:])
	wantFaults(t, err, "custom_fields.open", "vet.phone", "birth_date")
	_, err = w.createPet(self, c.ID, `{"name": "Rex", "species": "dog", "alert": "x", "tags": []}`)
	if e := testkit.WantKind(t, err, apperr.Forbidden, "forbidden"); !strings.Contains(e.Detail, "alert, tags") {
		t.Errorf("the refusal says %q", e.Detail)
	}
	_, err = w.updatePet(self, p, `{"custom_fields": null}`)
	if e := testkit.WantKind(t, err, apperr.Forbidden, "forbidden"); !strings.Contains(e.Detail, "custom_fields") || strings.Contains(e.Detail, "custom_fields.") {
		t.Errorf("the refusal says %q: which fields there are is not for customers", e.Detail)
	}
	w.wantEvents(c.ID, customerspets.CustomerCreated)
	w.wantEvents(p.ID, customerspets.PetCreated)
}

func second[T any](_ T, err error) error { return err }

func TestDeletingAFieldWithValuesNeedsForce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	elsewhere := w.another()
	elsewhere.field(configlists.PetForm, diet)
	foreign := elsewhere.pet(elsewhere.customer(`{"first_name": "Cat"}`).ID, `{"name": "Fay", "species": "dog", "custom_fields": {"diet": "raw"}}`)
	customerField, petField := w.field(configlists.CustomerForm, diet), w.field(configlists.PetForm, diet)
	c := w.customer(`{"first_name": "Ann", "custom_fields": {"diet": "raw"}}`)
	other := w.customer(`{"first_name": "Bea"}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"diet": "raw"}}`)
	q := w.pet(c.ID, `{"name": "Tom", "species": "cat", "custom_fields": {"diet": "dry"}}`)
	remove := func(form configlists.Form, id uuid.UUID, force bool) error {
		return w.lists.DeleteField(w.ctx, w.account, form, id, patch.Precondition{}, force)
	}
	e := testkit.WantKind(t, remove(configlists.PetForm, petField.ID, false), apperr.Conflict, "in_use")
	if e.Count != 2 {
		t.Errorf("the conflict counts %d", e.Count)
	}
	w.wantEvents(p.ID, customerspets.PetCreated)
	must(t, remove(configlists.PetForm, petField.ID, true))
	wantPrevious(t, w.wantEvents(p.ID, customerspets.PetCreated, customerspets.PetUpdated), `{"custom_fields": {"diet": "raw"}}`)
	wantPrevious(t, w.wantEvents(q.ID, customerspets.PetCreated, customerspets.PetUpdated), `{"custom_fields": {"diet": "dry"}}`)
	after, err := w.service.FindPet(w.ctx, w.account, p.ID)
	if err != nil || asJSON(t, after.CustomFields) != "{}" || after.Version != 2 {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
	fears := w.field(configlists.PetForm, `{"key": "fears", "label": "Fears", "type": "multi_select", "options": [{"value": "noise", "label": "N"}]}`)
	testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, p, `{"custom_fields": {"fears": ["noise"]}}`))
	must(t, remove(configlists.PetForm, fears.ID, true))
	if after, err = w.service.FindPet(w.ctx, w.account, p.ID); err != nil || asJSON(t, after.CustomFields) != "{}" {
		t.Errorf("of several choices there is %s left (%v)", asJSON(t, after.CustomFields), err)
	}
	w.wantEvents(c.ID, customerspets.CustomerCreated)
	must(t, remove(configlists.CustomerForm, customerField.ID, true))
	wantPrevious(t, w.wantEvents(c.ID, customerspets.CustomerCreated, customerspets.CustomerUpdated), `{"custom_fields": {"diet": "raw"}}`)
	w.wantEvents(other.ID, customerspets.CustomerCreated)
	elsewhere.wantEvents(foreign.ID, customerspets.PetCreated)
}

func TestRemovingAnOptionInUseNeedsForce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.field(configlists.PetForm, diet)
	several := w.field(configlists.PetForm, `{"key": "fears", "label": "Fears", "type": "multi_select", "options": [{"value": "noise", "label": "N"}, {"value": "men", "label": "M"}]}`)
	owner := w.customer(`{"first_name": "Ann"}`)
	raw := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"diet": "raw", "fears": ["noise", "men"]}}`)
	dry := w.pet(owner.ID, `{"name": "Tom", "species": "cat", "custom_fields": {"diet": "dry", "fears": ["noise"]}}`)
	keep := func(f configlists.Field, value string, force bool) error {
		change := decode[configlists.FieldPatch](t, `{"options": [{"value": "`+value+`", "label": "X"}]}`)
		return second(w.lists.UpdateField(w.ctx, w.account, configlists.PetForm, f.ID, change, patch.Precondition{}, force))
	}
	e := testkit.WantKind(t, keep(f, "dry", false), apperr.Conflict, "in_use")
	if e.Count != 1 {
		t.Errorf("the conflict counts %d", e.Count)
	}
	must(t, keep(f, "dry", true))
	must(t, keep(several, "men", true))
	for _, c := range []struct {
		pet  customerspets.Pet
		want string
	}{{raw, `{"fears": ["men"]}`}, {dry, `{"diet": "dry"}`}} {
		testkit.SameJSON(t, testkit.Must[customerspets.Pet](t)(w.service.FindPet(w.ctx, w.account, c.pet.ID)).CustomFields, c.want)
	}
}

func TestCustomersSendBackPhonesAndContactsThatTheyCannotChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "phones": [{"number": "07700 900123"}, {"type": "home", "number": "07700 900124"}], "contacts": [{"name": "Tom"}]}`)
	w.standard(configlists.CustomerForm, `{"key": "phones", "editable_by_customer": false}, {"key": "contacts", "editable_by_customer": false}`)
	shown := testkit.Must[customerspets.Customer](t)(w.service.GetCustomer(w.as(c.ID), w.account, c.ID))
	sent := `{"phones": ` + asJSON(t, shown.Phones) + `, "contacts": ` + asJSON(t, shown.Contacts) + `, "company_name": "Ann & Co"}`
	after, err := w.change(w.as(c.ID), c.ID, sent)
	if err != nil || text(after.CompanyName) != "Ann & Co" {
		t.Errorf("%s became %s: %v", sent, asJSON(t, after), err)
	}
	testkit.SameJSON(t, after.Phones, c.Phones)
	for _, body := range []string{`{"phones": [{"number": "+447700900123"}]}`, `{"contacts": [{"name": "Tom", "emergency": true}]}`} {
		testkit.WantKind(t, second(w.change(w.as(c.ID), c.ID, body)), apperr.Forbidden, "forbidden")
	}
}
