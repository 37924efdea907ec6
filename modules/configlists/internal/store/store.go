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
		Breeds: breeds{newTable[configlists.Breed](db, "breeds", "breeds_name_key", configlists.ErrBreedTaken)},
		Statuses: statuses{newTable[configlists.SecondaryPetStatus](db, "secondary_pet_statuses", "secondary_pet_statuses_name_key",
			configlists.ErrStatusTaken)},
		ColourCodes: colourCodes{newTable[configlists.ColourCode](db, "colour_codes", "colour_codes_number_key", configlists.ErrNumberTaken)},
		Fields: fields{postgres.NewTable[configlists.Field](db, postgres.TableOptions{Name: "configlists.fields", Noun: "form field",
			Violations: map[string]error{"fields_key_key": configlists.ErrKeyTaken}})},
		Locks: locks{db},
	}
}

func newTable[R any](db *postgres.DB, name, constraint string, violation error) *postgres.Table[R] {
	return postgres.NewTable[R](db, postgres.TableOptions{Name: "configlists." + name, Violations: map[string]error{constraint: violation}})
}

// fields implements configlists.FieldStore.
type fields struct {
	*postgres.Table[configlists.Field]
}

// OfForm implements configlists.FieldStore.
func (s fields) OfForm(ctx context.Context, account uuid.UUID, form configlists.Form) ([]configlists.Field, error) {
	return s.All(ctx, s.Query(account).Where("t.form = ?", form).OrderBy(byPlace, byID).Short())
}

// AssumeSame implements configlists.FieldStore.
func (s fields) AssumeSame(ctx context.Context, account uuid.UUID, form configlists.Form, known []configlists.Field, wrong func()) error {
	return s.Table.AssumeSame(ctx, s.Query(account).Where("t.form = ?", form), known, wrong)
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
	return s.Table.Update(ctx, others...)
}

// locks implements configlists.Locks.
type locks struct{ db *postgres.DB }

// Exclusive implements configlists.Locks.
func (l locks) Exclusive(ctx context.Context, account uuid.UUID, lock configlists.Lock) error {
	return l.db.Lock(ctx, keyOf(account, lock))
}

// Shared implements configlists.Locks.
func (l locks) Shared(ctx context.Context, account uuid.UUID, lock configlists.Lock) error {
	return l.db.LockShared(ctx, keyOf(account, lock))
}

func keyOf(account uuid.UUID, lock configlists.Lock) string {
	return "configlists/" + account.String() + "/" + string(lock)
}
