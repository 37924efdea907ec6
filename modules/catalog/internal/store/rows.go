// Package store keeps the catalog in PostgreSQL.
package store

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/money"
)

// The rows have the fields of the domain types in the same order, so that they convert; a field that is added to one
// side only does not compile.

type rateRow struct {
	ID               uuid.UUID `gorm:"primaryKey"`
	AccountID        uuid.UUID `gorm:"primaryKey"`
	Name             string
	Description      *string
	Code             *string
	ServiceType      string
	Active           bool
	ItemOrder        int
	TaxIDs           jsonb.Of[[]uuid.UUID] `gorm:"column:tax_ids"`
	IncludedAddonIDs jsonb.Of[[]uuid.UUID] `gorm:"column:included_addon_ids"`
	ValueData        jsonb.Of[catalog.ValueData]
	ExternalID       *string
	CreatedAt        time.Time
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
	Version          int64
	Folded           string
}

func (rateRow) TableName() string { return "catalog.rates" }

type addonRow struct {
	ID               uuid.UUID `gorm:"primaryKey"`
	AccountID        uuid.UUID `gorm:"primaryKey"`
	Name             string
	Description      *string
	Code             *string
	ServiceType      *catalog.AddonService
	Active           bool
	ItemOrder        int
	TaxIDs           jsonb.Of[[]uuid.UUID] `gorm:"column:tax_ids"`
	IncludedAddonIDs jsonb.Of[[]uuid.UUID] `gorm:"column:included_addon_ids"`
	ValueData        jsonb.Of[catalog.ValueData]
	Sessions         jsonb.Of[[]catalog.ClassSession]
	Capacity         *int
	Instructor       *string
	ExternalID       *string
	CreatedAt        time.Time
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
	Version          int64
	Folded           string
}

func (addonRow) TableName() string { return "catalog.addons" }

type retailRow struct {
	ID            uuid.UUID `gorm:"primaryKey"`
	AccountID     uuid.UUID `gorm:"primaryKey"`
	Name          string
	Description   *string
	SKU           *string `gorm:"column:sku"`
	Barcode       *string
	Brand         *string
	Categories    jsonb.Of[[]catalog.ProductCategory]
	Price         jsonb.Of[money.Money]
	TaxIDs        jsonb.Of[[]uuid.UUID] `gorm:"column:tax_ids"`
	StockQuantity int
	TrackStock    bool
	Active        bool
	ExternalID    *string
	CreatedAt     time.Time
	UpdatedAt     time.Time `gorm:"autoUpdateTime:false"`
	Version       int64
	Folded        string
}

func (retailRow) TableName() string { return "catalog.retail_products" }

type categoryRow struct {
	ID         uuid.UUID `gorm:"primaryKey"`
	AccountID  uuid.UUID `gorm:"primaryKey"`
	Name       string
	ParentID   *uuid.UUID
	ExternalID *string
	CreatedAt  time.Time
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	Version    int64
}

func (categoryRow) TableName() string { return "catalog.retail_categories" }

type adjustmentRow struct {
	ID         uuid.UUID `gorm:"primaryKey"`
	AccountID  uuid.UUID `gorm:"primaryKey"`
	Name       string
	Code       *string
	Kind       string
	ValueData  jsonb.Of[catalog.AdjustmentValue]
	ValidFrom  *clock.Day
	ValidUntil *clock.Day
	Active     bool
	ExternalID *string
	CreatedAt  time.Time
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	Version    int64
	Folded     string
}

func (adjustmentRow) TableName() string { return "catalog.adjustments" }

type taxRow struct {
	ID         uuid.UUID `gorm:"primaryKey"`
	AccountID  uuid.UUID `gorm:"primaryKey"`
	Name       string
	Rate       string
	Inclusive  bool
	Active     bool
	ExternalID *string
	CreatedAt  time.Time
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	Version    int64
	Folded     string
}

func (taxRow) TableName() string { return "catalog.taxes" }
