package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// pets reads the view that customerspets publishes.
type pets struct{ db *postgres.DB }

func (s pets) of(ctx context.Context, account uuid.UUID) *gorm.DB {
	return petsOf(s.db.In(ctx), account)
}

func petsOf(q *gorm.DB, account uuid.UUID) *gorm.DB {
	return q.Table("customerspets.pet_labels").Where("account_id = ?", account)
}

// that is the scope of a filter. GORM leaves out what is not asked for.
func that(f healthrecords.PetFilter) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		return q.Where(&healthrecords.Pet{CustomerID: f.Customer, Species: f.Species, Status: f.Status})
	}
}

// Get implements healthrecords.PetStore.
func (s pets) Get(ctx context.Context, account, id uuid.UUID) (p healthrecords.Pet, err error) {
	err = s.of(ctx, account).Where("id = ?", id).Take(&p).Error
	switch {
	case postgres.NoRow(err):
		return p, apperr.NewNotFound("pet")
	case err != nil:
		return p, fmt.Errorf("read a pet: %w", err)
	}
	return p, nil
}

// Many implements healthrecords.PetStore.
func (s pets) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]healthrecords.Pet, error) {
	var list []healthrecords.Pet
	if err := s.of(ctx, account).Where("id = any(?)", postgres.Array(ids)).Find(&list).Error; err != nil {
		return nil, fmt.Errorf("read pets: %w", err)
	}
	found := make(map[uuid.UUID]healthrecords.Pet, len(list))
	for _, p := range list {
		found[p.ID] = p
	}
	return found, nil
}

// ByName implements healthrecords.PetStore.
func (s pets) ByName(ctx context.Context, account uuid.UUID, f healthrecords.PetFilter, name string, id uuid.UUID,
	limit int) (list []healthrecords.Pet, err error) {
	err = s.of(ctx, account).Scopes(that(f)).Where("(name_key, id) > (?, ?)", name, id).Order("name_key, id").Limit(limit).Find(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list pets: %w", err)
	}
	return list, nil
}
