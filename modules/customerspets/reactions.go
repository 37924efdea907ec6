package customerspets

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/jsonb"
)

// Reactions keep customers and pets in step with the account's lists and forms. They are no part of the Service, which
// publishes events itself: whoever is reacted to must be built without what reacts.
type Reactions struct {
	store  Store
	events events.Recorder
	clock  clock.Clock
	names  StatusNames
}

// NewReactions makes Reactions.
func NewReactions(store Store, recorder events.Recorder, c clock.Clock, names StatusNames) *Reactions {
	return &Reactions{store, recorder, c, names}
}

// chunk bounds how many records one statement rewrites and how many are in memory.
const chunk = 1000

// BreedRenamed puts the new name into the breed strings of all pets that have the breed. The breed's row is locked.
func (r *Reactions) BreedRenamed(ctx context.Context, account, breed uuid.UUID, name string) error {
	found, err := r.store.PetsWithBreed(ctx, account, breed)
	if err != nil {
		return err
	}
	return r.rewritePets(ctx, account, found, func(p *Pet) bool { return p.renameBreed(breed, name) })
}

// BreedGone takes the breed off all pets that have it. The breed's row is locked.
func (r *Reactions) BreedGone(ctx context.Context, account, breed uuid.UUID) error {
	found, err := r.store.PetsWithBreed(ctx, account, breed)
	if err != nil {
		return err
	}
	return r.rewritePets(ctx, account, found, func(p *Pet) bool { return p.dropBreed(breed) })
}

// ColourCodeGone takes the colour code off all records that have it. The code's row is locked.
func (r *Reactions) ColourCodeGone(ctx context.Context, account uuid.UUID, kind Kind, code uuid.UUID) error {
	without := func(list *jsonb.Of[[]uuid.UUID]) bool {
		had := list.Get()
		kept := slices.DeleteFunc(slices.Clone(had), func(id uuid.UUID) bool { return id == code })
		*list = jsonb.New(kept)
		return len(kept) < len(had)
	}
	if kind == OfPets {
		found, err := r.store.PetsWithColourCode(ctx, account, code)
		if err != nil {
			return err
		}
		return r.rewritePets(ctx, account, found, func(p *Pet) bool { return without(&p.ColourCodeIDs) })
	}
	found, err := r.store.CustomersWithColourCode(ctx, account, code)
	if err != nil {
		return err
	}
	return r.rewriteCustomers(ctx, account, found, func(c *Customer) bool { return without(&c.ColourCodeIDs) })
}

// FieldGone removes the values of a custom field when force is set; else it fails with a conflict "in_use" that counts
// the records that have one. The form is locked.
func (r *Reactions) FieldGone(ctx context.Context, account uuid.UUID, kind Kind, key string, force bool) error {
	return r.clear(ctx, account, kind, key, nil, force)
}

// OptionsGone removes the values of a custom field that are among values when force is set; else it fails with a
// conflict "in_use" that counts the records that have one. The form is locked.
func (r *Reactions) OptionsGone(ctx context.Context, account uuid.UUID, kind Kind, key string, values []string, force bool) error {
	if len(values) == 0 {
		return nil
	}
	return r.clear(ctx, account, kind, key, values, force)
}

func (r *Reactions) clear(ctx context.Context, account uuid.UUID, kind Kind, key string, values []string, force bool) error {
	find := r.store.CustomersWithField
	if kind == OfPets {
		find = r.store.PetsWithField
	}
	found, err := find(ctx, account, key, values)
	if err != nil || len(found) == 0 {
		return err
	}
	if !force {
		conflict := apperr.NewConflict("in_use", "records have values of this field that would be lost: use force to remove them too")
		conflict.Count = len(found)
		return conflict
	}
	if kind == OfPets {
		return r.rewritePets(ctx, account, found, func(p *Pet) bool { return dropValues(&p.CustomFields, key, values) })
	}
	return r.rewriteCustomers(ctx, account, found, func(c *Customer) bool { return dropValues(&c.CustomFields, key, values) })
}

// dropValues removes the value of a key, or the named values from it; a choice of nothing is no value. The records it is
// called for have one.
func dropValues(fields *jsonb.Of[map[string]any], key string, values []string) bool {
	custom := fields.Get()
	kept := []any{}
	if chosen, several := custom[key].([]any); several && values != nil {
		kept = slices.DeleteFunc(chosen, func(v any) bool {
			s, ok := v.(string)
			return ok && slices.Contains(values, s)
		})
	}
	delete(custom, key)
	if len(kept) > 0 {
		custom[key] = kept
	}
	*fields = jsonb.New(custom)
	return true
}

// rewritePets changes pets whose ids come in order, chunk by chunk, with an event for each that change says it changed.
func (r *Reactions) rewritePets(ctx context.Context, account uuid.UUID, ids []uuid.UUID, change func(*Pet) bool) error {
	now := r.clock.Now()
	for part := range slices.Chunk(ids, chunk) {
		pets, err := r.store.LockPets(ctx, account, part)
		if err != nil {
			return err
		}
		if err := nameStatuses(ctx, r.names, account, pets); err != nil {
			return err
		}
		changed := make([]Pet, 0, len(pets))
		told := make([]events.Public, 0, len(pets))
		for _, before := range pets {
			after := before
			if !change(&after) {
				continue
			}
			after.Version, after.UpdatedAt = before.Version+1, now
			changed = append(changed, after)
			told = append(told, events.Public{Type: PetUpdated, Account: account, Record: after.ID, Object: after, Before: before})
		}
		if err := r.store.RewritePets(ctx, account, changed); err != nil {
			return err
		}
		if err := r.events.Record(ctx, told...); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reactions) rewriteCustomers(ctx context.Context, account uuid.UUID, ids []uuid.UUID, change func(*Customer) bool) error {
	now := r.clock.Now()
	for part := range slices.Chunk(ids, chunk) {
		customers, err := r.store.LockCustomers(ctx, account, part)
		if err != nil {
			return err
		}
		changed := make([]Customer, 0, len(customers))
		told := make([]events.Public, 0, len(customers))
		for _, before := range customers {
			after := before
			if !change(&after) {
				continue
			}
			after.Version, after.UpdatedAt = before.Version+1, now
			changed = append(changed, after)
			told = append(told, events.Public{Type: CustomerUpdated, Account: account, Record: after.ID, Object: after, Before: before})
		}
		if err := r.store.RewriteCustomers(ctx, account, changed); err != nil {
			return err
		}
		if err := r.events.Record(ctx, told...); err != nil {
			return err
		}
	}
	return nil
}
