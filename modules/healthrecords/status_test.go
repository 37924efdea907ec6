package healthrecords_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	return testkit.Must[*time.Location](t)(time.LoadLocation(name))
}

func TestStatusFollowsTheDayOfTheAccount(t *testing.T) {
	w := newWorld(t)
	w.warning = 10
	w.vaccinate(w.typeNamed("Rabies"), "2026-05-01")
	for _, c := range []struct {
		zone, now string
		status    healthrecords.Status
		days      int
	}{
		// Auckland is 12 hours ahead, Honolulu 10 behind: the same instant is two days.
		{"Pacific/Auckland", "2026-05-01T11:59:59Z", healthrecords.Expiring, 0},
		{"Pacific/Auckland", "2026-05-01T12:00:00Z", healthrecords.Expired, -1},
		{"Pacific/Honolulu", "2026-05-01T12:00:00Z", healthrecords.Expiring, 0},
		{"Pacific/Honolulu", "2026-05-02T09:59:59Z", healthrecords.Expiring, 0},
		{"Pacific/Honolulu", "2026-05-02T10:00:00Z", healthrecords.Expired, -1},
		{"Pacific/Auckland", "2026-04-20T11:59:59Z", healthrecords.Valid, 11},
		{"Pacific/Auckland", "2026-04-20T12:00:00Z", healthrecords.Expiring, 10},
		{"Pacific/Honolulu", "2026-04-21T09:59:59Z", healthrecords.Valid, 11},
		{"Pacific/Honolulu", "2026-04-21T10:00:00Z", healthrecords.Expiring, 10},
		// In the night when clocks go back, a day has 25 hours.
		{"Pacific/Auckland", "2026-04-04T11:00:00Z", healthrecords.Valid, 26},
	} {
		now := testkit.Must[time.Time](t)(time.Parse(time.RFC3339, c.now))
		w.SetTime(now)
		w.zone = zone(t, c.zone)
		v := w.one()
		if v.Status != c.status || v.DaysUntilExpiry != c.days {
			t.Errorf("%s at %s: %s, %d days; want %s, %d", c.zone, c.now, v.Status, v.DaysUntilExpiry, c.status, c.days)
		}
		for _, status := range []healthrecords.Status{healthrecords.Valid, healthrecords.Expiring, healthrecords.Expired} {
			found := w.list(healthrecords.VaccinationFilter{Status: status}, 10)
			if shown := len(found) == 1; shown != (status == c.status) {
				t.Errorf("%s at %s: filter %s finds %d", c.zone, c.now, status, len(found))
			}
		}
	}
}

func TestDaysAreCountedOverLeapDaysAndCenturies(t *testing.T) {
	w := newWorld(t)
	w.SetTime(time.Date(2028, 2, 28, 12, 0, 0, 0, time.UTC))
	rabies := w.typeNamed("Rabies")
	for expires, want := range map[string]int{"2028-02-29": 1, "2028-03-01": 2, "2029-02-28": 366, "2027-02-28": -365, "9999-12-31": 2911654} {
		if v := w.vaccinate(rabies, expires); v.DaysUntilExpiry != want {
			t.Errorf("%s: %d days", expires, v.DaysUntilExpiry)
		}
	}
}

func TestWithoutWarningDaysOnlyTheLastDayIsExpiring(t *testing.T) {
	w := newWorld(t)
	w.warning = 0
	rabies := w.typeNamed("Rabies")
	for expires, want := range map[string]healthrecords.Status{
		"2026-04-30": healthrecords.Expired, "2026-05-01": healthrecords.Expiring, "2026-05-02": healthrecords.Valid,
	} {
		if v := w.vaccinate(rabies, expires); v.Status != want {
			t.Errorf("%s is %s", expires, v.Status)
		}
	}
}

func TestCurrentIsTheLiveRecordThatExpiresLast(t *testing.T) {
	w := newWorld(t)
	rabies, lyme := w.typeNamed("Rabies"), w.typeNamed("Lyme")
	first := w.vaccinate(rabies, "2027-05-01")
	older := w.vaccinate(rabies, "2026-05-01")
	ofLyme := w.vaccinate(lyme, "2020-01-01")
	if !first.Current || older.Current || !ofLyme.Current {
		t.Errorf("made as current: %v %v %v", first.Current, older.Current, ofLyme.Current)
	}
	tie := w.vaccinate(rabies, "2027-05-01")
	w.wantCurrent(tie, ofLyme)
	must(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, tie.ID, anyVersion))
	w.wantCurrent(ofLyme, first)
	for _, c := range []struct {
		expires string
		current bool
	}{{"2028-05-01", true}, {"2026-05-01", false}} {
		moved, err := w.service.UpdateVaccination(w.ctx, w.account, w.pet, older.ID,
			healthrecords.VaccinationPatch{ExpiresOn: patch.Of(day(t, c.expires))}, anyVersion)
		if err != nil || moved.Current != c.current {
			t.Errorf("until %s: current %t, %v", c.expires, moved.Current, err)
		}
		if c.current {
			w.wantCurrent(ofLyme, older)
		} else {
			w.wantCurrent(ofLyme, first)
		}
	}
}

