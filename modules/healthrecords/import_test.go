package healthrecords_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/testkit"
)

// line is an import line with its external id.
type line struct {
	id   string
	line any
}

// imports runs lines through an importer; references lead to the pets P-1 and P-2 and to preventive types.
func (w *world) imports(importer importing.Type, lines ...line) map[string][]string {
	w.Helper()
	texts := make([]string, len(lines))
	for i, l := range lines {
		text := testkit.Must[[]byte](w)(json.Marshal(l.line))
		texts[i] = `{"external_id": "` + l.id + `", ` + string(text[1:])
	}
	faults := map[string][]string{}
	for _, found := range w.Import(importer, w.resolve, texts...) {
		id, fault, _ := strings.Cut(found, ": ")
		faults[id] = append(faults[id], fault)
	}
	return faults
}

func (w *world) resolve(recordType, externalID string) uuid.UUID {
	w.Helper()
	switch recordType + " " + externalID {
	case "pet P-1":
		return w.pet
	case "pet P-2":
		return w.other
	}
	if recordType != "preventive_type" {
		w.Errorf("asked for %s %s", recordType, externalID)
	}
	return w.IDOf(w.service.PreventiveTypeImport(), externalID)
}

func (w *world) wantImported(faults map[string][]string) {
	w.Helper()
	for id, f := range faults {
		w.Errorf("%s: %v", id, f)
	}
}

func TestImportChangesAVaccinationUnderTheRulesOfTheAPI(t *testing.T) {
	w := newWorld(t)
	imports := func(l healthrecords.VaccinationLine) map[string][]string {
		return w.imports(w.service.VaccinationImport(), line{"V-1", &l})
	}
	sound := healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Rabies", VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}}
	w.wantImported(imports(sound))
	before := w.one()
	for _, c := range []struct {
		change func(*healthrecords.VaccinationLine)
		want   []string
	}{
		{func(l *healthrecords.VaccinationLine) { l.Pet = "P-2" }, []string{"pet immutable"}},
		{func(l *healthrecords.VaccinationLine) { l.VaccinationType = "Lyme" }, []string{"vaccination_type immutable"}},
		{func(l *healthrecords.VaccinationLine) { l.VaccinationType = "Hay fever" }, []string{"vaccination_type unknown"}},
		{func(l *healthrecords.VaccinationLine) { l.AdministeredOn = new(day(t, "2026-05-02")) }, []string{"administered_on future"}},
	} {
		faulty := sound
		c.change(&faulty)
		if got := imports(faulty)["V-1"]; !slices.Equal(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
	reckoned := sound
	reckoned.VaccinationType, reckoned.ExpiresOn, reckoned.AdministeredOn = "Hay fever", nil, new(day(t, "2026-04-01"))
	for _, id := range []string{"V-1", "V-2"} {
		if got := w.imports(w.service.VaccinationImport(), line{id, &reckoned})[id]; !slices.Equal(got, []string{"vaccination_type unknown"}) {
			t.Errorf("%s of an unknown type, which would tell when it expires: %v", id, got)
		}
	}
	ofCats := sound
	ofCats.VaccinationType = "FVRCP"
	if got := w.imports(w.service.VaccinationImport(), line{"V-2", &ofCats})["V-2"]; !slices.Equal(got, []string{"vaccination_type species"}) {
		t.Errorf("a vaccination of cats for a dog: %v", got)
	}
	testkit.SameJSON(t, w.one(), before)
	sound.ExpiresOn = new(day(t, "2026-05-11"))
	w.wantImported(imports(sound))
	e := w.wantEvents(healthrecords.VaccinationCreated, healthrecords.VaccinationUpdated)
	after := w.one()
	if after.Version != 2 || after.DaysUntilExpiry != 10 {
		t.Errorf("%+v", after)
	}
	testkit.SameJSON(t, e[1].Data.Object, after)
	testkit.SameJSON(t, e[1].Data.Previous, map[string]any{"expires_on": "2027-01-01", "status": "valid", "days_until_expiry": 245})
}

func TestImportLeavesDeletedVaccinationsAndTypesAlone(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Parvo")
	gone := line{"V-1", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}}}
	kept := line{"V-2", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "parvo", VaccinationDetails: details{ExpiresOn: new(day(t, "2026-01-01"))}}}
	w.wantImported(w.imports(w.service.VaccinationImport(), gone, kept))
	first := w.list(healthrecords.VaccinationFilter{}, 10)[1]
	must(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, first.ID, anyVersion))
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, anyVersion))
	gone.line.(*healthrecords.VaccinationLine).ExpiresOn = new(day(t, "2028-01-01"))
	w.wantImported(w.imports(w.service.VaccinationImport(), gone, kept))
	if v := w.one(); *v.ExternalID != "V-2" || v.Type.Get().Name != "Parvo" {
		t.Errorf("%+v", v)
	}
	late := line{"V-3", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}}}
	if got := w.imports(w.service.VaccinationImport(), late)["V-3"]; !slices.Equal(got, []string{"vaccination_type unknown"}) {
		t.Errorf("new record of a deleted type: %v", got)
	}
	w.wantEvents(healthrecords.VaccinationTypeCreated, healthrecords.VaccinationCreated, healthrecords.VaccinationCreated,
		healthrecords.VaccinationDeleted, healthrecords.VaccinationTypeDeleted)
}

