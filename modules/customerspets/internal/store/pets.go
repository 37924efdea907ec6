package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Pets implements customerspets.PetStore.
type Pets struct {
	*postgres.Table[customerspets.Pet]
	entries
}

// NewPets makes Pets.
func NewPets(db *postgres.DB) *Pets {
	return &Pets{postgres.NewTable[customerspets.Pet](db, postgres.TableOptions{
		Name: "customerspets.pets",
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
		Where("t.customer_id = ?", customer).
		WhereIf(f.Status != "", "t.status = ?", string(f.Status)).
		WhereIf(f.Species != "", "t.species = ?", f.Species).
		UpdatedSince(f.UpdatedSince)
	return s.Table.List(ctx, q, page)
}

// WithBreed implements customerspets.PetStore.
func (s *Pets) WithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error) {
	return s.in(ctx, "breed_ids", account, breed)
}

// WithColourCode implements customerspets.PetStore.
func (s *Pets) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.in(ctx, "colour_code_ids", account, code)
}
