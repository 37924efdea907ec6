package customerspets

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Customers and pets stay in step with the account's lists and forms. The row of the list entry, or the form, is locked.

// BreedRenamed puts the new name into the breed strings of all pets that have the breed.
func (s *Service) BreedRenamed(ctx context.Context, account, breed uuid.UUID, name string) error {
	return s.updatePetsWithBreed(ctx, account, breed, func(p *Pet) bool { return p.renameBreed(breed, name) })
}

// BreedGone takes the breed off all pets that have it.
func (s *Service) BreedGone(ctx context.Context, account, breed uuid.UUID) error {
	return s.updatePetsWithBreed(ctx, account, breed, func(p *Pet) bool { return p.dropBreed(breed) })
}

func (s *Service) updatePetsWithBreed(ctx context.Context, account, breed uuid.UUID, change func(*Pet) bool) error {
	found, err := s.pets.WithBreed(ctx, account, breed)
	if err != nil {
		return err
	}
	return s.petLife.UpdateMany(ctx, account, found, change)
}

// PhotoGone takes a file off the pet whose photo it is.
func (s *Service) PhotoGone(ctx context.Context, account, file uuid.UUID) error {
	found, err := s.pets.WithPhoto(ctx, account, file)
	if err != nil {
		return err
	}
	return s.petLife.UpdateMany(ctx, account, found, func(p *Pet) bool { p.PhotoFileID = nil; return true })
}

// ColourCodeGone takes the colour code off all records that have it.
func (s *Service) ColourCodeGone(ctx context.Context, account uuid.UUID, kind Kind, code uuid.UUID) error {
	found, err := s.of(kind).WithColourCode(ctx, account, code)
	if err != nil {
		return err
	}
	return s.updateMany(ctx, account, kind, found, func(codes *jsonb.Of[[]uuid.UUID], _ *jsonb.Of[map[string]any]) {
		*codes = jsonb.New(slices.DeleteFunc(codes.Get(), func(id uuid.UUID) bool { return id == code }))
	})
}

// FieldGone removes the values of a custom field when force is set; else it fails with a conflict "in_use" that counts
// the records that have one.
func (s *Service) FieldGone(ctx context.Context, account uuid.UUID, kind Kind, key string, force bool) error {
	return s.dropValues(ctx, account, kind, key, nil, force)
}

// OptionsGone removes the values of a custom field that are among values when force is set; else it fails with a
// conflict "in_use" that counts the records that have one.
func (s *Service) OptionsGone(ctx context.Context, account uuid.UUID, kind Kind, key string, values []string, force bool) error {
	if len(values) == 0 {
		return nil
	}
	return s.dropValues(ctx, account, kind, key, values, force)
}

func (s *Service) dropValues(ctx context.Context, account uuid.UUID, kind Kind, key string, values []string, force bool) error {
	if !force {
		n, err := s.of(kind).CountWithField(ctx, account, key, values)
		if err != nil || n == 0 {
			return err
		}
		conflict := apperr.NewConflict("in_use", "records have values of this field that would be lost: use force to remove them too")
		conflict.Count = n
		return conflict
	}
	found, err := s.of(kind).WithField(ctx, account, key, values)
	if err != nil || len(found) == 0 {
		return err
	}
	return s.updateMany(ctx, account, kind, found, func(_ *jsonb.Of[[]uuid.UUID], fields *jsonb.Of[map[string]any]) {
		dropValues(fields, key, values)
	})
}

// dropValues removes the value of a key, or the named values from it; a choice of nothing is no value.
func dropValues(fields *jsonb.Of[map[string]any], key string, values []string) {
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
}

func (s *Service) of(kind Kind) listedBy {
	if kind == OfPets {
		return s.pets
	}
	return s.customers
}

// updateMany changes what customers and pets have in common.
func (s *Service) updateMany(ctx context.Context, account uuid.UUID, kind Kind, of []uuid.UUID,
	change func(codes *jsonb.Of[[]uuid.UUID], fields *jsonb.Of[map[string]any])) error {
	if kind == OfPets {
		return s.petLife.UpdateMany(ctx, account, of, func(p *Pet) bool { change(&p.ColourCodeIDs, &p.CustomFields); return true })
	}
	return s.customerLife.UpdateMany(ctx, account, of, func(c *Customer) bool { change(&c.ColourCodeIDs, &c.CustomFields); return true })
}
