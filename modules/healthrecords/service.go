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
	h := &Service{env: env, stores: s, pets: pets, locations: locations, proofs: proofs}
	h.types = record.NewLife(env, s.VaccinationTypes, record.EventsOf("vaccination_type")).Reverting(record.Reverting[VaccinationType]{
		Derive: func(t *VaccinationType) { t.NameKey = NameKey(t.Name) },
	})
	h.preventiveTypes = record.NewLife(env, s.PreventiveTypes, record.EventsOf("preventive_type"))
	h.vaccinations = record.NewLife(env, s.Vaccinations, record.EventsOf("vaccination")).Reverting(h.vaccinationsBack())
	h.preventives = record.NewLife(env, s.Preventives, record.EventsOf("preventive")).Reverting(h.preventivesBack())
	h.exemptions = record.NewLife(env, s.Exemptions, record.EventsOf("exemption")).Reverting(h.exemptionsBack())
	return h
}

// The conflicts that writes can answer.
var (
	ErrExternalIDTaken = apperr.NewDuplicate("external_id", "another record has this external_id already")
	// ErrExternalIDDeleted is an ErrExternalIDTaken by a vaccination that no list shows.
	ErrExternalIDDeleted = errors.Join(apperr.NewDuplicate("external_id", "a deleted vaccination has this external_id, which stays taken: "+
		"give another one"), ErrExternalIDTaken)
	ErrNameTaken = apperr.NewDuplicate("name", "the account has a vaccination type with this name already")
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
