package customerspets

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
)

// CreatePet adds a pet to a customer. It fails with apperr.NotFound when there is no such customer, apperr.Invalid,
// apperr.Forbidden when a customer gives keys that the form does not open to it, or ErrPetExternalIDTaken.
func (s *Service) CreatePet(ctx context.Context, account, customer uuid.UUID, draft PetCreate) (Pet, error) {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != customer {
		return Pet{}, apperr.NewNotFound()
	}
	change := draft.change()
	g, err := keysOf(change)
	if err != nil {
		return Pet{}, err
	}
	var made Pet
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		write, err := s.preparePet(ctx, account, change, g, true)
		if err != nil {
			return err
		}
		made = newPet(account, customer, ids.New())
		made.CreatedAt, made.Version = s.clock.Now(), 1
		made.UpdatedAt = made.CreatedAt
		if err := write.apply(ctx, &made); err != nil {
			return s.missingFirst(ctx, account, customer, err)
		}
		if err := s.store.InsertPet(ctx, made); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: PetCreated, Account: account, Record: made.ID, Object: made})
	})
	if err != nil {
		return Pet{}, err
	}
	return s.showPet(ctx, made)
}

// missingFirst is apperr.NotFound when there is no such customer, whatever else is wrong.
func (s *Service) missingFirst(ctx context.Context, account, customer uuid.UUID, wrong error) error {
	if _, err := s.store.Customer(ctx, account, customer); err != nil {
		return err
	}
	return wrong
}

// UpdatePet changes a pet of a customer. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden when
// a customer gives keys that the form does not open to it, or ErrPetExternalIDTaken.
func (s *Service) UpdatePet(ctx context.Context, account, customer, id uuid.UUID, change PetPatch, match patch.Precondition) (Pet, error) {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != customer {
		return Pet{}, apperr.NewNotFound()
	}
	g, err := keysOf(change)
	if err != nil {
		return Pet{}, err
	}
	var after Pet
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		write, err := s.preparePet(ctx, account, change, g, false)
		if err != nil {
			return err
		}
		if change.Species.Set && !change.BreedIDs.Set {
			// The breeds it has need another look. Lists are held before pets, so it is asked without a lock first.
			if err := s.holdBreedsOf(ctx, account, id, &write); err != nil {
				return err
			}
		}
		before, err := s.store.LockPet(ctx, account, id)
		if err != nil {
			return err
		}
		if before.CustomerID != customer {
			return apperr.NewNotFound()
		}
		if err := match.Check(before.Version); err != nil {
			return err
		}
		one := []Pet{before}
		if err := nameStatuses(ctx, s.lists, account, one); err != nil {
			return err
		}
		before, after = one[0], one[0]
		if err := write.apply(ctx, &after); err != nil {
			return err
		}
		if same, err := events.Same(before, after); err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.UpdatePet(ctx, after); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: PetUpdated, Account: account, Record: id, Object: after, Before: before})
	})
	if err != nil {
		return Pet{}, err
	}
	return s.showPet(ctx, after)
}

func (s *Service) holdBreedsOf(ctx context.Context, account, id uuid.UUID, write *petWrite) error {
	p, err := s.store.Pet(ctx, account, id)
	if err != nil || len(p.BreedIDs.Get()) == 0 {
		return err
	}
	write.breeds, err = s.lists.BreedsForShare(ctx, account, p.BreedIDs.Get())
	return err
}

// petWrite is a change of a pet with everything held that it depends on.
type petWrite struct {
	service  *Service
	account  uuid.UUID
	change   PetPatch
	given    given
	fresh    bool
	form     Form
	breeds   map[uuid.UUID]Breed
	statuses map[uuid.UUID]string
	codes    map[uuid.UUID]bool
}

