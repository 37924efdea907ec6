package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Store keeps the lists and forms. Its methods join the transaction of the context; those that lock need one.
type Store interface {
	BreedStore
	StatusStore
	ColourCodeStore
	FieldStore
}

// BreedStore keeps breeds. InsertBreed and UpdateBreed fail with ErrBreedTaken.
type BreedStore interface {
	Breeds(ctx context.Context, account uuid.UUID, filter BreedFilter, page paging.Request) (paging.Page[Breed], error)
	Breed(ctx context.Context, account, id uuid.UUID) (Breed, error)
	BreedsNamed(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error)
	HasBreeds(ctx context.Context, account uuid.UUID) (bool, error)
	InsertBreed(ctx context.Context, b Breed) error
	InsertBreeds(ctx context.Context, list []Breed) error
	UpdateBreed(ctx context.Context, b Breed) error
	DeleteBreed(ctx context.Context, account, id uuid.UUID) error

	LockBreedList(ctx context.Context, account uuid.UUID) error                                          // for the rest of the transaction
	LockBreed(ctx context.Context, account, id uuid.UUID) (Breed, error)                                 // for update
	BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Breed, error) // for share
}

// StatusStore keeps secondary pet statuses. InsertStatus and UpdateStatus fail with ErrStatusTaken.
type StatusStore interface {
	Statuses(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[SecondaryPetStatus], error)
	Status(ctx context.Context, account, id uuid.UUID) (SecondaryPetStatus, error)
	StatusesByID(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error)
	StatusesNamed(ctx context.Context, account uuid.UUID, names []string) (map[string]SecondaryPetStatus, error)
	LastStatusOrder(ctx context.Context, account uuid.UUID) (int, error) // 0 when there is none
	InsertStatus(ctx context.Context, s SecondaryPetStatus) error
	UpdateStatus(ctx context.Context, s SecondaryPetStatus) error
	DeleteStatus(ctx context.Context, account, id uuid.UUID) error

	LockStatusList(ctx context.Context, account uuid.UUID) error
	LockStatus(ctx context.Context, account, id uuid.UUID) (SecondaryPetStatus, error)
	StatusesForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error)
}

// ColourCodeStore keeps colour codes. InsertColourCode and UpdateColourCode fail with ErrNumberTaken.
type ColourCodeStore interface {
	ColourCodes(ctx context.Context, account uuid.UUID, kind ColourCodeType, page paging.Request) (paging.Page[ColourCode], error)
	ColourCode(ctx context.Context, account, id uuid.UUID) (ColourCode, error)
	ColourCodesNumbered(ctx context.Context, account uuid.UUID, kind ColourCodeType, numbers []int) (map[int]ColourCode, error)
	LastNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType) (int, error) // 0 when there is none
	InsertColourCode(ctx context.Context, c ColourCode) error
	UpdateColourCode(ctx context.Context, c ColourCode) error
	DeleteColourCode(ctx context.Context, account, id uuid.UUID) error

	LockNumbers(ctx context.Context, account uuid.UUID, kind ColourCodeType) error
	LockColourCode(ctx context.Context, account, id uuid.UUID) (ColourCode, error)
	ColourCodesForShare(ctx context.Context, account uuid.UUID, kind ColourCodeType, ids []uuid.UUID) (map[uuid.UUID]ColourCode, error)
}

// FieldStore keeps custom fields, and those standard fields that an account has changed.
type FieldStore interface {
	FormFields(ctx context.Context, account uuid.UUID, form Form) ([]Field, error) // by item_order
	SaveField(ctx context.Context, f Field) error
	DeleteField(ctx context.Context, account, id uuid.UUID) error
	OrderFields(ctx context.Context, fields []Field) error // writes item_order, version and updated_at

	LockForm(ctx context.Context, account uuid.UUID, form Form) error     // against changes and holders
	FormForShare(ctx context.Context, account uuid.UUID, form Form) error // against changes; shared by holders
}
