package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func (s *Store) closures(ctx context.Context) *gorm.DB { return s.In(ctx).Table("accounts.closures") }

// EnsureClosure implements accounts.Store.
func (s *Store) EnsureClosure(ctx context.Context, c accounts.Closure) (accounts.Closure, error) {
	if err := s.closures(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&c).Error; err != nil {
		return c, fmt.Errorf("close an organization: %w", err)
	}
	return s.GetClosure(ctx, c.OrganizationID)
}

// GetClosure implements accounts.Store.
func (s *Store) GetClosure(ctx context.Context, organization uuid.UUID) (c accounts.Closure, err error) {
	err = s.closures(ctx).Where("organization_id = ?", organization).Take(&c).Error
	if postgres.NoRow(err) {
		return c, apperr.NewNotFound("closure")
	}
	return c, postgres.Failed("look whether an organization is closed", err)
}

// UpdateClosure implements accounts.Store.
func (s *Store) UpdateClosure(ctx context.Context, c accounts.Closure) error {
	err := s.closures(ctx).Where("organization_id = ?", c.OrganizationID).Update("moved_to", c.MovedTo).Error
	return postgres.Failed("note where an organization is", err)
}

// DeleteClosure implements accounts.Store.
func (s *Store) DeleteClosure(ctx context.Context, organization uuid.UUID) error {
	return postgres.Failed("open an organization", s.closures(ctx).Where("organization_id = ?", organization).Delete(nil).Error)
}