func TestImportReckonsTheExpiryOfAVaccinationOnce(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Parvo")
	given := line{"V-1", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{AdministeredOn: new(day(t, "2024-02-29"))}}}
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	if _, err := w.service.UpdateRequirement(w.ctx, w.account, kind.ID, healthrecords.Requirement{DefaultValidityMonths: patch.Of(6)}, anyVersion); err != nil {
		t.Fatal(err)
	}
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, anyVersion))
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	if v := w.one(); v.ExpiresOn.String() != "2025-02-28" || v.Version != 1 {
		t.Errorf("%+v", v)
	}
	later := line{"V-1", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{AdministeredOn: new(day(t, "2024-03-01"))}}}
	if got := w.imports(w.service.VaccinationImport(), later)["V-1"]; !slices.Equal(got, []string{"expires_on required"}) {
		t.Errorf("given on another day, of a deleted type: %v", got)
	}
}

func TestImportedTypeIsTheLiveOneOfItsName(t *testing.T) {
	w := newWorld(t)
	old := w.createType("Parvo")
	v := w.vaccinate(old, "2027-01-01")
	if _, err := w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID, healthrecords.VaccinationPatch{ExternalID: patch.Of("V-1")}, anyVersion); err != nil {
		t.Fatal(err)
	}
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, old.ID, anyVersion))
	live := w.createType("PARVO")
	w.wantImported(w.imports(w.service.VaccinationImport(),
		line{"V-1", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}}},
		line{"V-2", &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo", VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}}}))
	all := w.list(healthrecords.VaccinationFilter{}, 10)
	if all[0].VaccinationTypeID != live.ID || all[1].VaccinationTypeID != old.ID {
		t.Errorf("%+v", all)
	}
}

