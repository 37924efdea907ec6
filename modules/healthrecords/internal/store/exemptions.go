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
	*postgres.Repository[healthrecords.Exemption]
}

// List implements healthrecords.ExemptionStore: newest first.
func (s exemptions) List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Exemption], error) {
	return postgres.List(s.Of(ctx, account).Where("pet_id = ?", pet), page, postgres.Newest[healthrecords.Exemption]())
}

// Held implements healthrecords.ExemptionStore.
func (s exemptions) Held(ctx context.Context, account uuid.UUID,
	pets []uuid.UUID) (map[healthrecords.PetType]healthrecords.HeldExemption, error) {
	var rows []struct {
		PetID, VaccinationTypeID uuid.UUID
		Until                    *clock.Day
	}
	err := s.Of(ctx, account).Where("pet_id = any(?)", postgres.Array(pets)).Group("pet_id, vaccination_type_id").
		Select("pet_id, vaccination_type_id, case when bool_and(until is not null) then max(until) end as until").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read exemptions: %w", err)
	}
	found := make(map[healthrecords.PetType]healthrecords.HeldExemption, len(rows))
	for _, r := range rows {
		found[healthrecords.PetType{Pet: r.PetID, Type: r.VaccinationTypeID}] = healthrecords.HeldExemption{Until: r.Until}
	}
	return found, nil
}
