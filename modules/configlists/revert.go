package configlists

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// What is special about going back from changes of lists and forms: what events do not show, and who follows.

func (s *Service) breedsBack() record.Reverting[Breed] {
	return record.Reverting[Breed]{
		Derive: func(b *Breed) { b.Names = namesOf(b.Name) },
		Also: func(ctx context.Context, before, after *Breed) error {
			switch {
			case before == nil:
				return nil
			case after == nil:
				return s.bus.Publish(ctx, BreedDeleted{before.AccountID, before.ID})
			default:
				return s.bus.Publish(ctx, BreedChanged{after.AccountID, *after})
			}
		},
	}
}

func (s *Service) colourCodesBack() record.Reverting[ColourCode] {
	return record.Reverting[ColourCode]{
		Hold: func(ctx context.Context, account uuid.UUID, _ []json.RawMessage) error {
			return cmp.Or(s.lock(ctx, account, ColourCodeType(CustomerForm).lock()), s.lock(ctx, account, ColourCodeType(PetForm).lock()))
		},
		Also: func(ctx context.Context, before, after *ColourCode) error {
			if after != nil {
				return nil
			}
			return s.bus.Publish(ctx, ColourCodeDeleted{before.AccountID, before.Type, before.ID})
		},
	}
}

func (s *Service) fieldsBack(form Form) record.Reverting[Field] {
	return record.Reverting[Field]{
		Hold: func(ctx context.Context, account uuid.UUID, _ []json.RawMessage) error {
			return s.lock(ctx, account, form.lock())
		},
		Apply: func(ctx context.Context, account uuid.UUID, batch []record.Return[Field]) error {
			for _, r := range batch {
				r.After.Form = form
				if r.Before == nil {
					continue
				}
				if removed := removedValues(r.Before.Options.Get(), r.After.Options.Get()); len(removed) > 0 {
					if err := s.bus.Publish(ctx, OptionsRemoved{account, form, r.After.Key, removed, false}); err != nil {
						return err
					}
				}
			}
			return nil
		},
		Also: func(ctx context.Context, before, after *Field) error {
			if after != nil {
				return nil
			}
			return s.bus.Publish(ctx, FieldRemoved{before.AccountID, form, before.Key, false})
		},
	}
}

// fieldOrders implements record.Reverter for new orders of the custom fields of a form.
type fieldOrders struct {
	*Service
	form Form
}

// Hold implements record.Reverter.
func (o fieldOrders) Hold(ctx context.Context, r *record.Reversal, _ []events.Stored) error {
	return o.lock(ctx, r.Account, o.form.lock())
}

// Revert implements record.Reverter. Fields that were added since stay where they are.
func (o fieldOrders) Revert(ctx context.Context, r *record.Reversal, list []events.Stored) error {
	for _, e := range list {
		var was, told FieldOrder
		if err := json.Unmarshal(e.Object, &told); err != nil {
			return fmt.Errorf("read an order of fields: %w", err)
		}
		if err := json.Unmarshal(e.Previous, &was); err != nil {
			return fmt.Errorf("read an order of fields: %w", err)
		}
		later, err := r.Later(ctx, e)
		if err != nil {
			return err
		}
		later = slices.DeleteFunc(later, func(other events.Stored) bool { return other.Type != e.Type })
		if n := len(later); n > 0 {
			r.ChangedSince(e, new("ids"), &later[n-1].Change)
			continue
		}
		if err := o.moveBack(ctx, r, e, was.Moved); err != nil {
			return err
		}
	}
	return nil
}

func (o fieldOrders) moveBack(ctx context.Context, r *record.Reversal, e events.Stored, was []MovedField) error {
	_, before, err := o.lockForm(ctx, r.Account, o.form)
	if err != nil {
		return err
	}
	after := slices.Clone(before)
	for _, m := range was {
		at := slices.IndexFunc(after, func(f Field) bool { return f.ID == m.ID })
		if at < 0 {
			field := events.Stored{Type: o.form.field() + ".deleted", Record: m.ID, Sequence: e.Sequence}
			later, err := r.Later(ctx, field)
			if err != nil {
				return err
			}
			var by *uuid.UUID
			if n := len(later); n > 0 {
				by = &later[n-1].Change
			}
			r.ChangedSince(field, nil, by)
			continue
		}
		after[at].ItemOrder = m.ItemOrder
	}
	r.Plan(record.RevertStep{Resource: o.form.field(), ID: r.Account, Action: record.ToUpdate, Keys: []string{"ids"}})
	return o.writeOrder(ctx, r.Account, o.form, before, after)
}

// loadedLists implements record.Reverter for the loading of the master list: its breeds go, as far as nothing depends on them.
type loadedLists struct{ *Service }

// Hold implements record.Reverter.
func (m loadedLists) Hold(ctx context.Context, r *record.Reversal, _ []events.Stored) error {
	return m.lock(ctx, r.Account, breedList)
}

// Revert implements record.Reverter.
func (m loadedLists) Revert(ctx context.Context, r *record.Reversal, list []events.Stored) error {
	loaded, err := m.store.Breeds.FromMaster(ctx, r.Account)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(loaded, 250) {
		created := make([]events.Stored, len(part))
		for i, b := range part {
			text, err := json.Marshal(b)
			if err != nil {
				return fmt.Errorf("encode a breed: %w", err)
			}
			created[i] = events.Stored{Type: record.EventsOf(breed).Created, Record: b.ID, Sequence: list[0].Sequence, Object: text}
		}
		if err := m.breeds.Revert(ctx, r, created); err != nil {
			return err
		}
	}
	return nil
}
