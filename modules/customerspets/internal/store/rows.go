// Package store keeps customers and pets in PostgreSQL.
package store

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/address"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements customerspets.Store.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

// The rows have the fields of the domain types in the same order, so that they convert; a field that is added to one
// side only does not compile.

type customerRow struct {
	ID             uuid.UUID `gorm:"primaryKey"`
	AccountID      uuid.UUID `gorm:"primaryKey"`
	FirstName      *string
	LastName       *string
	CompanyName    *string
	Email          *string
	Phones         jsonb.Of[[]customerspets.Phone]
	Address        jsonb.Of[*address.Address]
	Status         *customerspets.Status
	ReferralSource *string
	Contacts       jsonb.Of[[]customerspets.CustomerContact]
	Vet            jsonb.Of[*customerspets.Vet]
	Communication  jsonb.Of[*customerspets.Communication]
	ColourCodeIDs  jsonb.Of[[]uuid.UUID]
	Tags           jsonb.Of[[]string]
	Alert          *string
	CustomFields   jsonb.Of[map[string]any]
	ExternalID     *string
	Login          customerspets.CustomerLogin `gorm:"embedded;embeddedPrefix:login_"`
	PasswordHash   *string
	Search         string
	CreatedAt      time.Time
	UpdatedAt      time.Time `gorm:"autoUpdateTime:false"`
	Version        int64
}

func (customerRow) TableName() string { return "customerspets.customers" }

type petRow struct {
	ID                   uuid.UUID `gorm:"primaryKey"`
	AccountID            uuid.UUID `gorm:"primaryKey"`
	CustomerID           uuid.UUID
	Name                 string
	Species              string
	BreedIDs             jsonb.Of[[]uuid.UUID]
	BreedNames           jsonb.Of[[]string]
	Breed                *string
	Sex                  *string
	Altered              *string
	BirthDate            *clock.Day
	BirthDatePrecision   *string
	Status               *customerspets.PetStatus
	DeceasedOn           *clock.Day
	SecondaryPetStatusID *uuid.UUID
	SecondaryPetStatus   *customerspets.PetSecondaryStatus `gorm:"-"`
	Weight               jsonb.Of[*customerspets.PetWeight]
	Coat                 *string
	Colour               *string
	Markings             *string
	Microchip            *string
	Vet                  jsonb.Of[*customerspets.Vet]
	FeedingInstructions  *string
	Medications          *string
	Allergies            *string
	MedicalNotes         *string
	BehaviourNotes       *string
	GroomingNotes        *string
	Alert                *string
	ColourCodeIDs        jsonb.Of[[]uuid.UUID]
	Tags                 jsonb.Of[[]string]
	CustomFields         jsonb.Of[map[string]any]
	ExternalID           *string
	CreatedAt            time.Time
	UpdatedAt            time.Time `gorm:"autoUpdateTime:false"`
	Version              int64
}

func (petRow) TableName() string { return "customerspets.pets" }
