package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/record"
)

// What is special about going back from changes of health records: what events do not show, and the rules of a change.

func (s *Service) vaccinationsBack() record.Reverting[Vaccination] {
	return record.Reverting[Vaccination]{
		Life: func(ctx context.Context, account uuid.UUID) (*record.Life[Vaccination], error) {
			today, err := s.today(ctx, account)
			return s.vaccinations.Completed(today.vaccinations), err
		},
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Vaccination]) error {
			today, err := s.today(ctx, account)
			if err != nil {
				return err
			}
			if err := requirePets(ctx, s, account, batch, func(v *Vaccination) uuid.UUID { return v.PetID }); err != nil {
				return err
			}
			for _, r := range batch {
				var errs apperr.FieldErrors
				today.checkDays(r.After.ExpiresOn, r.After.AdministeredOn, &errs)
				if err := errs.Err(); err != nil {
					return r.Faulty(err)
				}
				if r.Before == nil || r.Before.ExpiresOn != r.After.ExpiresOn {
					r.After.KnownStatus = "" // a revert is a write like others: what it brings is known
				}
				r.After.expires(r.After.ExpiresOn, today)
			}
			return nil
		},
	}
}

func (s *Service) preventivesBack() record.Reverting[Preventive] {
	return record.Reverting[Preventive]{
		Life: func(ctx context.Context, account uuid.UUID) (*record.Life[Preventive], error) {
			today, err := s.today(ctx, account)
			return s.preventives.Completed(today.preventives), err
		},
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Preventive]) error {
			return requirePets(ctx, s, account, batch, func(p *Preventive) uuid.UUID { return p.PetID })
		},
	}
}

func (s *Service) exemptionsBack() record.Reverting[Exemption] {
	return record.Reverting[Exemption]{
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Exemption]) error {
			return requirePets(ctx, s, account, batch, func(e *Exemption) uuid.UUID { return e.PetID })
		},
	}
}

// requirePets fails if the pet of a record that was deleted is not there any more.
func requirePets[R any](ctx context.Context, s *Service, account uuid.UUID, batch []record.Return[R], pet func(*R) uuid.UUID) error {
	var pets []uuid.UUID
	for _, r := range batch {
		if r.Before == nil {
			pets = append(pets, pet(r.After))
		}
	}
	if len(pets) == 0 {
		return nil
	}
	kept, err := s.pets.Keep(ctx, account, pets)
	if err != nil {
		return err
	}
	for _, r := range batch {
		if r.Before == nil && !kept[pet(r.After)] {
			return r.Faulty(apperr.NewInvalid("pet_id", "not_found", "is not a pet of the account any more"))
		}
	}
	return nil
}
