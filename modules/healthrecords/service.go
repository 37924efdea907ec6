package healthrecords

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what healthrecords offers.
type Service struct {
	env             record.Env
	stores          Stores
	vaccinations    *record.Life[Vaccination]
	types           *record.Life[VaccinationType]
	preventives     *record.Life[Preventive]
	preventiveTypes *record.Life[PreventiveType]
	exemptions      *record.Life[Exemption]
	pets            Pets
	locations       Locations
	proofs          Proofs
}

// NewService makes a Service.
func NewService(s Stores, pets Pets, locations Locations, proofs Proofs, env record.Env) *Service {
	return &Service{
		env, s,
		record.NewLife(env, s.Vaccinations,
			record.EventTypes{Created: VaccinationCreated, Updated: VaccinationUpdated, Deleted: VaccinationDeleted}),
		record.NewLife(env, s.VaccinationTypes,
			record.EventTypes{Created: VaccinationTypeCreated, Updated: VaccinationTypeUpdated, Deleted: VaccinationTypeDeleted}),
		record.NewLife(env, s.Preventives, record.EventTypes{Created: PreventiveCreated, Updated: PreventiveUpdated}),
		record.NewLife(env, s.PreventiveTypes, record.EventTypes{Created: PreventiveTypeCreated, Updated: PreventiveTypeUpdated}),
		record.NewLife(env, s.Exemptions, record.EventTypes{Created: ExemptionCreated, Updated: ExemptionUpdated, Deleted: ExemptionDeleted}),
		pets, locations, proofs,
	}
}

// The conflicts that writes can answer.
var (
	ErrExternalIDTaken = apperr.NewConflict("duplicate", "another record has this external_id already")
	// ErrExternalIDDeleted is an ErrExternalIDTaken by a vaccination that no list shows.
	ErrExternalIDDeleted = errors.Join(apperr.NewConflict("duplicate", "a deleted vaccination has this external_id, which stays taken: "+
		"give another one"), ErrExternalIDTaken)
	ErrNameTaken = apperr.NewConflict("duplicate", "the account has a vaccination type with this name already")
)

// staffOnly fails with apperr.Forbidden for customers, who read the records of their pets but do not write them.
func staffOnly(ctx context.Context) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot change health records")
	}
	return nil
}

// listOfPet reads a list of a pet, given the current day; apperr.NotFound when there is no such pet.
func listOfPet[R any](ctx context.Context, s *Service, account, pet uuid.UUID,
	list func(context.Context, Today) (paging.Page[R], error)) (found paging.Page[R], err error) {
	today, err := s.today(ctx, account)
	if err != nil {
		return found, err
	}
	if _, err := s.petOf(ctx, account, pet); err != nil {
		return found, err
	}
	return list(ctx, today)
}
