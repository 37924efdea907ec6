package healthrecords_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/testkit"
)

// The announcements of a day do not see what is still being written at its beginning, such as a long import. They tell of it when it is
// there, and only of what the day has brought.
func TestVaccinationsThatAreWrittenOverMidnightAreAnnounced(t *testing.T) {
	w := worldOn(newWorld(t).Fresh())
	look := func() {
		t.Helper()
		testkit.Must[int64](t)(w.service.Announce(w.ctx))
	}
	today := day(t, w.Now().Format(time.DateOnly))
	create := func(ctx context.Context, pet uuid.UUID, kind healthrecords.VaccinationType, days int) healthrecords.Vaccination {
		t.Helper()
		return testkit.Must[healthrecords.Vaccination](t)(w.service.CreateVaccination(ctx, w.account, pet,
			healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID, VaccinationDetails: details{ExpiresOn: new(today.Add(days))}}))
	}
	rabies, lyme, dhpp := w.typeNamed("Rabies"), w.typeNamed("Lyme"), w.typeNamed("DHPP")
	look()
	read := healthrecords.Announced{Account: w.account, Day: today, WarningDays: w.warning}
	var expires, expired, afterwards healthrecords.Vaccination
	must(t, w.db.InTx(w.ctx, func(ctx context.Context) error {
		expires, expired = create(ctx, w.pet, rabies, w.warning+1), create(ctx, w.pet, lyme, 0)
		w.Advance(24 * time.Hour)
		look()
		look()                                               // nothing else has been committed in between
		_, err := w.service.AnnounceOf(w.ctx, read)          // another replica had read the account before
		afterwards = create(w.ctx, w.other, dhpp, w.warning) // a write of the new day brings its status itself
		w.wantTold("while it is being written", expires, 0, 0)
		return err
	}))
	w.Until("it is told", func() bool { // other databases' transactions may have to end, too
		look()
		return w.toldOf(expires, healthrecords.VaccinationExpiring) == 1
	})
	for range 2 {
		look()
		w.Advance(24 * time.Hour)
	}
	w.wantTold("written over midnight", expires, 1, 0)
	w.wantTold("written over midnight, on its last day", expired, 0, 1)
	w.wantTold("written after midnight", afterwards, 0, 0)
}
