// Package store keeps health records in PostgreSQL.
package store

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements healthrecords.Store.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

func locking(strength string) clause.Locking { return clause.Locking{Strength: strength} }

// The rows have the fields of the domain types in the same order, so that they convert; a field that is added to one
// side only does not compile. What is found when a record is read has no column: "-".

type vaccinationRow struct {
	ID                uuid.UUID `gorm:"primaryKey"`
	AccountID         uuid.UUID `gorm:"primaryKey"`
	PetID             uuid.UUID
	VaccinationTypeID uuid.UUID
	Type              healthrecords.VaccinationTypeLabel `gorm:"-"`
	ExpiresOn         clock.Day
	AdministeredOn    *clock.Day
	Manufacturer      *string
	LotNumber         *string
	Clinic            *string
	Veterinarian      *string
	Verified          bool
	Note              *string
	Status            healthrecords.Status `gorm:"-"`
	DaysUntilExpiry   int                  `gorm:"-"`
	Current           bool                 `gorm:"-"`
	ExternalID        *string
	CreatedAt         time.Time
	UpdatedAt         time.Time `gorm:"autoUpdateTime:false"`
	Version           int64
}

func (vaccinationRow) TableName() string { return "healthrecords.vaccinations" }

type typeColumns struct {
	ID                    uuid.UUID `gorm:"primaryKey"`
	AccountID             uuid.UUID `gorm:"primaryKey"`
	Name                  string
	Abbreviation          *string
	Species               jsonb.Of[[]string]
	RequiredFor           jsonb.Of[[]string]
	DefaultValidityMonths int
	BuiltIn               bool
	CreatedAt             time.Time
	UpdatedAt             time.Time `gorm:"autoUpdateTime:false"`
	Version               int64
}

// typeRow adds to a type the key of its name.
type typeRow struct {
	Columns typeColumns `gorm:"embedded"`
	NameKey string
}

func (typeRow) TableName() string { return "healthrecords.vaccination_types" }

func rowOf(t healthrecords.VaccinationType) typeRow {
	return typeRow{typeColumns(t), healthrecords.NameKey(t.Name)}
}

type preventiveTypeRow struct {
	ID           uuid.UUID `gorm:"primaryKey"`
	AccountID    uuid.UUID `gorm:"primaryKey"`
	Name         string
	Category     string
	Species      jsonb.Of[[]string]
	IntervalDays *int
	ExternalID   *string
	CreatedAt    time.Time
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`
	Version      int64
}

func (preventiveTypeRow) TableName() string { return "healthrecords.preventive_types" }

type preventiveRow struct {
	ID               uuid.UUID `gorm:"primaryKey"`
	AccountID        uuid.UUID `gorm:"primaryKey"`
	PetID            uuid.UUID
	PreventiveTypeID uuid.UUID
	Type             healthrecords.PreventiveTypeLabel `gorm:"-"`
	Product          *string
	AdministeredOn   *clock.Day
	ExpiresOn        clock.Day
	Status           healthrecords.Status `gorm:"-"`
	DaysUntilExpiry  int                  `gorm:"-"`
	Note             *string
	ExternalID       *string
	CreatedAt        time.Time
	UpdatedAt        time.Time `gorm:"autoUpdateTime:false"`
	Version          int64
}

func (preventiveRow) TableName() string { return "healthrecords.preventives" }
