package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Move gives the records of a pet to another one, into which it is merged. It calls found with the number of each kind first.
func (s *Service) Move(ctx context.Context, account, from, to uuid.UUID, found func(kind string, n int) error) error {
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	if err := s.stores.Vaccinations.Hold(ctx, from, to); err != nil {
		return err
	}
	err = move(ctx, account, from, s.stores.Vaccinations.OfPet, found, "vaccinations", s.vaccinations.Completed(today.vaccinations),
		func(v *Vaccination) bool { v.PetID = to; return true })
	if err != nil {
		return err
	}
	err = move(ctx, account, from, s.stores.Preventives.OfPet, found, "preventives", s.preventives.Completed(today.preventives),
		func(p *Preventive) bool { p.PetID = to; return true })
	if err != nil {
		return err
	}
	return move(ctx, account, from, s.stores.Exemptions.OfPet, found, "exemptions", s.exemptions,
		func(e *Exemption) bool { e.PetID = to; return true })
}

func move[R any](ctx context.Context, account, from uuid.UUID,
	list func(ctx context.Context, account, pet uuid.UUID, limit int) ([]uuid.UUID, error), found func(kind string, n int) error, kind string,
	life *record.Life[R], change func(*R) bool) error {
	of, err := list(ctx, account, from, record.MaxReverted)
	if err != nil {
		return err
	}
	if err := found(kind, len(of)); err != nil {
		return err
	}
	return life.UpdateMany(ctx, account, of, change)
}