func TestImportOfPreventivesAndTheirTypes(t *testing.T) {
	w := newWorld(t)
	types := []line{
		{"PT-1", &healthrecords.PreventiveTypeLine{Name: "Spot-on", Category: "flea_tick", Species: []string{"dog"}, IntervalDays: new(30)}},
		{"PT-2", &healthrecords.PreventiveTypeLine{Name: "Dewormer", Category: "dewormer"}},
	}
	given := &healthrecords.PreventiveLine{Pet: "P-1", PreventiveType: "PT-1", Product: new("Tickaway"), AdministeredOn: new(day(t, "2026-04-20")),
		ExpiresOn: day(t, "2026-05-20"), Note: new("Given by the owner.")}
	lines := []line{{"PV-1", given}, {"PV-2", &healthrecords.PreventiveLine{Pet: "P-1", PreventiveType: "PT-2", ExpiresOn: day(t, "2026-07-20")}}}
	for range 2 {
		w.wantImported(w.imports(w.service.PreventiveTypeImport(), types...))
		w.wantImported(w.imports(w.service.PreventiveImport(), lines...))
	}
	created := []string{healthrecords.PreventiveTypeCreated, healthrecords.PreventiveTypeCreated, healthrecords.PreventiveCreated, healthrecords.PreventiveCreated}
	e := w.wantEvents(created...)
	page, err := w.service.ListPreventives(w.ctx, w.account, w.pet, paging.Request{Limit: 1})
	if err != nil || page.Next == nil || *page.Items[0].ExternalID != "PV-2" || page.Items[0].Status != healthrecords.Valid {
		t.Fatalf("%+v %v", page, err)
	}
	page, err = w.service.ListPreventives(w.ctx, w.account, w.pet, paging.Request{Limit: 1, After: page.Next})
	if err != nil || page.Next != nil {
		t.Fatalf("%+v %v", page, err)
	}
	kinds, err := w.service.ListPreventiveTypes(w.ctx, w.account, paging.All(10))
	if err != nil || len(kinds.Items) != 2 || kinds.Items[0].Name != "Dewormer" {
		t.Fatalf("%+v %v", kinds, err)
	}
	kind := kinds.Items[1]
	want := healthrecords.Preventive{
		Meta:  record.Meta{ID: page.Items[0].ID, AccountID: w.account, CreatedAt: w.Now(), UpdatedAt: w.Now(), Version: 1},
		PetID: w.pet, PreventiveTypeID: kind.ID,
		Type:    jsonb.New(healthrecords.PreventiveTypeLabel{ID: kind.ID, Name: "Spot-on", Category: "flea_tick"}),
		Product: new("Tickaway"), AdministeredOn: new(day(t, "2026-04-20")), ExpiresOn: day(t, "2026-05-20"), Standing: healthrecords.Standing{Status: healthrecords.Expiring, DaysUntilExpiry: 19}, Note: new("Given by the owner."), ExternalID: new("PV-1"),
	}
	testkit.SameJSON(t, page.Items[0], want)
	testkit.SameJSON(t, e[2].Data.Object, want)

	given.Product = nil
	w.wantImported(w.imports(w.service.PreventiveImport(), line{"PV-1", given}))
	w.wantImported(w.imports(w.service.PreventiveTypeImport(), line{"PT-2", &healthrecords.PreventiveTypeLine{Name: "Wormer", Category: "dewormer"}}))
	e = w.wantEvents(append(created, healthrecords.PreventiveUpdated, healthrecords.PreventiveTypeUpdated)...)
	testkit.SameJSON(t, e[4].Data.Previous, map[string]any{"product": "Tickaway"})
	testkit.SameJSON(t, e[5].Data.Previous, map[string]any{"name": "Dewormer"})

	given.AdministeredOn = new(day(t, "2026-05-21"))
	if got := w.imports(w.service.PreventiveImport(), line{"PV-1", given})["PV-1"]; !slices.Equal(got, []string{"administered_on future"}) {
		t.Errorf("%v", got)
	}
	testkit.WantKind(t, second(w.service.ListPreventives(w.ctx, w.account, ids.New(), paging.All(10))), apperr.NotFound)
	kinds, err = w.service.ListPreventiveTypes(w.ctx, ids.New(), paging.All(10))
	if err != nil || len(kinds.Items) != 0 {
		t.Errorf("another account: %+v %v", kinds, err)
	}
}

