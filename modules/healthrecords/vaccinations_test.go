package healthrecords_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/testkit"
)

var anyVersion = patch.Precondition{}

func TestVaccinationKeepsEveryKeyAndTellsOnce(t *testing.T) {
	w := newWorld(t)
	rabies := w.typeNamed("Rabies")
	v := testkit.Must[healthrecords.Vaccination](t)(w.service.CreateVaccination(w.ctx, w.account, w.pet, healthrecords.VaccinationCreate{
		VaccinationTypeID: rabies.ID, ExternalID: new("V-1"), VaccinationDetails: details{ExpiresOn: new(day(t, "2026-05-31")), AdministeredOn: new(day(t, "2026-05-01")), Manufacturer: new("Nordimmun"), LotNumber: new("A1"), Clinic: new("Parkside"), Veterinarian: new("Dr Obi"), Verified: true, Note: new("Seen")},
	}))
	want := healthrecords.Vaccination{
		Meta:  record.Meta{ID: v.ID, AccountID: w.account, CreatedAt: w.Now(), UpdatedAt: w.Now(), Version: 1},
		PetID: w.pet, VaccinationTypeID: rabies.ID,
		Type:      jsonb.New(healthrecords.VaccinationTypeLabel{ID: rabies.ID, Name: "Rabies", Abbreviation: new("RAB")}),
		ExpiresOn: day(t, "2026-05-31"), AdministeredOn: new(day(t, "2026-05-01")),
		Manufacturer: new("Nordimmun"), LotNumber: new("A1"), Clinic: new("Parkside"), Veterinarian: new("Dr Obi"), Verified: true,
		Note: new("Seen"), Standing: healthrecords.Standing{Status: healthrecords.Expiring, DaysUntilExpiry: 30}, Current: true, ExternalID: new("V-1"),
	}
	testkit.SameJSON(t, v, want)
	testkit.SameJSON(t, w.one(), want)
	e := w.wantEvents(healthrecords.VaccinationCreated)
	testkit.SameJSON(t, e[0].Data.Object, want)
	testkit.SameJSON(t, e[0].Data.Previous, nil)
}

func TestCreateNamesEveryFaultAndWritesNothing(t *testing.T) {
	w := newWorld(t)
	w.zone = zone(t, "Pacific/Honolulu")
	rabies := w.typeNamed("Rabies")
	gone := w.createType("Gone")
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, gone.ID, anyVersion))
	for _, c := range []struct {
		kind          uuid.UUID
		expires, give string
		want          []string
	}{
		{ids.New(), "2026-06-01", "2026-04-30", []string{"vaccination_type_id unknown"}},
		{gone.ID, "2026-06-01", "2026-04-30", []string{"vaccination_type_id unknown"}},
		{rabies.ID, "2026-04-29", "2026-04-30", []string{"administered_on order"}},
		{rabies.ID, "2027-04-29", "2026-05-01", []string{"administered_on future"}}, // in Honolulu it is still April
		{rabies.ID, "0001-01-02", "0001-01-02", []string{"expires_on range", "administered_on range"}},
		{ids.New(), "1899-12-31", "2030-01-01", []string{"vaccination_type_id unknown", "expires_on range", "administered_on future"}},
	} {
		_, err := w.service.CreateVaccination(w.ctx, w.account, w.pet, healthrecords.VaccinationCreate{
			VaccinationTypeID: c.kind, VaccinationDetails: details{ExpiresOn: new(day(t, c.expires)), AdministeredOn: new(day(t, c.give))},
		})
		testkit.WantFieldErrors(t, err, c.want...)
	}
	_, err := w.service.CreateVaccination(w.ctx, w.account, w.pet, healthrecords.VaccinationCreate{
		VaccinationTypeID: gone.ID, VaccinationDetails: details{AdministeredOn: new(day(t, "2026-04-30"))},
	})
	testkit.WantFieldErrors(t, err, "vaccination_type_id unknown") // not also that the type does not say how long it lasts
	_, err = w.service.CreateVaccination(w.ctx, w.account, ids.New(), healthrecords.VaccinationCreate{VaccinationTypeID: rabies.ID})
	testkit.WantKind(t, err, apperr.NotFound)
	w.wantEvents(healthrecords.VaccinationTypeCreated, healthrecords.VaccinationTypeDeleted)
	if all := w.list(healthrecords.VaccinationFilter{}, 10); len(all) != 0 {
		t.Errorf("%d vaccinations", len(all))
	}
}

func TestUpdateVaccinationRecordsWhatChangedWithItsStatus(t *testing.T) {
	w := newWorld(t)
	v := w.vaccinate(w.typeNamed("Rabies"), "2026-04-01")
	w.Advance(time.Hour)
	got := testkit.Must[healthrecords.Vaccination](t)(
		w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID, healthrecords.VaccinationPatch{
			ExpiresOn: patch.Of(day(t, "2027-04-01")), Clinic: patch.Of("Parkside"), Note: patch.Null[string](),
		}, patch.IfMatch([]int64{1})))
	want := v
	want.ExpiresOn, want.Clinic, want.Status, want.DaysUntilExpiry = day(t, "2027-04-01"), new("Parkside"), healthrecords.Valid, 335
	want.Version, want.UpdatedAt = 2, w.Now()
	testkit.SameJSON(t, got, want)
	testkit.SameJSON(t, w.one(), want)
	e := w.wantEvents(healthrecords.VaccinationCreated, healthrecords.VaccinationUpdated)
	testkit.SameJSON(t, e[1].Data.Object, want)
	testkit.SameJSON(t, e[1].Data.Previous, map[string]any{
		"expires_on": "2026-04-01", "clinic": nil, "status": "expired", "days_until_expiry": -30,
	})
}

