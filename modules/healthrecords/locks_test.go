package healthrecords_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// One that waits for the pet and holds a vaccination, or a unique value of it, would end in a deadlock with the one who holds the pet.
func TestWriterOfVaccinationsThatWaitsForThePetHoldsNothingElse(t *testing.T) {
	w := newWorld(t)
	kind := w.typeNamed("Rabies")
	of := func(id, pet, expires string) line {
		return line{id, &healthrecords.VaccinationLine{Pet: pet, VaccinationType: "Rabies",
			VaccinationDetails: details{ExpiresOn: new(day(t, expires))}}}
	}
	rolledBack := errors.New("rolled back")
	for what, write := range map[string]func(v healthrecords.Vaccination) error{
		"create": func(healthrecords.Vaccination) error {
			create := healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID,
				VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}, ExternalID: new("create")}
			return second(w.service.CreateVaccination(w.ctx, w.account, w.pet, create))
		},
		"update": func(v healthrecords.Vaccination) error {
			_, err := w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID,
				healthrecords.VaccinationPatch{ExpiresOn: patch.Of(day(t, "2027-01-02"))}, anyVersion)
			return err
		},
		"delete": func(v healthrecords.Vaccination) error {
			return w.service.DeleteVaccination(w.ctx, w.account, w.pet, v.ID, anyVersion)
		},
		"import of what is new": func(healthrecords.Vaccination) error {
			w.wantImported(w.imports(w.service.VaccinationImport(), of("import of what is new", "P-1", "2027-01-03"),
				of("another", "P-2", "2027-01-03")))
			return nil
		},
		"import of what is there": func(healthrecords.Vaccination) error {
			w.wantImported(w.imports(w.service.VaccinationImport(), of("there", "P-1", "2027-01-04"), of("too", "P-2", "2027-01-04")))
			return nil
		},
		"announce": func(healthrecords.Vaccination) error {
			return second(w.service.AnnounceOf(w.ctx, healthrecords.Announced{Account: w.account}))
		},
	} {
		v := w.vaccinate(kind, w.Now().AddDate(0, 0, w.warning+1).Format(time.DateOnly))
		if what == "import of what is there" {
			w.wantImported(w.imports(w.service.VaccinationImport(), of("there", "P-1", "2027-01-05"), of("too", "P-2", "2027-01-05")))
		}
		w.Advance(24 * time.Hour)
		var written <-chan error
		err := w.db.InTx(w.ctx, func(ctx context.Context) error {
			exec := func(sql string, args ...any) {
				if err := w.db.In(ctx).Exec(sql, args...).Error; err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
			if err := w.db.Lock(ctx, "healthrecords.pet "+w.pet.String()); err != nil {
				t.Error(err)
			}
			written = w.Blocks(ctx, func() error { return write(v) })
			exec("set local lock_timeout = '100ms'") // less than the time after which the database looks for deadlocks
			exec("select from healthrecords.vaccinations where account_id = ? and pet_id = ? for update", w.account, w.pet)
			exec("update healthrecords.vaccinations set external_id = ? where account_id = ? and id = ?", what, w.account, v.ID)
			return rolledBack
		})
		if !errors.Is(err, rolledBack) {
			t.Fatal(err)
		}
		if err := <-written; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A revert removes pets that nothing depends on. What is added at the same moment would belong to no pet.
func TestWhatIsAddedToAPetWaitsWhileItIsRemoved(t *testing.T) {
	w := newWorld(t)
	kind := w.typeNamed("Rabies")
	for what, add := range map[string]func() error{
		"vaccination": func() error {
			_, err := w.service.CreateVaccination(w.ctx, w.account, w.pet, healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID,
				VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}})
			return err
		},
		"exemption": func() error {
			_, err := w.service.CreateExemption(w.ctx, w.account, w.pet, healthrecords.ExemptionCreate{VaccinationTypeID: kind.ID, Kind: "titer"})
			return err
		},
	} {
		var added <-chan error
		must(t, w.db.InTx(w.ctx, func(ctx context.Context) error {
			if err := w.db.In(ctx).Exec("delete from customerspets.pets where account_id = ? and id = ?", w.account, w.pet).Error; err != nil {
				return err
			}
			added = w.Blocks(ctx, add)
			return nil
		}))
		if err := <-added; !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%s: %v", what, err)
		}
		w.savePets(healthrecords.Pet{ID: w.pet, NameKey: "oscar", Species: "dog", Status: "active"})
	}
}
