package store

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Pets implements customerspets.PetStore.
type Pets struct {
	postgres.Inverted[customerspets.Pet, string]
	entries
	shown  *postgres.View[customerspets.Pet]
	listed *postgres.View[customerspets.ListedPet]
	search search
}

// NewPets makes Pets.
func NewPets(db *postgres.DB) *Pets {
	table := postgres.NewTable[customerspets.Pet](db, postgres.TableOptions{
		Name:    "customerspets.pets",
		Changes: "customerspets.pet_changes",
		Violations: map[string]error{
			"pets_customer_fk":  apperr.NewNotFound("customer"),
			"pets_external_key": customerspets.ErrPetExternalIDTaken,
		},
	})
	return &Pets{markedPets(table), entries{db, "customerspets.pets"},
		postgres.NewView[customerspets.Pet](table.Relation()).Without("name_key", "search", "search_keys"),
		postgres.NewView[customerspets.ListedPet](table.Relation()).Without("name_key", "search", "search_keys"),
		newSearch(db, table.Relation(), byOwners)}
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

// RequireOf implements customerspets.PetStore.
func (s *Pets) RequireOf(ctx context.Context, account, customer, id uuid.UUID) error {
	return s.RequireAny(ctx, s.Query(account).Where("t.id = ?", id).Where("t.customer_id = ?", customer))
}

// List implements customerspets.PetStore.
func (s *Pets) List(ctx context.Context, account, customer uuid.UUID, f customerspets.PetFilter,
	page paging.Request) (paging.Page[customerspets.Pet], error) {
	few, query := leavesFew(customer, f), func() *postgres.Query { return s.query(account, customer, f) }
	return list(ctx, s.search, account, f.Words, few, query, page, func(q *postgres.Query) (paging.Page[customerspets.Pet], error) {
		return s.shown.List(ctx, q, page)
	})
}

// ListOfAccount implements customerspets.PetStore.
func (s *Pets) ListOfAccount(ctx context.Context, account, customer uuid.UUID, f customerspets.PetFilter,
	page paging.Request) (paging.Page[customerspets.ListedPet], error) {
	few, query := leavesFew(customer, f), func() *postgres.Query { return s.query(account, customer, f) }
	return list(ctx, s.search, account, f.Words, few, query, page, func(q *postgres.Query) (paging.Page[customerspets.ListedPet], error) {
		return s.listed.List(ctx, q, page)
	})
}

func leavesFew(customer uuid.UUID, f customerspets.PetFilter) bool {
	return customer != uuid.Nil || f.Microchip != "" || f.ExternalID != ""
}

func (s *Pets) query(account, customer uuid.UUID, f customerspets.PetFilter) *postgres.Query {
	q, few := s.Query(account), leavesFew(customer, f)
	isOne := customer == uuid.Nil && reflect.DeepEqual(f, customerspets.PetFilter{Status: f.Status, Species: f.Species})
	if isOne { // indexes have them in the order of the list
		q.OnePlan()
	}
	q.WhereIf(customer != uuid.Nil, "t.customer_id = ?", customer).
		WhereIf(f.Status != "", "t.status = "+postgres.Literal(string(f.Status))).
		WhereIf(f.Species != "", "t.species = "+postgres.Literal(f.Species)).
		WhereIf(f.SecondaryStatus != uuid.Nil, "t.secondary_pet_status_id = ?", f.SecondaryStatus).
		WhereIf(f.Microchip != "", "lower(replace(t.microchip, ' ', '')) = lower(replace(?, ' ', ''))", f.Microchip).
		WhereIf(f.ExternalID != "", "t.external_id = ?", f.ExternalID)
	if f.UpdatedSince != nil && few {
		q.Where("t.updated_at >= ?", *f.UpdatedSince)
	} else {
		q.UpdatedSince(f.UpdatedSince)
	}
	whereMarked(q, marksOf(f))
	return q.Unprepared(q.Narrowed() && !isOne && !few)
}

// WithBreed implements customerspets.PetStore.
func (s *Pets) WithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error) {
	return s.withMark(ctx, account, breed.String())
}

// WithColourCode implements customerspets.PetStore.
func (s *Pets) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.withMark(ctx, account, code.String())
}

func (s *Pets) withMark(ctx context.Context, account uuid.UUID, mark string) ([]uuid.UUID, error) {
	return s.ids(ctx, "select pet_id from customerspets.pet_marks where account_id = $1 and mark = $2 order by pet_id", account, mark)
}