// Where a location moves to a time zone further west, what was given today is given tomorrow.
func TestVaccinationGivenTomorrowCanChangeInOtherKeys(t *testing.T) {
	w := newWorld(t)
	tomorrow := day(t, "2026-05-02")
	w.zone = time.FixedZone("", 24*60*60)
	v := testkit.Must[healthrecords.Vaccination](w)(w.service.CreateVaccination(w.ctx, w.account, w.pet, healthrecords.VaccinationCreate{
		VaccinationTypeID: w.typeNamed("Rabies").ID, VaccinationDetails: details{ExpiresOn: new(day(t, "2027-05-02")), AdministeredOn: &tomorrow},
	}))
	w.zone = time.UTC
	update := func(p healthrecords.VaccinationPatch) error {
		return second(w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID, p, anyVersion))
	}
	must(t, update(healthrecords.VaccinationPatch{Note: patch.Of("Seen"), AdministeredOn: patch.Of(tomorrow)}))
	testkit.WantFieldErrors(t, update(healthrecords.VaccinationPatch{ExpiresOn: patch.Of(day(t, "2026-05-01"))}), "administered_on order")
	ahead := healthrecords.VaccinationPatch{AdministeredOn: patch.Of(day(t, "2026-05-03"))}
	testkit.WantFieldErrors(t, update(ahead), "administered_on future")
}

func TestVaccinationIsFoundUnderItsOwnPetOnly(t *testing.T) {
	w := newWorld(t)
	v := w.vaccinate(w.typeNamed("Rabies"), "2027-04-01")
	change := healthrecords.VaccinationPatch{Note: patch.Of("Not theirs")}
	testkit.WantKind(t, second(w.service.UpdateVaccination(w.ctx, w.account, w.other, v.ID, change, anyVersion)), apperr.NotFound)
	testkit.WantKind(t, w.service.DeleteVaccination(w.ctx, w.account, w.other, v.ID, anyVersion), apperr.NotFound)
	w.wantEvents(healthrecords.VaccinationCreated)
}

func TestDeletedVaccinationNeverAppearsAgainAndKeepsItsExternalID(t *testing.T) {
	w := newWorld(t)
	rabies := w.typeNamed("Rabies")
	draft := healthrecords.VaccinationCreate{VaccinationTypeID: rabies.ID, ExternalID: new("V-1"), VaccinationDetails: details{ExpiresOn: new(day(t, "2027-04-01"))}}
	v := testkit.Must[healthrecords.Vaccination](t)(w.service.CreateVaccination(w.ctx, w.account, w.pet, draft))
	must(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, v.ID, patch.IfMatch([]int64{1})))
	testkit.WantKind(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, v.ID, anyVersion), apperr.NotFound)
	_, err := w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID, healthrecords.VaccinationPatch{Verified: patch.Of(true)}, anyVersion)
	testkit.WantKind(t, err, apperr.NotFound)
	for _, f := range []healthrecords.VaccinationFilter{{}, {Current: new(true)}, {Current: new(false)}, {Status: healthrecords.Valid}, {Type: &rabies.ID}} {
		if all := w.list(f, 10); len(all) != 0 {
			t.Errorf("%+v finds %d", f, len(all))
		}
	}
	_, err = w.service.CreateVaccination(w.ctx, w.account, w.pet, draft)
	if !errors.Is(err, healthrecords.ErrExternalIDTaken) {
		t.Errorf("same external id: %v", err)
	}
	e := w.wantEvents(healthrecords.VaccinationCreated, healthrecords.VaccinationDeleted)
	testkit.SameJSON(t, e[1].Data.Object, v)
	testkit.SameJSON(t, e[1].Data.Previous, nil)
}

func TestVaccinationsAreListedNewestFirstWithFilters(t *testing.T) {
	w := newWorld(t)
	rabies, lyme := w.typeNamed("Rabies"), w.typeNamed("Lyme")
	a := w.vaccinate(rabies, "2027-01-01")
	b := w.vaccinate(lyme, "2026-05-20")
	c := w.vaccinate(rabies, "2026-01-01")
	d := w.vaccinate(lyme, "2027-01-01")
	for i, c := range []struct {
		f    healthrecords.VaccinationFilter
		want []healthrecords.Vaccination
	}{
		{healthrecords.VaccinationFilter{}, []healthrecords.Vaccination{d, c, b, a}},
		{healthrecords.VaccinationFilter{Status: healthrecords.Valid}, []healthrecords.Vaccination{d, a}},
		{healthrecords.VaccinationFilter{Status: healthrecords.Expiring}, []healthrecords.Vaccination{b}},
		{healthrecords.VaccinationFilter{Status: healthrecords.Expired}, []healthrecords.Vaccination{c}},
		{healthrecords.VaccinationFilter{Type: &rabies.ID}, []healthrecords.Vaccination{c, a}},
		{healthrecords.VaccinationFilter{Type: &lyme.ID, Current: new(false)}, []healthrecords.Vaccination{b}},
		{healthrecords.VaccinationFilter{Type: new(ids.New())}, nil},
	} {
		for limit := 1; limit <= 5; limit++ {
			if got := names(w.list(c.f, limit)); !slices.Equal(got, names(c.want)) {
				t.Errorf("filter %d in pages of %d: %v", i, limit, got)
			}
		}
	}
	_, err := w.service.ListVaccinations(w.ctx, w.account, ids.New(), healthrecords.VaccinationFilter{}, paging.All(10))
	testkit.WantKind(t, err, apperr.NotFound)
	_, err = w.service.ListVaccinations(w.ctx, w.account, w.pet, healthrecords.VaccinationFilter{}, paging.Request{Limit: 1, After: []string{"x"}})
	testkit.WantKind(t, err, apperr.Invalid)
}