// preparePet holds the form and lists that the change depends on; rows of pets come after them.
func (s *Service) preparePet(ctx context.Context, account uuid.UUID, change PetPatch, g given, fresh bool) (petWrite, error) {
	w := petWrite{service: s, account: account, change: change, given: g, fresh: fresh}
	var err error
	if w.form, err = s.formFor(ctx, account, OfPets, g, fresh); err != nil {
		return w, err
	}
	if err := w.form.permit(ctx, OfPets, g); err != nil {
		return w, err
	}
	if list := change.BreedIDs.Value; len(list) > 0 {
		if w.breeds, err = s.lists.BreedsForShare(ctx, account, list); err != nil {
			return w, err
		}
	}
	if f := change.SecondaryPetStatusID; f.Set && !f.Null {
		if w.statuses, err = s.lists.StatusesForShare(ctx, account, []uuid.UUID{f.Value}); err != nil {
			return w, err
		}
	}
	if list := change.ColourCodeIDs.Value; len(list) > 0 {
		if w.codes, err = s.lists.ColourCodesForShare(ctx, account, OfPets, list); err != nil {
			return w, err
		}
	}
	return w, nil
}

// apply puts the change into the pet.
func (w *petWrite) apply(ctx context.Context, to *Pet) error {
	var faults apperr.FieldErrors
	var before state
	if !w.fresh {
		before = state{*to, to.CustomFields.Get()}
	}
	r := w.service.reader(ctx, w.account, &faults)
	c, species := w.change, to.Species
	c.Name.NotNull(&to.Name, "name", &faults)
	c.Species.NotNull(&to.Species, "species", &faults)
	c.apply(r, to)
	if r.err != nil {
		return r.err
	}
	if err := w.applyBreeds(ctx, to, species, &faults); err != nil {
		return err
	}
	if f := c.SecondaryPetStatusID; f.Set && !isAlready(f, to.SecondaryPetStatusID) {
		f.ApplyPtr(&to.SecondaryPetStatusID)
		to.nameStatus(w.statuses)
		if !f.Null && to.SecondaryPetStatus == nil {
			faults.Add("secondary_pet_status_id", "not_found", "is not a secondary pet status of the account")
		}
	}
	if c.ColourCodeIDs.Set {
		knownCodes(c.ColourCodeIDs.Value, w.codes, &faults)
		to.ColourCodeIDs = jsonb.New(set(c.ColourCodeIDs.Value))
	}
	setText(c.ExternalID, &to.ExternalID)
	custom := to.CustomFields.Get()
	if f := c.CustomFields; f.Set {
		if f.Null {
			custom = nil
		}
		custom = w.form.merge(f.Value, custom, &faults)
		to.CustomFields = jsonb.New(custom)
	}
	if err := w.form.demand(ctx, w.given, before, state{*to, custom}, &faults); err != nil {
		return err
	}
	return faults.Err()
}

// applyBreeds chooses the given breeds, and looks again at those that the pet has when its species changes. The breeds
// that it has already are no choice when they are given: one may have become a breed of another species.
func (w *petWrite) applyBreeds(ctx context.Context, to *Pet, species string, faults *apperr.FieldErrors) error {
	has := to.BreedIDs.Get()
	if to.Species == species && (!w.change.BreedIDs.Set || slices.Equal(w.change.BreedIDs.Value, has)) {
		return nil
	}
	if w.change.BreedIDs.Set {
		to.chooseBreeds(w.change.BreedIDs.Value, w.breeds, faults)
		return nil
	}
	held := func(id uuid.UUID) bool { _, ok := w.breeds[id]; return ok }
	if slices.ContainsFunc(has, func(id uuid.UUID) bool { return !held(id) }) {
		// Its breeds changed between the look and the lock. Out of order, so this may end in a deadlock, and a new try.
		breeds, err := w.service.lists.BreedsForShare(ctx, w.account, has)
		if err != nil {
			return err
		}
		w.breeds = breeds
	}
	to.chooseBreeds(has, w.breeds, faults)
	return nil
}

// isAlready reports whether a key is sent back as it is: that is no change, even where the id dangles by now.
func isAlready(f patch.Field[uuid.UUID], id *uuid.UUID) bool {
	return !f.Null && id != nil && *id == f.Value
}
