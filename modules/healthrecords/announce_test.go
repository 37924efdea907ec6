package healthrecords_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// toldOf counts the announcements of a vaccination.
func (w *world) toldOf(v healthrecords.Vaccination, eventType string) int {
	w.Helper()
	return w.Count("select count(*) from outbox.events where account_id = $1 and type = $2 and body::json #>> '{data,object,id}' = $3",
		w.account, eventType, v.ID.String())
}

func (w *world) wantTold(what string, v healthrecords.Vaccination, expiring, expired int) {
	w.Helper()
	if a, b := w.toldOf(v, healthrecords.VaccinationExpiring), w.toldOf(v, healthrecords.VaccinationExpired); a != expiring || b != expired {
		w.Errorf("%s: told %d times that it expires and %d times that it has, want %d and %d", what, a, b, expiring, expired)
	}
}

// announce has three replicas look at once.
func (w *world) announce() {
	w.Helper()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if _, err := w.service.AnnounceOf(w.ctx, healthrecords.Announced{Account: w.account}); err != nil {
				w.Error(err)
			}
		})
	}
	all.Wait()
	// What one of them held the others left alone.
	testkit.Must[int64](w)(w.service.AnnounceOf(w.ctx, healthrecords.Announced{Account: w.account}))
}

func TestVaccinationsAreAnnouncedOnceWhenTimeBringsIt(t *testing.T) {
	w := newWorld(t)
	rabies, lyme, dhpp := w.typeNamed("Rabies"), w.typeNamed("Lyme"), w.typeNamed("DHPP")
	start := w.Now()
	to := func(days int) { w.SetTime(start.AddDate(0, 0, days)); w.announce() }
	w.announce()
	old := w.vaccinate(rabies, "2026-06-02") // replaced by the next one
	v := w.vaccinate(rabies, "2026-06-05")
	written := w.vaccinate(lyme, "2026-05-15") // expires soon from the start
	late := w.vaccinate(dhpp, "2026-07-10")
	to(0)
	w.wantTold("written", written, 0, 0)
	to(5) // 6 May: 30 days before 5 June
	to(5)
	w.wantTold("in time", v, 1, 0)
	to(0) // the clock jumps back, and on again
	to(5)
	w.wantTold("after a jump", v, 1, 0)
	w.warning = 70 // a setting brings it
	to(5)
	w.wantTold("warned earlier", late, 0, 0)
	w.warning = 30
	to(40)
	w.wantTold("warned once", late, 0, 0)
	w.wantTold("expired", v, 1, 1)
	w.wantTold("written, then expired", written, 0, 1)
	w.wantTold("replaced", old, 0, 0)
	testkit.Must[healthrecords.Vaccination](t)(w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID,
		healthrecords.VaccinationPatch{ExpiresOn: patch.Of(day(t, "2027-06-05"))}, anyVersion))
	to(500) // an outage of more than a year: the later state alone
	w.wantTold("renewed", v, 1, 2)
}

func TestAnAccountThatFailsKeepsNoOtherFromItsAnnouncements(t *testing.T) {
	w := worldOn(newWorld(t).Fresh())
	w.broken = uuid.UUID{15: 1} // the first of all
	v := w.vaccinate(w.typeNamed("Rabies"), "2026-06-05")
	w.announce()
	w.Exec("insert into healthrecords.announced_days (account_id, warning_days) values ($1, 0)", w.broken)
	w.SetTime(w.Now().AddDate(0, 0, 60))
	if n, err := w.service.Announce(w.ctx); n != 1 || err == nil || !strings.Contains(err.Error(), w.broken.String()) {
		t.Errorf("%d became known, %v", n, err)
	}
	w.wantTold("expired", v, 0, 1)
}

// The other installation, to which the organization moves, announces them.
func TestNothingIsAnnouncedWhileTheOrganizationIsClosed(t *testing.T) {
	w := newWorld(t)
	v := w.vaccinate(w.typeNamed("Rabies"), "2026-06-05")
	w.announce()
	w.SetTime(w.Now().AddDate(0, 0, 60))
	w.closed = true
	w.announce()
	w.wantTold("closed", v, 0, 0)
	w.closed = false
	w.announce()
	w.wantTold("open again", v, 0, 1)
}

func TestDeceasedPetsAndDeletedVaccinationsAreNotAnnounced(t *testing.T) {
	w := newWorld(t)
	deleted, deceased := w.vaccinate(w.typeNamed("Lyme"), "2026-06-05"), w.vaccinate(w.typeNamed("Rabies"), "2026-06-05")
	w.announce()
	must(t, w.service.DeleteVaccination(w.ctx, w.account, w.pet, deleted.ID, anyVersion))
	w.SetTime(w.Now().AddDate(0, 0, 10))
	w.announce()
	w.wantTold("deleted", deleted, 0, 0)
	w.wantTold("alive", deceased, 1, 0)
	w.savePets(healthrecords.Pet{ID: w.pet, NameKey: "oscar", Species: "dog", Status: "deceased"})
	w.SetTime(w.Now().AddDate(0, 0, 60))
	w.announce()
	w.wantTold("deceased", deceased, 1, 0)
}

func TestDayOfAnnouncementsIsThatOfTheAccount(t *testing.T) {
	w := newWorld(t)
	w.zone, w.warning = zone(t, "Pacific/Auckland"), 0
	w.SetTime(time.Date(2026, 5, 30, 11, 59, 0, 0, time.UTC)) // one minute before midnight there
	v := w.vaccinate(w.typeNamed("Rabies"), "2026-05-31")
	w.announce()
	w.wantTold("before midnight", v, 0, 0)
	w.SetTime(w.Now().Add(time.Minute))
	w.announce()
	w.wantTold("at midnight", v, 1, 0)
}