func TestDeletedRecordsReplaceNoneOfAnImport(t *testing.T) {
	w := newWorld(t)
	w.createType("Parvo")
	imported := func(externalID, expires string) line {
		return line{externalID, &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Parvo",
			VaccinationDetails: details{ExpiresOn: new(day(t, expires))}}}
	}
	w.wantImported(w.imports(w.service.VaccinationImport(), imported("V-1", "2028-01-01")))
	must(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, w.one().ID, anyVersion))
	w.wantImported(w.imports(w.service.VaccinationImport(), imported("V-2", "2026-06-01"), imported("V-3", "2027-01-01")))
	for _, v := range w.list(healthrecords.VaccinationFilter{}, 10) {
		if v.Current != (*v.ExternalID == "V-3") {
			t.Errorf("%s is current: %t", *v.ExternalID, v.Current)
		}
	}
}

// Each is current when it is added if none of those added before expires later, whoever adds records at the same time.
func TestOfRecordsAddedAtOnceEachSaysWhetherItIsCurrent(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Kind")
	var group sync.WaitGroup
	for writer := range 8 {
		group.Go(func() {
			for round := range 10 {
				c := healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID,
					VaccinationDetails: details{ExpiresOn: new(day(t, fmt.Sprintf("2030-01-%02d", 1+(round*7+writer*11)%28)))}}
				if _, err := w.service.CreateVaccination(w.ctx, w.account, w.pet, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	var last healthrecords.Vaccination
	n := 0
	for _, e := range w.Events(uuid.Nil) {
		if e.Type != healthrecords.VaccinationCreated {
			continue
		}
		var v healthrecords.Vaccination
		must(t, json.Unmarshal(e.Data.Object, &v))
		n++
		left := v.ExpiresOn.Sub(last.ExpiresOn)
		isLast := n == 1 || left > 0 || left == 0 && v.ID.String() > last.ID.String()
		if v.Current != isLast {
			t.Errorf("record %d, %s, says current %t after %s", n, v.ExpiresOn, v.Current, last.ExpiresOn)
		}
		if isLast {
			last = v
		}
	}
	if n != 80 {
		t.Errorf("%d were added", n)
	}
	w.wantCurrent(last)
}

// Pets are vaccinated year after year, and the desk waits for each write.
func TestALongHistoryIsNotReadByAWrite(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Kind")
	latest := w.vaccinate(kind, "2027-01-01")
	w.Exec(`insert into healthrecords.vaccinations (account_id, id, pet_id, vaccination_type_id, expires_on, verified, created_at, updated_at,
			version, known_status, known_on)
		select v.account_id, gen_random_uuid(), case when n <= 500 then v.pet_id else gen_random_uuid() end, v.vaccination_type_id,
			date '2020-01-01' + n % 500, false, now(), now(), 1, 'expired', known_on
		from healthrecords.vaccinations v cross join generate_series(1, 20000) n where v.id = $1`, latest.ID)
	w.Exec("analyze healthrecords.vaccinations")
	writes := map[string]func(ctx context.Context) error{
		"create": func(ctx context.Context) error {
			_, err := w.service.CreateVaccination(ctx, w.account, w.pet, healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID,
				VaccinationDetails: details{ExpiresOn: new(day(t, "2028-01-01"))}})
			return err
		},
		"update": func(ctx context.Context) error {
			_, err := w.service.UpdateVaccination(ctx, w.account, w.pet, latest.ID,
				healthrecords.VaccinationPatch{ExpiresOn: patch.Of(day(t, "2029-01-01"))}, anyVersion)
			return err
		},
		"delete": func(ctx context.Context) error {
			return w.service.DeleteVaccination(ctx, w.account, w.pet, latest.ID, anyVersion)
		},
	}
	for _, name := range []string{"create", "update", "delete"} {
		err := w.DB.InTx(w.ctx, func(ctx context.Context) error {
			var err error
			n := w.RowsRead(ctx, "relid = 'healthrecords.vaccinations'::regclass", func() { err = writes[name](ctx) })
			if n > 50 {
				t.Errorf("%s reads %d vaccinations", name, n)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// wantCurrent checks the filter current=true, newest first, and that current=false finds all others.
func (w *world) wantCurrent(want ...healthrecords.Vaccination) {
	w.Helper()
	wanted := names(want)
	all := w.list(healthrecords.VaccinationFilter{}, 100)
	for limit := 1; limit < 4; limit++ {
		if got := names(w.list(healthrecords.VaccinationFilter{Current: new(true)}, limit)); !slices.Equal(got, wanted) {
			w.Errorf("current in pages of %d: %v, want %v", limit, got, wanted)
		}
		if got := w.list(healthrecords.VaccinationFilter{Current: new(false)}, limit); len(got) != len(all)-len(want) {
			w.Errorf("%d not current of %d", len(got), len(all))
		}
	}
	for _, v := range all {
		if v.Current != slices.Contains(wanted, v.ID.String()) {
			w.Errorf("%s shows current %v", v.ID, v.Current)
		}
	}
}

func names(list []healthrecords.Vaccination) []string {
	got := []string{}
	for _, v := range list {
		got = append(got, v.ID.String())
	}
	return got
}
