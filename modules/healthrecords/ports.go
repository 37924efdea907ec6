package healthrecords

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/paging"
)

// Pets knows the pets of an account.
type Pets interface {
	// Check fails with apperr.NotFound when the account has no such pet for the caller of ctx: customers have their own.
	Check(ctx context.Context, account, pet uuid.UUID) error
}

// Locations knows how accounts count days.
type Locations interface {
	Calendar(ctx context.Context, account uuid.UUID) (Calendar, error)
}

// Store keeps everything of this module.
type Store interface {
	VaccinationStore
	TypeStore
	PreventiveStore
}

// VaccinationQuery picks the live vaccinations of a pet; zero values are no filter.
type VaccinationQuery struct {
	Pet         uuid.UUID
	Type        *uuid.UUID
	Current     *bool
	First, Last clock.Day // expires on or after, on or before
}

// VaccinationStore keeps vaccinations. What is read has everything but Status and DaysUntilExpiry; deleted ones are
// never read.
type VaccinationStore interface {
	Vaccinations(ctx context.Context, account uuid.UUID, q VaccinationQuery, page paging.Request) (paging.Page[Vaccination], error)
	VaccinationsByID(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Vaccination, error)
	LockVaccinations(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Vaccination, error) // until the transaction ends
	VaccinationIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)   // of deleted ones too
	SaveVaccinations(ctx context.Context, list []Vaccination) error
	RemoveVaccination(ctx context.Context, account, id uuid.UUID, at time.Time) error
}

// TypeStore keeps vaccination types; deleted ones are never read. Locks last until the transaction ends.
type TypeStore interface {
	VaccinationTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[VaccinationType], error)
	HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error)
	AddBuiltIns(ctx context.Context, types []VaccinationType) error // leaves those alone whose names are taken
	InsertVaccinationType(ctx context.Context, t VaccinationType) error
	UpdateVaccinationType(ctx context.Context, t VaccinationType) error
	RemoveVaccinationType(ctx context.Context, account, id uuid.UUID, at time.Time) error
	LockVaccinationType(ctx context.Context, account, id uuid.UUID) (VaccinationType, error)
	VaccinationTypeForShare(ctx context.Context, account, id uuid.UUID) (VaccinationType, error)                   // against deletion
	TypesByNameForShare(ctx context.Context, account uuid.UUID, keys []string) (map[string]VaccinationType, error) // by NameKey
}

// PreventiveStore keeps preventives and their types. What is read has everything but Status and DaysUntilExpiry.
type PreventiveStore interface {
	Preventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Preventive], error)
	PreventivesByID(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Preventive, error)
	LockPreventives(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Preventive, error)
	PreventiveIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	SavePreventives(ctx context.Context, list []Preventive) error
	PreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error)
	LockPreventiveTypes(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]PreventiveType, error)
	PreventiveTypeIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	SavePreventiveTypes(ctx context.Context, list []PreventiveType) error
}
