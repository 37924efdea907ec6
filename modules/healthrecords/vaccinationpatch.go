package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// UpdateVaccination changes a vaccination. It fails with apperr.NotFound when the pet has none with the id, apperr.VersionMismatch
// when match does not name its version, apperr.Invalid and ErrExternalIDTaken.
func (s *Service) UpdateVaccination(ctx context.Context, account, pet, id uuid.UUID, match patch.Precondition, c VaccinationPatch) (Vaccination, error) {
	var after Vaccination
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, today, err := s.holdVaccination(ctx, account, pet, id, match)
		if err != nil {
			return err
		}
		if after, err = c.apply(before, today); err != nil {
			return err
		}
		same, err := events.Same(before, after)
		if err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if after, err = s.save(ctx, after, today); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationUpdated, Account: account, Record: id, Object: after, Before: before})
	})
	return after, err
}

// DeleteVaccination marks a vaccination deleted, under the same conditions as UpdateVaccination. It is never shown
// again and a second time is apperr.NotFound, but its external id stays taken.
func (s *Service) DeleteVaccination(ctx context.Context, account, pet, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		v, _, err := s.holdVaccination(ctx, account, pet, id, match)
		if err != nil {
			return err
		}
		if err := s.store.RemoveVaccination(ctx, account, id, s.clock.Now()); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationDeleted, Account: account, Record: id, Object: v})
	})
}

// holdVaccination locks a vaccination of a pet.
func (s *Service) holdVaccination(ctx context.Context, account, pet, id uuid.UUID, match patch.Precondition) (Vaccination, Today, error) {
	if err := staffOnly(ctx); err != nil {
		return Vaccination{}, Today{}, err
	}
	if err := s.pets.Check(ctx, account, pet); err != nil {
		return Vaccination{}, Today{}, err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return Vaccination{}, Today{}, err
	}
	found, err := s.store.LockVaccinations(ctx, account, []uuid.UUID{id})
	if err != nil {
		return Vaccination{}, Today{}, err
	}
	v, ok := found[id]
	if !ok || v.PetID != pet {
		return Vaccination{}, Today{}, apperr.NewNotFound()
	}
	return v.on(today), today, match.Check(v.Version)
}

func (c VaccinationPatch) apply(v Vaccination, today Today) (Vaccination, error) {
	var faults apperr.FieldErrors
	c.ExpiresOn.NotNull(&v.ExpiresOn, "expires_on", &faults)
	c.AdministeredOn.ApplyPtr(&v.AdministeredOn)
	c.Verified.NotNull(&v.Verified, "verified", &faults)
	optional := func(f patch.Field[string], to **string) {
		f.ApplyPtr(to)
		*to = text.Optional(*to)
	}
	optional(c.Manufacturer, &v.Manufacturer)
	optional(c.LotNumber, &v.LotNumber)
	optional(c.Clinic, &v.Clinic)
	optional(c.Veterinarian, &v.Veterinarian)
	optional(c.Note, &v.Note)
	optional(c.ExternalID, &v.ExternalID)
	today.checkDays(v.ExpiresOn, v.AdministeredOn, &faults)
	return v.on(today), faults.Err()
}
