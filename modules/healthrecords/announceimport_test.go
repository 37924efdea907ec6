package healthrecords_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// told counts all announcements of the account.
func (w *world) told() int {
	return w.Count("select count(*) from outbox.events where account_id = $1 and type in ('vaccination.expiring', 'vaccination.expired')", w.account)
}

// What an import brings is known, however old it is and however much there is of it; only what time brings later is told.
func TestImportOfOldVaccinationsAnnouncesNothing(t *testing.T) {
	w := newWorld(t)
	w.announce()
	start := day(t, w.Now().Format(time.DateOnly))
	var lines []line
	for i := range 3000 {
		// Expired, about to expire, or valid; the last one of its type, which is current, expires in 29 days.
		lines = append(lines, line{fmt.Sprint("V", i), &healthrecords.VaccinationLine{Pet: "P-1", VaccinationType: "Rabies", VaccinationDetails: details{ExpiresOn: new(start.Add(29 - i))}}})
	}
	lines = append(lines, line{"later", &healthrecords.VaccinationLine{Pet: "P-2", VaccinationType: "Rabies", VaccinationDetails: details{ExpiresOn: new(start.Add(33))}}})
	w.wantImported(w.imports(w.service.VaccinationImport(), lines...))
	w.announce()
	if n := w.told(); n != 0 {
		t.Errorf("the import told %d times", n)
	}
	w.Advance(24 * time.Hour)
	w.announce()
	if n := w.told(); n != 0 {
		t.Errorf("a day later %d are told", n)
	}
	w.Advance(3 * 24 * time.Hour) // three days without a server
	for range 3 {
		w.announce()
	}
	if n := w.told(); n != 1 {
		t.Errorf("when time has brought the one of P-2, %d are told", n)
	}
}

// More than are announced in one transaction, of either status.
func TestAllVaccinationsOfADayAreTold(t *testing.T) {
	w := newWorld(t)
	w.announce()
	const many = 700
	today := day(t, w.Now().Format(time.DateOnly))
	pets := map[string]healthrecords.Pet{}
	var lines []string
	for i := range many {
		pet := fmt.Sprint("P", i)
		pets[pet] = healthrecords.Pet{ID: ids.New(), NameKey: "oscar", Species: "dog", Status: "active"}
		for kind, expires := range map[string]clock.Day{"Rabies": today.Add(w.warning + 1), "Lyme": today} {
			lines = append(lines, fmt.Sprintf(`{"external_id": "%s %s", "pet": "%[1]s", "vaccination_type": "%[2]s", "expires_on": "%s"}`, pet, kind, expires))
		}
	}
	w.savePets(slices.Collect(maps.Values(pets))...)
	w.MustImport(w.service.VaccinationImport(), func(_, pet string) uuid.UUID { return pets[pet].ID }, lines...)
	w.Advance(24 * time.Hour)
	of := healthrecords.Announced{Account: w.account}
	for n, err := int64(1), error(nil); n > 0; {
		if n, err = w.service.AnnounceOf(w.ctx, of); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{healthrecords.VaccinationExpiring, healthrecords.VaccinationExpired} {
		if n := w.Count("select count(distinct record_id) from outbox.events where account_id = $1 and type = $2", w.account, kind); n != many || w.told() != 2*many {
			t.Errorf("%s is told of %d, %d in all", kind, n, w.told())
		}
	}
}

// A location that moves to another time zone lives a day twice, or skips one: it is told once all the same.
func TestChangeOfTheTimeZoneTellsOnce(t *testing.T) {
	w := newWorld(t)
	move := func(name string) { w.zone = zone(t, name); w.announce() }
	w.warning = 0
	w.SetTime(time.Date(2026, 5, 30, 12, 30, 0, 0, time.UTC)) // the 31st in Auckland, the 30th in Los Angeles
	move("America/Los_Angeles")
	v := w.vaccinate(w.typeNamed("Rabies"), "2026-05-31")
	for range 2 {
		move("Pacific/Auckland")
		move("America/Los_Angeles")
	}
	w.wantTold("to and fro", v, 1, 0)
	w.Advance(3 * 24 * time.Hour)
	move("Pacific/Auckland")
	move("America/Los_Angeles")
	w.wantTold("three days later", v, 1, 1)
}
