package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Source says where a breed came from.
type Source string

// The sources of breeds.
const (
	Master Source = "master" // loaded with the master list
	Custom Source = "custom" // added by the account
)

// Breed is one entry of an account's breed list, as the API and events show it.
type Breed struct {
	record.Meta
	Name    string `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species string `json:"species" format:"species" doc:"The species that has it" example:"dog"`
	Source  Source `json:"source" enum:"master,custom" doc:"master: came with the master list; custom: added by the account" example:"custom"`

	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"B-1"`
	Names
}

// BreedCreate is what a new breed is made from.
type BreedCreate struct {
	Name    string `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species string `json:"species" format:"species" doc:"The species that has it" example:"dog"`

	ExternalID *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"B-1"`
}

// BreedPatch is a merge patch of a breed.
type BreedPatch struct {
	Name    patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"80" example:"Cavapoochon"`
	Species patch.Field[string] `json:"species,omitzero" nullable:"false" format:"species" doc:"New species" example:"dog"`

	ExternalID patch.Field[string] `json:"external_id,omitzero" maxLength:"100" example:"B-1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (BreedPatch) Docs() map[string]string {
	return map[string]string{"name": "New name, unique in its species whatever the case"}
}

// BreedFilter narrows a list of breeds; empty values are no filter.
type BreedFilter struct {
	Species string
	Search  string // part of the name; case and accents do not count
}

// ListLoaded is the object of the event breed.list_loaded.
type ListLoaded struct {
	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account"`
	Count     int       `json:"count" minimum:"1" maximum:"100000" doc:"How many breeds were added" example:"950"`
}

func (c BreedCreate) breed(m record.Meta, from Source) Breed {
	return Breed{m, c.Name, c.Species, from, text.Optional(c.ExternalID), namesOf(c.Name)}
}

func (p BreedPatch) apply(_ context.Context, b *Breed) error {
	var errs apperr.FieldErrors
	p.Name.NotNull(&b.Name, "name", &errs)
	p.Species.NotNull(&b.Species, "species", &errs)
	if p.Name.Set {
		b.Names = namesOf(b.Name)
	}
	patch.Text(p.ExternalID, &b.ExternalID)
	return errs.Err()
}

// ListBreeds lists breeds by name.
func (s *Service) ListBreeds(ctx context.Context, account uuid.UUID, filter BreedFilter, page paging.Request) (paging.Page[Breed], error) {
	return s.store.Breeds.List(ctx, account, filter, page)
}

// GetBreed is one breed; apperr.NotFound when there is none.
func (s *Service) GetBreed(ctx context.Context, account, id uuid.UUID) (Breed, error) {
	return s.store.Breeds.Get(ctx, account, id)
}

// CreateBreed adds a breed; an account without breeds gets the master list first. It fails with ErrBreedTaken or
// ErrExternalIDTaken, and then the master list stays loaded: it has a transaction of its own.
func (s *Service) CreateBreed(ctx context.Context, account uuid.UUID, create BreedCreate) (Breed, error) {
	if err := s.loadMasterList(ctx, account); err != nil {
		return Breed{}, err
	}
	return s.breeds.Create(ctx, create.breed(record.New(account), Custom))
}

// UpdateBreed changes a breed's name or species; pets follow in the same transaction. It fails with apperr.NotFound,
// apperr.VersionMismatch, apperr.Invalid, ErrBreedTaken or ErrExternalIDTaken.
func (s *Service) UpdateBreed(ctx context.Context, account, id uuid.UUID, change BreedPatch, match patch.Precondition) (Breed, error) {
	return s.breeds.Update(ctx, account, id, match, change.apply, func(ctx context.Context, _, after Breed) error {
		return s.bus.Publish(ctx, BreedChanged{account, after})
	})
}

// DeleteBreed takes a breed off the list, and off pets in the same transaction. It fails with apperr.NotFound or
// apperr.VersionMismatch.
func (s *Service) DeleteBreed(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.breeds.Delete(ctx, account, id, match, func(ctx context.Context, _ Breed) error {
		return s.bus.Publish(ctx, BreedDeleted{account, id})
	})
}

// loadMasterList gives an account without breeds the master list, once however many ask at the same time.
func (s *Service) loadMasterList(ctx context.Context, account uuid.UUID) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if has, err := s.store.Breeds.HasAny(ctx, account); err != nil || has {
			return err
		}
		if err := s.lock(ctx, account, breedList); err != nil {
			return err
		}
		// Somebody else may have loaded it while this one waited for the lock.
		if has, err := s.store.Breeds.HasAny(ctx, account); err != nil || has {
			return err
		}
		entries := MasterList()
		now := s.env.Clock.Now()
		list := lists.Map(entries, func(e BreedCreate) Breed {
			return e.breed(record.Meta{ID: ids.New(), AccountID: account, CreatedAt: now, UpdatedAt: now, Version: 1}, Master)
		})
		if err := s.store.Breeds.Insert(ctx, list...); err != nil {
			return err
		}
		return s.env.Events.Record(ctx, events.Public{Type: BreedListLoaded, Account: account, Record: account,
			Object: ListLoaded{account, len(list)}})
	})
}
