package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
)

// Pets implements customerspets.PetStore.
type Pets struct {
	*postgres.Table[customerspets.Pet]
	entries
}

// NewPets makes Pets.
func NewPets(db *postgres.DB) *Pets {
	return &Pets{postgres.NewTable[customerspets.Pet](db, postgres.TableOptions{
		Name:    "customerspets.pets",
		Changes: "customerspets.pet_changes",
		Violations: map[string]error{
			"pets_customer_fk":  apperr.NewNotFound("customer"),
			"pets_external_key": customerspets.ErrPetExternalIDTaken,
		},
	}), entries{db, "customerspets.pets"}}
}

// Owner implements customerspets.PetStore.
func (s *Pets) Owner(ctx context.Context, account, id uuid.UUID) (owner uuid.UUID, err error) {
	err = s.db.Row(ctx, "select customer_id from customerspets.pets where account_id = $1 and id = $2", account, id).Scan(&owner)
	if postgres.NoRow(err) {
		return owner, apperr.NewNotFound("pet")
	}
	if err != nil {
		return owner, fmt.Errorf("read the owner of a pet: %w", err)
	}
	return owner, nil
}

// List implements customerspets.PetStore.
func (s *Pets) List(ctx context.Context, account, customer uuid.UUID, f customerspets.PetFilter,
	page paging.Request) (paging.Page[customerspets.Pet], error) {
	q := s.Query(account).
		WhereIf(customer != uuid.Nil, "t.customer_id = ?", customer).
		WhereIf(f.Status != "", "t.status = ?", string(f.Status)).
		WhereIf(f.Species != "", "t.species = ?", f.Species).
		WhereIf(f.SecondaryStatus != uuid.Nil, "t.secondary_pet_status_id = ?", f.SecondaryStatus).
		WhereIf(f.Microchip != "", "lower(replace(t.microchip, ' ', '')) = lower(replace(?, ' ', ''))", f.Microchip).
		WhereIf(f.ExternalID != "", "t.external_id = ?", f.ExternalID).
		UpdatedSince(f.UpdatedSince).
		Unprepared(customer == uuid.Nil)
	whereMarked(q, marksOf(f))
	for _, word := range f.Words {
		whereWord(q, word)
	}
	return s.Table.List(ctx, q, page)
}

// Insert implements record.Store. The owners are held.
func (s *Pets) Insert(ctx context.Context, pets ...customerspets.Pet) error {
	if err := s.Table.Insert(ctx, pets...); err != nil {
		return err
	}
	if err := s.mark(ctx, pets); err != nil {
		return err
	}
	owners := make([]uuid.UUID, len(pets))
	for i, p := range pets {
		owners[i] = p.CustomerID
	}
	return s.namePets(ctx, pets[0].AccountID, distinct(owners))
}

// Update implements record.Store. The owners of pets whose name or owner changes are held.
func (s *Pets) Update(ctx context.Context, changes ...record.Change[customerspets.Pet]) error {
	if err := s.Table.Update(ctx, changes...); err != nil {
		return err
	}
	if err := s.remark(ctx, changes); err != nil {
		return err
	}
	var owners []uuid.UUID
	for _, c := range changes {
		if c.Before.NameKey != c.After.NameKey || c.Before.CustomerID != c.After.CustomerID {
			owners = append(owners, c.Before.CustomerID, c.After.CustomerID)
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return s.namePets(ctx, changes[0].After.AccountID, distinct(owners))
}

func distinct(ids []uuid.UUID) []uuid.UUID {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

// WithBreed implements customerspets.PetStore.
func (s *Pets) WithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error) {
	return s.in(ctx, "breed_ids", account, breed)
}

// WithColourCode implements customerspets.PetStore.
func (s *Pets) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.in(ctx, "colour_code_ids", account, code)
}
