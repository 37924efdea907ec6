package customerspets_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

func (w *world) importTypes() []importing.Type {
	return []importing.Type{
		w.service.CustomerImport(), w.service.PetImport(), w.lists.BreedImport(), w.lists.StatusImport(), w.lists.ColourCodeImport(),
		w.lists.FieldImport(configlists.CustomerForm), w.lists.FieldImport(configlists.PetForm),
	}
}

func (w *world) load(lines ...string) error {
	w.t.Helper()
	importer := testkit.Must[*jsonl.Importer](w.t)(jsonl.New(w.db, w.importTypes(), clock.System))
	ctx := caller.With(w.t.Context(), caller.Caller{Kind: caller.System, Name: "import"})
	_, err := importer.Run(ctx, jsonl.Job{Account: w.account, Name: "FILE", Input: strings.NewReader(strings.Join(lines, "\n") + "\n")})
	return err
}

// wantLineFaults checks that the import failed with exactly these "line: field" faults.
func wantLineFaults(t *testing.T, err error, want ...string) {
	t.Helper()
	faults, ok := errors.AsType[*jsonl.Faults](err)
	if !ok {
		t.Fatalf("the import ends with %v, want faults %v", err, want)
	}
	var got []string
	for _, f := range faults.List {
		got = append(got, fmt.Sprintf("%d: %s", f.Line, f.Field))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the faults are %v, want %v:\n%v", got, want, err)
	}
}

func (w *world) count(table string) int {
	w.t.Helper()
	return w.Count("select count(*) from "+table+" where account_id = $1", w.account)
}

func (w *world) byExternalID(external string) customerspets.Customer {
	w.t.Helper()
	list := w.page(customerspets.CustomerQuery{ExternalID: external})
	if len(list) != 1 {
		w.t.Fatalf("there are %d customers %s", len(list), external)
	}
	return list[0]
}

func TestEmailsOfLoginsArePassedOnWhateverTheDistance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	line := func(external, email, more string) string {
		return `{"type": "customer", "external_id": "` + external + `", "first_name": "x", "email": "` + email + `@example.com"` + more + `}`
	}
	const login = `, "password": "` + secret + `"`
	var between []string
	for i := range 1100 {
		between = append(between, line(fmt.Sprint(i), "shared", ""))
	}
	far := func(first, last string) []string { return slices.Concat([]string{first}, between, []string{last}) }
	must(t, w.load(line("a", "one", login), line("b", "two", login), line("c", "three", login)))
	for _, lines := range [][]string{
		far(line("a", "two", ""), line("b", "four", "")),
		far(line("c", "four", ""), line("b", "four", `, "password": null`)),
		far(line("d", "two", login), line("a", "two", `, "password": null`)),
		far(line("b", "five", login), line("a", "five", "")),
	} {
		must(t, w.load(lines...))
	}
	wantLineFaults(t, w.load(far(line("c", "two", ""), line("a", "six", login))...), "1: email")                                         // which d has
	wantLineFaults(t, w.load(far(line("c", "two", ""), line("d", "two", ""))...), "1102: email")                                         // and keeps
	wantLineFaults(t, w.load(far(line("e", "seven", login), line("f", "SEVEN", login))...), "1102: email")                               // both take it
	wantLineFaults(t, w.load(far(line("c", "two", ""), strings.Replace(line("d", "x", ""), "x@example.com", "x", 1))...), "1102: email") // no consequence is told
	if c := w.byExternalID("c"); *c.Email != "four@example.com" || !c.Login.Enabled || c.Version != 2 {
		t.Errorf("the customer is %s", asJSON(t, c))
	}
}

func TestImportMakesTheRecordWhatTheLineSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "alert": "x", "tags": ["a"], "external_id": "C-1", "password": "` + secret + `"}`)
	must(t, w.load(`{"type": "customer", "external_id": "C-1", "first_name": "Bea", "email": "ann@example.com"}`))
	after := w.byExternalID("C-1")
	if after.ID != c.ID || text(after.FirstName) != "Bea" || after.Alert != nil || asJSON(t, after.Tags) != "[]" || after.Version != 2 || !after.Login.Enabled {
		t.Errorf("the customer is %s", asJSON(t, after))
	}
	wantPrevious(t, w.wantEvents(c.ID, customerspets.CustomerCreated, customerspets.CustomerUpdated), `{"first_name": "Ann", "alert": "x", "tags": ["a"]}`)
	if len(w.logins.told) != 0 {
		t.Error("the login changed")
	}
	if err := w.load(`{"type": "customer", "external_id": "C-1", "first_name": "Bea", "email": "ann@example.com", "password": "another-secret-1"}`); err != nil {
		t.Fatal(err)
	}
	l := testkit.Must[customerspets.Login](t)(w.service.Login(w.ctx, w.account, "ann@example.com"))
	if ok, err := passwords.New().Verify(w.ctx, "another-secret-1", l.PasswordHash); !ok || err != nil {
		t.Errorf("the new password does not fit (%v)", err)
	}
	if !slices.Equal(w.logins.told, []uuid.UUID{c.ID}) {
		t.Errorf("logins changed: %v", w.logins.told)
	}
}

func TestImportReportsEveryFaultAndChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.field(configlists.CustomerForm, `{"key": "word", "label": "Word", "type": "text", "required": true}`)
	w.customer(`{"first_name": "Old", "email": "old@example.com", "password": "` + secret + `", "custom_fields": {"word": "x"}}`)
	owner := w.customer(`{"first_name": "Ann", "external_id": "C-9", "custom_fields": {"word": "x"}}`)
	w.customer(`{"first_name": "Bea", "external_id": "C-8", "custom_fields": {"word": "x"}}`)
	w.pet(owner.ID, `{"name": "Rex", "species": "dog", "external_id": "P-9"}`)
	before := w.count("outbox.events")
	ok := `"custom_fields": {"word": "x"}`
	err := w.load(
		`{"type": "customer", "external_id": "C-1", "first_name": "A"}`,
		`{"type": "customer", "external_id": "C-2", `+ok+`, "phones": [{"number": "12"}], "colour_codes": [4]}`,
		`{"type": "customer", "external_id": "C-3", "first_name": "A", "email": "OLD@example.com", "password": "`+secret+`", `+ok+`}`,
		`{"type": "customer", "external_id": "C-4", "first_name": "A", "email": "same@example.com", "password": "`+secret+`", `+ok+`}`,
		`{"type": "customer", "external_id": "C-5", "first_name": "A", "email": "Same@example.com", "password": "`+secret+`", `+ok+`}`,
		`{"type": "customer", "external_id": "C-9", "first_name": "Ann"}`,
		`{"type": "pet", "external_id": "P-1", "customer": "C-8", "name": "Rex", "species": "dog", "breeds": ["Nobody's Hound", "Siamese"], "birth_date": "2999-01-01"}`,
		`{"type": "pet", "external_id": "P-2", "customer": "C-8", "name": "Rex", "species": "dog", "secondary_pet_status": "None", "colour_codes": [7]}`,
		`{"type": "pet", "external_id": "P-9", "customer": "C-8", "name": "Rex", "species": "dog"}`,
	)
	wantLineFaults(t, err, "1: custom_fields.word", "2: first_name", "2: phones[0].number", "2: colour_codes[0]", "3: email", "5: email",
		"6: custom_fields.word", "7: breeds[0]", "7: breeds[1]", "7: birth_date", "8: secondary_pet_status", "8: colour_codes[0]", "9: customer")
	if after := w.count("outbox.events"); after != before {
		t.Errorf("the failed import left %d events", after-before)
	}
}

func TestRequiredKeysOfALineCountByTheNamesThatTheyHaveThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.breed("dog", "Zzz Hound")
	w.status("Senior")
	w.colourCode(configlists.CustomerColour)
	w.colourCode(configlists.PetColour)
	for form, keys := range map[configlists.Form][]string{
		configlists.PetForm: {"breed_ids", "secondary_pet_status_id", "colour_code_ids", "external_id"}, configlists.CustomerForm: {"colour_code_ids", "external_id"},
	} {
		var changes configlists.StandardFieldChanges
		for _, key := range keys {
			changes.Fields = append(changes.Fields, configlists.StandardFieldPatch{Key: key, Required: patch.Of(true)})
		}
		testkit.Must[[]configlists.Field](t)(w.lists.UpdateStandardFields(w.ctx, w.account, form, changes))
	}
	customer := `{"type": "customer", "external_id": "C-1", "first_name": "Zoë", "colour_codes": [1]}`
	pet := `{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog", "breeds": ["Zzz Hound"], "secondary_pet_status": "Senior", "colour_codes": [1]}`
	for range 2 {
		must(t, w.load(customer, pet))
	}
	wantLineFaults(t, w.load(`{"type": "customer", "external_id": "C-2", "first_name": "Al"}`), "1: colour_codes")
	w.standard(configlists.CustomerForm, `{"key": "company_name", "required": true}`)
	must(t, w.load(strings.TrimSuffix(customer, "}")+`, "company_name": "Paws"}`))
	wantLineFaults(t, w.load(customer), "1: company_name") // which would be lost
	wantLineFaults(t, w.load(`{"type": "pet", "external_id": "P-2", "customer": "C-1", "name": "Rex", "species": "dog", "breeds": ["Nix"]}`),
		"1: breeds[0]", "1: secondary_pet_status", "1: colour_codes")
}

