package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/record"
)

// Pets knows the pets of an account.
type Pets interface {
	// Exists fails with apperr.NotFound when the account has no such pet for the caller of ctx: customers have their own.
	Exists(ctx context.Context, account, pet uuid.UUID) error
}

// Locations knows how accounts count days.
type Locations interface {
	Calendar(ctx context.Context, account uuid.UUID) (Calendar, error)
}

// Stores keep everything of this module. What they read has everything but its Standing; what was deleted is never read.
type Stores struct {
	Vaccinations     VaccinationStore
	VaccinationTypes TypeStore
	Preventives      PreventiveStore
	PreventiveTypes  PreventiveTypeStore
}

// VaccinationQuery picks the vaccinations of a pet; zero values are no filter.
type VaccinationQuery struct {
	Pet         uuid.UUID
	Type        *uuid.UUID
	Current     *bool
	First, Last clock.Day // expires on or after, on or before
}

// VaccinationStore keeps vaccinations.
type VaccinationStore interface {
	record.Store[Vaccination]
	List(ctx context.Context, account uuid.UUID, q VaccinationQuery, page paging.Request) (paging.Page[Vaccination], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) // of deleted ones too
}

// TypeStore keeps vaccination types.
type TypeStore interface {
	record.Store[VaccinationType]
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[VaccinationType], error)
	HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error)
	InsertMissing(ctx context.Context, types ...VaccinationType) error                                  // leaves those out whose names are taken
	ManyForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]VaccinationType, error)    // against deletion
	NamedForShare(ctx context.Context, account uuid.UUID, nameKeys []string) ([]VaccinationType, error) // likewise
}

// PreventiveStore keeps preventives.
type PreventiveStore interface {
	record.Store[Preventive]
	List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Preventive], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}

// PreventiveTypeStore keeps preventive types.
type PreventiveTypeStore interface {
	record.Store[PreventiveType]
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}