func TestImportChangesWhatTheLocationRequiresOfABuiltInTypeAndNothingElse(t *testing.T) {
	w := newWorld(t)
	type m = map[string]any
	imports := func(keys m) map[string][]string {
		keys["name"] = "RABIES"
		return w.imports(w.service.VaccinationTypeImport(), line{"T-1", keys})
	}
	w.wantImported(imports(m{}))
	want := w.typeNamed("Rabies")
	if want.Version != 2 || want.ExternalID == nil || *want.ExternalID != "T-1" {
		t.Errorf("%+v", want)
	}
	for _, same := range []m{{}, {"abbreviation": "RAB"}, {"species": []string{"dog", "cat", "ferret"}, "required_for": []string{}, "default_validity_months": 36}} {
		w.wantImported(imports(same))
	}
	w.wantEvents(healthrecords.VaccinationTypeUpdated)
	w.Advance(time.Hour)
	for range 2 {
		w.wantImported(imports(m{"required_for": []string{"boarding"}, "default_validity_months": 24}))
	}
	w.wantImported(imports(m{}))
	want.RequiredFor, want.DefaultValidityMonths, want.Version, want.UpdatedAt = jsonb.New([]string{"boarding"}), new(24), 3, w.Now()
	testkit.SameJSON(t, w.typeNamed("Rabies"), want)
	for _, other := range []m{{"species": []string{"dog"}}, {"species": []string{}}, {"abbreviation": "RABI", "default_validity_months": 1}, {"abbreviation": ""}} {
		if got := imports(other)["T-1"]; !slices.Equal(got, []string{"name built_in"}) {
			t.Errorf("%v: %v", other, got)
		}
	}
	w.wantImported(imports(m{"required_for": []string{}}))
	e := w.wantEvents(healthrecords.VaccinationTypeUpdated, healthrecords.VaccinationTypeUpdated, healthrecords.VaccinationTypeUpdated)[1:]
	testkit.SameJSON(t, e[0].Data.Object, want)
	testkit.SameJSON(t, e[0].Data.Previous, m{"required_for": []string{}, "default_validity_months": 36})
	testkit.SameJSON(t, e[1].Data.Previous, m{"required_for": []string{"boarding"}})
}

func TestVaccinationTypesAreFoundByTheirExternalID(t *testing.T) {
	w := newWorld(t)
	type m = map[string]any
	w.wantImported(w.imports(w.service.VaccinationTypeImport(), line{"T-1", m{"name": "Parvo"}}))
	kind := w.typeNamed("Parvo")
	w.wantImported(w.imports(w.service.VaccinationTypeImport(), line{"T-1", m{"name": "Parvovirus"}}))
	if now := w.typeNamed("Parvovirus"); now.ID != kind.ID || now.Version != 2 {
		t.Errorf("another type was made: %+v", now)
	}
	_, err := w.service.CreateVaccinationType(w.ctx, w.account, healthrecords.VaccinationTypeCreate{ExternalID: new("T-1"),
		VaccinationTypeDetails: healthrecords.VaccinationTypeDetails{Name: "Other"}})
	if !errors.Is(err, healthrecords.ErrExternalIDTaken) {
		t.Errorf("the external id is taken: %v", err)
	}
	given := line{"V-1", m{"pet": "P-1", "vaccination_type": "T-1", "expires_on": "2027-01-01"}}
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	if v := w.one(); v.VaccinationTypeID != kind.ID {
		t.Errorf("it has another type: %+v", v)
	}
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, patch.Precondition{}))
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	w.wantImported(w.imports(w.service.VaccinationTypeImport(), line{"T-1", m{"name": "Parvo"}})) // is made anew
	w.wantImported(w.imports(w.service.VaccinationImport(), given))
	if v := w.one(); v.VaccinationTypeID != kind.ID || v.Version != 1 {
		t.Errorf("it does not keep its type: %+v", v)
	}
}

// The first import into an account makes its built-in types, but nobody who asks for them waits until it ends.
func TestTypesAreListedDuringTheFirstImport(t *testing.T) {
	w := newWorld(t)
	of := w.service.VaccinationTypeImport()
	must(t, of.Begin(w.ctx, w.account))
	must(t, w.DB.InTx(w.ctx, func(ctx context.Context) error {
		line := importing.Record[any]{ID: ids.New(), ExternalID: "T-1", Errors: &apperr.FieldErrors{}, Outcome: new(importing.Outcome),
			Line: &healthrecords.VaccinationTypeLine{VaccinationTypeDetails: healthrecords.VaccinationTypeDetails{Name: "Kind", Species: []string{"dog"}}}}
		if err := of.Apply(ctx, w.account, []importing.Record[any]{line}, nil); err != nil {
			return err
		}
		soon, cancel := context.WithTimeout(w.ctx, time.Minute)
		defer cancel()
		page, err := w.service.ListVaccinationTypes(soon, w.account, paging.All(100))
		if err != nil {
			return err
		}
		types := page.Items
		if len(types) == 0 || slices.ContainsFunc(types, func(v healthrecords.VaccinationType) bool { return !v.BuiltIn }) {
			t.Errorf("%d types while the import goes on", len(types))
		}
		return nil
	}))
}
