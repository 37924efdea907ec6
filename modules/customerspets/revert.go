package customerspets

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// What goes back goes through the same code as a PATCH with the old values, so that the same rules hold.

// references are the list entries that records get back.
type references struct {
	Breeds []uuid.UUID `json:"breed_ids"`
	Codes  []uuid.UUID `json:"colour_code_ids"`
	Status *uuid.UUID  `json:"secondary_pet_status_id"`
}

// holdReferences locks a form and the list entries that records get back.
func (s *Service) holdReferences(kind Kind) func(context.Context, uuid.UUID, []json.RawMessage) error {
	return func(ctx context.Context, account uuid.UUID, values []json.RawMessage) error {
		var all references
		var statuses []uuid.UUID
		for _, text := range values {
			var r references
			if err := json.Unmarshal(text, &r); err != nil {
				return fmt.Errorf("read the references of a record: %w", err)
			}
			all.Breeds, all.Codes = append(all.Breeds, r.Breeds...), append(all.Codes, r.Codes...)
			if r.Status != nil {
				statuses = append(statuses, *r.Status)
			}
		}
		if _, err := s.lists.BreedsForShare(ctx, account, ids.Distinct(all.Breeds)); err != nil {
			return err
		}
		if _, err := s.lists.StatusesForShare(ctx, account, ids.Distinct(statuses)); err != nil {
			return err
		}
		if _, err := s.lists.ColourCodesForShare(ctx, account, kind, ids.Distinct(all.Codes)); err != nil {
			return err
		}
		_, err := s.lists.FormForShare(ctx, account, kind)
		return err
	}
}

func (s *Service) customersBack() record.Reverting[Customer] {
	return record.Reverting[Customer]{
		Hold:   s.holdReferences(OfCustomers),
		Secret: []string{"login"},
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Customer]) error {
			held := s.remembering()
			for _, r := range batch {
				if err := held.customerBack(ctx, account, r); err != nil {
					return r.Faulty(err)
				}
			}
			return nil
		},
		Also: func(ctx context.Context, before, after *Customer) error {
			switch {
			case before == nil:
				return s.merges.Undo(ctx, after.AccountID, after.ID, events.OriginOf(ctx).Change)
			case after == nil && before.Login.Enabled:
				return s.bus.Publish(ctx, LoginChanged{Account: before.AccountID, Customer: before.ID})
			case after == nil:
				return nil
			default:
				return s.tellLogin(ctx, *before, *after)
			}
		},
		Removing: s.customerMerger().again,
	}
}

// customerBack puts the old values into a customer. One that was deleted is back without its password, which no event
// knows, unless it was merged.
func (s *Service) customerBack(ctx context.Context, account uuid.UUID, r record.Return[Customer]) error {
	var p CustomerPatch
	to := *r.After
	if r.Before != nil {
		if err := json.Unmarshal(r.Patch, &p); err != nil {
			return fmt.Errorf("read what a customer gets back: %w", err)
		}
		to = *r.Before
	} else {
		to.Login, to.MergedInto = CustomerLogin{}, nil
		m, err := s.merges.Get(ctx, account, to.ID)
		switch {
		case err == nil && m.SourcePasswordHash != nil:
			to.PasswordHash, to.Login.Enabled = m.SourcePasswordHash, true
		case err != nil && !apperr.Is(err, apperr.NotFound):
			return err
		}
		to.Login.LastLoginAt = m.SourceLastLoginAt
		p.ColourCodeIDs = patch.Of(to.ColourCodeIDs.Get())
		p.FirstName, p.LastName = asSet(to.FirstName), asSet(to.LastName) // of which the search texts are made
	}
	change, err := s.prepareCustomer(ctx, account, p, nil, false)
	if err != nil {
		return err
	}
	if err := change.apply(ctx, &to); err != nil {
		return err
	}
	*r.After = to
	return nil
}

// asSet is a key that has a value, or null.
func asSet(value *string) patch.Field[string] {
	if value == nil {
		return patch.Null[string]()
	}
	return patch.Of(*value)
}

