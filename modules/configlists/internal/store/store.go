// Package store keeps lists and forms in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes a Store.
func New(db *postgres.DB) configlists.Store {
	return configlists.Store{
		Breeds:      breeds{newRepository[configlists.Breed](db, "breeds", "name", configlists.ErrBreedTaken)},
		Statuses:    statuses{newRepository[configlists.SecondaryPetStatus](db, "secondary_pet_statuses", "name", configlists.ErrStatusTaken)},
		ColourCodes: colourCodes{newRepository[configlists.ColourCode](db, "colour_codes", "number", configlists.ErrNumberTaken)},
		Fields: fields{postgres.NewRepository[configlists.Field](db, postgres.TableOptions{Name: "configlists.fields", Noun: "form field",
			Violations: map[string]error{"fields_key_key": configlists.ErrKeyTaken}})},
		Locks: db,
	}
}

func newRepository[R any](db *postgres.DB, name, unique string, taken error) *postgres.Repository[R] {
	return postgres.NewRepository[R](db, postgres.TableOptions{
		Name: "configlists." + name, Called: unique,
		Violations: map[string]error{name + "_" + unique + "_key": taken, name + "_external_key": configlists.ErrExternalIDTaken},
	})
}

// fields implements configlists.FieldStore.
type fields struct {
	*postgres.Repository[configlists.Field]
}

// OfForm implements configlists.FieldStore.
func (s fields) OfForm(ctx context.Context, account uuid.UUID, form configlists.Form) ([]configlists.Field, error) {
	return all[configlists.Field](s.Of(ctx, account).Where("form = ?", form).Order("item_order, id"))
}

// Update implements configlists.FieldStore.
func (s fields) Update(ctx context.Context, changes ...record.Change[configlists.Field]) error {
	var first []configlists.Field
	var others []record.Change[configlists.Field]
	for _, c := range changes {
		if c.Before.Kind == configlists.StandardField && c.Before.Version == 1 {
			first = append(first, c.After)
		} else {
			others = append(others, c)
		}
	}
	if err := s.Insert(ctx, first...); err != nil {
		return err
	}
	return s.Repository.Update(ctx, others...)
}