func TestLinesNameEntriesOfListsByTheirExternalID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := new("X-1")
	breed := testkit.Must[configlists.Breed](t)(
		w.lists.CreateBreed(w.ctx, w.account, configlists.BreedCreate{Name: "Zzz Hound", Species: "dog", ExternalID: id}))
	status := testkit.Must[configlists.SecondaryPetStatus](t)(
		w.lists.CreateSecondaryPetStatus(w.ctx, w.account, configlists.SecondaryPetStatusCreate{Name: "Senior", ExternalID: id}))
	code := testkit.Must[configlists.ColourCode](t)(w.lists.CreateColourCode(w.ctx, w.account,
		configlists.ColourCodeCreate{Type: configlists.PetColour, Name: "Code", Colour: "#112233", ExternalID: id}))
	customer := `{"type": "customer", "external_id": "C-1", "first_name": "Zoë"}`
	pet := `{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog", ` +
		`"breeds": ["X-1"], "secondary_pet_status": "X-1", "colour_codes": ["X-1"]}`
	must(t, w.load(customer, pet))
	pets := testkit.Must[paging.Page[customerspets.ListedPet]](t)(
		w.service.ListAccountPets(w.ctx, w.account, customerspets.PetFilter{}, paging.All(10)))
	p := pets.Items[0]
	if !slices.Equal(p.BreedIDs.Get(), []uuid.UUID{breed.ID}) || p.SecondaryPetStatusID == nil || *p.SecondaryPetStatusID != status.ID ||
		!slices.Equal(p.ColourCodeIDs.Get(), []uuid.UUID{code.ID}) {
		t.Errorf("%+v", p)
	}
	must(t, w.load(strings.ReplaceAll(strings.Replace(pet, `["X-1"]}`, `[1]}`, 1), `["X-1"], "sec`, `["zzz HOUND"], "sec`)))
	wantLineFaults(t, w.load(strings.ReplaceAll(pet, "X-1", "X-9")), "1: breeds[0]", "1: secondary_pet_status", "1: colour_codes[0]")
}

// A record that was made before a rule need not get a value, but a value is not lost to a line that leaves it out.
func TestALineDoesNotEmptyARequiredCustomField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const before, customer, pet = `{"type": "customer", "external_id": "C-0", "first_name": "Al"}`,
		`{"type": "customer", "external_id": "C-1", "first_name": "Zoë"`, `{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog"`
	must(t, w.load(before))
	for _, form := range []configlists.Form{configlists.CustomerForm, configlists.PetForm} {
		w.field(form, `{"key": "word", "label": "Word", "type": "text", "required": true}`)
		w.field(form, `{"key": "size", "label": "Size", "type": "number"}`)
	}
	const filled = `, "custom_fields": {"word": "x", "size": 1}}`
	must(t, w.load(before, customer+filled, pet+filled))
	for _, emptied := range []string{``, `, "custom_fields": null`, `, "custom_fields": {}`, `, "custom_fields": {"size": 2}`, `, "custom_fields": {"word": null}`} {
		wantLineFaults(t, w.load(customer+emptied+"}"), "1: custom_fields.word")
		wantLineFaults(t, w.load(pet+emptied+"}"), "1: custom_fields.word")
	}
	const other = `, "custom_fields": {"word": "y"}}`
	must(t, w.load(strings.TrimSuffix(before, "}")+`, "custom_fields": {"size": 2}}`, customer+other, pet+other))
}

