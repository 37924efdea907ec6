package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

type exemptions struct {
	ofPets[healthrecords.Exemption]
}

// List implements healthrecords.ExemptionStore: newest first.
func (s exemptions) List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Exemption], error) {
	return postgres.List(s.Of(ctx, account).Where("pet_id = ?", pet), page, postgres.Newest[healthrecords.Exemption]())
}

// Held implements healthrecords.ExemptionStore.
func (s exemptions) Held(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (list []healthrecords.HeldExemption, err error) {
	err = s.Of(ctx, account).Where("pet_id = any(?)", postgres.Array(pets)).Group("pet_id, vaccination_type_id").
		Select("pet_id, vaccination_type_id, case when bool_and(until is not null) then max(until) end as until").Find(&list).Error
	return list, s.Failed("read", err)
}
