package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Pets knows what the pets of an account and their owners are called, and what customers see of pets.
type Pets interface {
	// Labels answers for all pets at once; ids that name nothing are not in the answer.
	Labels(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]PetLabel, error)
	// Keep returns those of the pets that exist, and keeps them from being removed until the transaction ends.
	Keep(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]bool, error)
	// ShowsStatus reports whether the caller sees the status of pets.
	ShowsStatus(ctx context.Context, account uuid.UUID) (bool, error)
	// Exists fails with apperr.NotFound when there is no such pet for the caller, and with apperr.Conflict merged when it was merged into
	// another one. In a transaction, the pet stays until that ends.
	Exists(ctx context.Context, account, pet uuid.UUID) error
}

// Proofs knows the files of pets.
type Proofs interface {
	// Check fails with apperr.NotFound unless the file belongs to the pet and the caller may read it. It does until the transaction ends.
	Check(ctx context.Context, account, pet, file uuid.UUID) error
}

// PetStore reads what this module needs to know of pets.
type PetStore interface {
	Get(ctx context.Context, account, id uuid.UUID) (Pet, error)
	Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Pet, error)
	// ByName lists pets behind a name and id, by these.
	ByName(ctx context.Context, account uuid.UUID, f PetFilter, name string, id uuid.UUID, limit int) ([]Pet, error)
}

// ExemptionStore keeps exemptions.
type ExemptionStore interface {
	record.Store[Exemption]
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Exemption], error)
	Held(ctx context.Context, account uuid.UUID, pets []uuid.UUID) ([]HeldExemption, error)
	ofPets
}

// Locations knows how accounts count days.
type Locations interface {
	Calendar(ctx context.Context, account uuid.UUID) (Calendar, error)
	IsClosed(ctx context.Context, account uuid.UUID) (bool, error) // it moves to another installation, where time goes on
}

// Stores keep the records of this module. Records that they read lack only their Standing, and are never deleted ones.
type Stores struct {
	Vaccinations     VaccinationStore
	VaccinationTypes TypeStore
	Preventives      PreventiveStore
	PreventiveTypes  PreventiveTypeStore
	Pets             PetStore
	Exemptions       ExemptionStore
	Announcements    AnnouncementStore
}

// VaccinationQuery picks the vaccinations of a pet; zero values are no filter.
type VaccinationQuery struct {
	Pet     uuid.UUID
	Type    *uuid.UUID
	Current *bool
	Expires Span
}

// VaccinationStore keeps vaccinations.
type VaccinationStore interface {
	record.Store[Vaccination]
	List(ctx context.Context, account uuid.UUID, q VaccinationQuery, page paging.Request) (paging.Page[Vaccination], error)
	// ListAccount lists the vaccinations of an account, by expires_on; with spans, those that expire in one of them.
	ListAccount(ctx context.Context, account uuid.UUID, f AccountFilter, spans []Span, page paging.Request) (paging.Page[Vaccination], error)
	// Held are the current ones; with verified, those that expire last of the verified ones.
	Held(ctx context.Context, account uuid.UUID, pets []uuid.UUID, verified bool) ([]HeldVaccination, error)
	// Hold has writers of vaccinations of the pets wait until the transaction ends.
	Hold(ctx context.Context, pets ...uuid.UUID) error
	ofPets
	WithProof(ctx context.Context, account, file uuid.UUID) ([]uuid.UUID, error)
	// UnrecordedProofs lists the proofs that no vaccination names, newest first, without the names of pets and owners.
	UnrecordedProofs(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[UnrecordedProof], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) // of deleted ones too
}

// AnnouncementStore keeps up to which day an account's vaccinations were announced.
type AnnouncementStore interface {
	// Follow has the account looked after from now on.
	Follow(ctx context.Context, account uuid.UUID) error
	// Accounts are the accounts behind one, in the order of their ids.
	Accounts(ctx context.Context, after uuid.UUID, limit int) ([]Announced, error)
	// Lock holds an account; apperr.NotFound when somebody else does.
	Lock(ctx context.Context, account uuid.UUID) (Announced, error)
	Save(ctx context.Context, a Announced) error
	// Due locks up to limit vaccinations whose known status is earlier than the one that they have: expiring up to a day, expired
	// before another one.
	Due(ctx context.Context, account uuid.UUID, expiringTo, expiredBefore clock.Day, limit int) ([]Vaccination, error)
	// SetKnownStatus writes the status that vaccinations are known to have.
	SetKnownStatus(ctx context.Context, account uuid.UUID, ids []uuid.UUID, status Status, on clock.Day) error
}

// Announced tells up to which day, in the account's time zone, its vaccinations have been announced; the zero Day if none have been.
type Announced struct {
	Account     uuid.UUID `gorm:"column:account_id"`
	Day         clock.Day
	WarningDays int
	Again       bool `gorm:"->"` // whether what was being written then has ended, and has not been looked at
}

// TypeStore keeps vaccination types.
type TypeStore interface {
	record.Store[VaccinationType]
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[VaccinationType], error)
	Live(ctx context.Context, account uuid.UUID) ([]VaccinationType, error) // all, by name
	HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error)
	// InsertMissing leaves those out whose names are taken.
	InsertMissing(ctx context.Context, types ...VaccinationType) error
	ManyForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]VaccinationType, error) // against deletion
	// Deleted finds those that are marked deleted, by id or external id.
	Deleted(ctx context.Context, account uuid.UUID, names []string) ([]VaccinationType, error)
	NamedForShare(ctx context.Context, account uuid.UUID, nameKeys, externalIDs []string) ([]VaccinationType, error) // likewise
	LiveIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	// Identified are the external ids of the types, deleted ones too, that have one of them.
	Identified(ctx context.Context, account uuid.UUID, externalIDs []string) (map[uuid.UUID]string, error)
}

// ofPets finds the ids of a pet's records, in order, and no more than limit.
type ofPets interface {
	OfPet(ctx context.Context, account, pet uuid.UUID, limit int) ([]uuid.UUID, error)
}

// PreventiveStore keeps preventives.
type PreventiveStore interface {
	record.Store[Preventive]
	ofPets
	List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Preventive], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}

// PreventiveTypeStore keeps preventive types.
type PreventiveTypeStore interface {
	record.Store[PreventiveType]
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}
