// Package store keeps accounts in PostgreSQL.
package store

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/address"
	"github.com/petcare/petcare/platform/jsonb"
)

// The rows have the fields of the domain types in the same order, so that they convert; a field that is added to one
// side only does not compile.

type accountRow struct {
	ID                     uuid.UUID `gorm:"primaryKey"`
	OrganizationID         uuid.UUID
	Name                   string
	Code                   string
	Status                 accounts.Status
	Timezone               string
	Currency               string
	Country                string
	Locale                 string
	WeightUnit             string
	Phone                  *string
	Email                  *string
	Website                *string
	Address                jsonb.Of[*address.Address]
	ServiceTypes           jsonb.Of[[]string]
	VaccinationWarningDays int
	CreatedAt              time.Time
	UpdatedAt              time.Time `gorm:"autoUpdateTime:false"`
	Version                int64
}

func (accountRow) TableName() string { return "accounts.accounts" }

type organizationRow struct {
	ID        uuid.UUID `gorm:"primaryKey"`
	Name      string
	CreatedAt time.Time
}

func (organizationRow) TableName() string { return "accounts.organizations" }

type pendingReasonRow struct {
	ID           uuid.UUID `gorm:"primaryKey"`
	AccountID    uuid.UUID `gorm:"primaryKey"`
	Name         string
	Description  *string
	ServiceTypes jsonb.Of[[]string]
	ItemOrder    int
	Active       bool
	ExternalID   *string
	CreatedAt    time.Time
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`
	Version      int64
}

func (pendingReasonRow) TableName() string { return "accounts.pending_reasons" }