func TestNullInALineIsAsIfTheKeyWereLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	customer, pet := `{"type": "customer", "external_id": "C-1", "first_name": "Zoë"%s}`, `{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog"%s}`
	for _, said := range [][]any{{"", ""}, {`, "status": null`, `, "status": null, "sex": null, "altered": null, "weight": null`}} {
		must(t, w.load(fmt.Sprintf(customer, said[0]), fmt.Sprintf(pet, said[1])))
		if c := w.byExternalID("C-1"); *c.Status != customerspets.Active || c.Version != 1 {
			t.Errorf("%v: %s, version %d", said, *c.Status, c.Version)
		}
	}
	w.standard(configlists.PetForm, `{"key": "sex", "required": true}`)
	wantLineFaults(t, w.load(strings.Replace(fmt.Sprintf(pet, `, "sex": null`), "P-1", "P-2", 1)), "1: sex")
}

func TestAWeightOfALineHasItsUnit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for weight, fault := range map[string]string{`{"value": "1"}`: "2: weight.unit", `{"value": "1", "unit": null}`: "2: weight.unit", `{"unit": "kg"}`: "2: weight.value"} {
		wantLineFaults(t, w.load(`{"type": "customer", "external_id": "C", "first_name": "x"}`,
			`{"type": "pet", "external_id": "P", "customer": "C", "name": "x", "species": "dog", "weight": `+weight+`}`), fault)
	}
	type document struct {
		Defs map[string]struct{ Required []string } `json:"$defs"`
	}
	text, err := jsonl.Schema(w.importTypes())
	if schema := decode[document](t, string(text)); err != nil || !slices.Equal(schema.Defs["customerspets.PetWeight"].Required, []string{"value", "unit"}) {
		t.Errorf("%+v, %v", schema, err)
	}
	for _, key := range jsonl.Keys(w.service.PetImport()) {
		if strings.HasPrefix(key.Path, "weight.") && key.Required {
			t.Errorf("a table has to have %s", key.Path)
		}
	}
}

func TestImportedRecordsKeepTheTimeThatTheyBring(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	line := func(id, made string) string {
		return `{"type": "customer", "external_id": "` + id + `", "first_name": "Zoë"` + made + `}`
	}
	for range 2 {
		if err := w.load(line("new", ""), line("young", `, "created_at": "2021-02-03T04:05:06.5Z"`), line("old", `, "created_at": "2019-02-03T04:05:06+01:00"`),
			line("oldest", `, "created_at": "1970-01-01T00:00:00Z"`)); err != nil {
			t.Fatal(err)
		}
	}
	var order []string
	for _, c := range w.page(customerspets.CustomerQuery{}) {
		order = append(order, *c.ExternalID)
	}
	if !slices.Equal(order, []string{"new", "young", "old", "oldest"}) {
		t.Errorf("newest first: %v", order)
	}
	must(t, w.load(line("old", `, "created_at": "2020-01-01T00:00:00Z"`)))
	old := w.byExternalID("old")
	if sec, _ := old.ID.Time().UnixTime(); !old.CreatedAt.Equal(time.Date(2019, 2, 3, 3, 5, 6, 0, time.UTC)) || sec != old.CreatedAt.Unix() || old.Version != 1 {
		t.Errorf("%s, %s, version %d", old.CreatedAt, old.ID, old.Version)
	}
	wantLineFaults(t, w.load(line("a", `, "created_at": "2999-01-01T00:00:00Z"`), line("b", `, "created_at": "1969-12-31T23:59:59Z"`), line("c", `, "created_at": "31/12/2020"`)),
		"1: created_at", "2: created_at", "3: created_at")
}
