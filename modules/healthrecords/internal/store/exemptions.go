package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

type exemptions struct {
	*postgres.Table[healthrecords.Exemption]
	db *postgres.DB
}

// List implements healthrecords.ExemptionStore: newest first.
func (s exemptions) List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Exemption], error) {
	return s.Table.List(ctx, s.Query(account).Where("t.pet_id = ?", pet).Short(), page)
}

// Held implements healthrecords.ExemptionStore.
func (s exemptions) Held(ctx context.Context, account uuid.UUID,
	asked []healthrecords.PetType) (map[healthrecords.PetType]healthrecords.HeldExemption, error) {
	found := map[healthrecords.PetType]healthrecords.HeldExemption{}
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var key healthrecords.PetType
		var until *clock.Day
		err := row.Scan(&key.Pet, &key.Type, &until)
		found[key] = healthrecords.HeldExemption{Until: until}
		return err
	}, `select e.pet_id, e.vaccination_type_id, case when bool_and(e.until is not null) then max(e.until) end
		from (select distinct pet from unnest((select $2::uuid[])) as u (pet)) as a cross join lateral (
			select pet_id, vaccination_type_id, until from healthrecords.exemptions where account_id = $1 and pet_id = a.pet offset 0) as e
		group by 1, 2`, account, petsOf(asked))
	if err != nil {
		return nil, fmt.Errorf("read exemptions: %w", err)
	}
	return found, nil
}