func (s *Service) petsBack() record.Reverting[Pet] {
	return record.Reverting[Pet]{
		Hold:     s.holdReferences(OfPets),
		Computed: []string{"breed"},
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Pet]) error {
			held := s.remembering()
			owners := map[uuid.UUID]bool{}
			for _, r := range batch {
				if owner := r.After.CustomerID; !owners[owner] && (r.Before == nil || r.Before.CustomerID != owner) {
					if err := s.CustomerExists(ctx, account, owner); apperr.Is(err, apperr.NotFound) {
						return r.Faulty(apperr.NewInvalid("customer_id", "not_found", "is not a customer of the account any more"))
					} else if err != nil {
						return err
					}
					owners[owner] = true
				}
				if err := held.petBack(ctx, account, r); err != nil {
					return r.Faulty(err)
				}
			}
			return nil
		},
		Also: func(ctx context.Context, before, after *Pet) error {
			if before == nil {
				return s.merges.Undo(ctx, after.AccountID, after.ID, events.OriginOf(ctx).Change)
			}
			return nil
		},
		Removing: s.petMerger().again,
	}
}

// petBack puts the old values into a pet, and its owner.
func (s *Service) petBack(ctx context.Context, account uuid.UUID, r record.Return[Pet]) error {
	var p PetPatch
	to := *r.After
	if r.Before != nil {
		if err := json.Unmarshal(r.Patch, &p); err != nil {
			return fmt.Errorf("read what a pet gets back: %w", err)
		}
		to = *r.Before
	} else {
		to.MergedInto = nil
		p.BreedIDs, p.ColourCodeIDs = patch.Of(to.BreedIDs.Get()), patch.Of(to.ColourCodeIDs.Get())
		to.BreedIDs = jsonb.New([]uuid.UUID{}) // so that those it had are chosen
		to.setBreeds([]uuid.UUID{}, []string{})
	}
	change, err := s.preparePet(ctx, account, p, false)
	if err != nil {
		return err
	}
	if p.Species.Set && !p.BreedIDs.Set {
		if err := change.holdBreedsOf(ctx, to.ID); err != nil {
			return err
		}
	}
	if err := change.apply(ctx, &to); err != nil {
		return err
	}
	to.CustomerID = r.After.CustomerID
	*r.After = to
	return nil
}

// remembering is the same service for a batch: what it has looked up and locked, it does not look up again.
func (s *Service) remembering() *Service {
	held := *s
	held.lists = &heldLists{Lists: s.lists, forms: map[Kind]Form{}, breeds: map[uuid.UUID]Breed{}, codes: map[Kind]map[uuid.UUID]bool{}}
	return &held
}

type heldLists struct {
	Lists
	forms  map[Kind]Form
	breeds map[uuid.UUID]Breed
	codes  map[Kind]map[uuid.UUID]bool
}

// FormForShare implements Lists.
func (h *heldLists) FormForShare(ctx context.Context, account uuid.UUID, kind Kind) (Form, error) {
	form, ok := h.forms[kind]
	if ok {
		return form, nil
	}
	form, err := h.Lists.FormForShare(ctx, account, kind)
	if err == nil {
		h.forms[kind] = form
	}
	return form, err
}

// BreedsForShare implements Lists.
func (h *heldLists) BreedsForShare(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]Breed, error) {
	if !slices.ContainsFunc(of, func(id uuid.UUID) bool { _, ok := h.breeds[id]; return !ok }) {
		return h.breeds, nil
	}
	found, err := h.Lists.BreedsForShare(ctx, account, of)
	maps.Copy(h.breeds, found)
	return h.breeds, err
}

// ColourCodesForShare implements Lists.
func (h *heldLists) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind Kind, of []uuid.UUID) (map[uuid.UUID]bool, error) {
	if h.codes[kind] == nil {
		h.codes[kind] = map[uuid.UUID]bool{}
	}
	known := h.codes[kind]
	if !slices.ContainsFunc(of, func(id uuid.UUID) bool { return !known[id] }) {
		return known, nil
	}
	found, err := h.Lists.ColourCodesForShare(ctx, account, kind, of)
	maps.Copy(known, found)
	return known, err
}
