package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/text"
)

// VaccinationFilter picks vaccinations of a list; zero values are no filter.
type VaccinationFilter struct {
	Status  Status
	Current *bool
	Type    *uuid.UUID
}

// Vaccinations lists the vaccinations of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) Vaccinations(ctx context.Context, account, pet uuid.UUID, f VaccinationFilter, page paging.Request) (paging.Page[Vaccination], error) {
	if err := s.pets.Check(ctx, account, pet); err != nil {
		return paging.Page[Vaccination]{}, err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return paging.Page[Vaccination]{}, err
	}
	q := VaccinationQuery{Pet: pet, Type: f.Type, Current: f.Current}
	q.First, q.Last = today.span(f.Status)
	found, err := s.store.Vaccinations(ctx, account, q, page)
	if err != nil {
		return paging.Page[Vaccination]{}, err
	}
	for i := range found.Items {
		found.Items[i] = found.Items[i].on(today)
	}
	return found, nil
}

// CreateVaccination adds a vaccination to a pet. It fails with apperr.NotFound when there is no such pet, apperr.Invalid
// for a type that the account does not have or days out of order, and ErrExternalIDTaken.
func (s *Service) CreateVaccination(ctx context.Context, account, pet uuid.UUID, d VaccinationCreate) (Vaccination, error) {
	if err := staffOnly(ctx); err != nil {
		return Vaccination{}, err
	}
	v := d.vaccination()
	v.ID, v.AccountID, v.PetID, v.Version = ids.New(), account, pet, 1
	v.CreatedAt = s.clock.Now()
	v.UpdatedAt = v.CreatedAt
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.pets.Check(ctx, account, pet); err != nil {
			return err
		}
		today, err := s.today(ctx, account)
		if err != nil {
			return err
		}
		var faults apperr.FieldErrors
		_, err = s.store.VaccinationTypeForShare(ctx, account, v.VaccinationTypeID)
		if apperr.Is(err, apperr.NotFound) {
			faults.Add("vaccination_type_id", "unknown", "is not a vaccination type of this account")
			err = nil
		}
		if err != nil {
			return err
		}
		today.checkDays(v.ExpiresOn, v.AdministeredOn, &faults)
		if err := faults.Err(); err != nil {
			return err
		}
		if v, err = s.save(ctx, v, today); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationCreated, Account: account, Record: v.ID, Object: v})
	})
	return v, err
}

// save writes a vaccination and reads it back with what is not kept.
func (s *Service) save(ctx context.Context, v Vaccination, today Today) (Vaccination, error) {
	if err := s.store.SaveVaccinations(ctx, []Vaccination{v}); err != nil {
		return Vaccination{}, err
	}
	found, err := s.store.VaccinationsByID(ctx, v.AccountID, []uuid.UUID{v.ID})
	if err != nil {
		return Vaccination{}, err
	}
	return found[v.ID].on(today), nil
}

// on is the vaccination as it stands on a day.
func (v Vaccination) on(today Today) Vaccination {
	v.Status, v.DaysUntilExpiry = today.standing(v.ExpiresOn)
	return v
}

func (d VaccinationCreate) vaccination() Vaccination {
	return Vaccination{
		VaccinationTypeID: d.VaccinationTypeID, ExpiresOn: d.ExpiresOn, AdministeredOn: d.AdministeredOn,
		Manufacturer: text.Optional(d.Manufacturer), LotNumber: text.Optional(d.LotNumber), Clinic: text.Optional(d.Clinic),
		Veterinarian: text.Optional(d.Veterinarian), Verified: d.Verified, Note: text.Optional(d.Note),
		ExternalID: text.Optional(d.ExternalID),
	}
}
