package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// pets reads the view that customerspets publishes.
type pets struct{ db *postgres.DB }

// petsOf is a query for the pets of an account. GORM leaves out what the filter does not ask for.
func petsOf(db *gorm.DB, account uuid.UUID, f healthrecords.PetFilter) *gorm.DB {
	return db.Table("customerspets.pet_labels").Where("account_id = ?", account).
		Where(&healthrecords.Pet{CustomerID: f.Customer, Species: f.Species, Status: f.Status})
}

func (s pets) of(ctx context.Context, account uuid.UUID) *gorm.DB {
	return petsOf(s.db.In(ctx), account, healthrecords.PetFilter{})
}

// Get implements healthrecords.PetStore.
func (s pets) Get(ctx context.Context, account, id uuid.UUID) (p healthrecords.Pet, err error) {
	err = s.of(ctx, account).Where("id = ?", id).Take(&p).Error
	if postgres.NoRow(err) {
		return p, apperr.NewNotFound("pet")
	}
	return p, postgres.Failed("read a pet", err)
}

// Many implements healthrecords.PetStore.
func (s pets) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]healthrecords.Pet, error) {
	var list []healthrecords.Pet
	err := s.of(ctx, account).Where("id = any(?)", postgres.Array(ids)).Find(&list).Error
	return lists.KeyBy(list, func(p healthrecords.Pet) uuid.UUID { return p.ID }), postgres.Failed("read pets", err)
}

// ByName implements healthrecords.PetStore.
func (s pets) ByName(ctx context.Context, account uuid.UUID, f healthrecords.PetFilter, name string, id uuid.UUID,
	limit int) (list []healthrecords.Pet, err error) {
	err = petsOf(s.db.In(ctx), account, f).Where("(name_key, id) > (?, ?)", name, id).Order("name_key, id").Limit(limit).Find(&list).Error
	return list, postgres.Failed("list pets", err)
}
