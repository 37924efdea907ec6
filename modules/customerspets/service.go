package customerspets

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what customerspets offers.
type Service struct {
	env       record.Env
	bus       *events.Bus
	customers CustomerStore
	pets      PetStore
	lists     Lists
	locations Locations
	phones    Phones
	passwords Passwords
	photos    Photos
	merges    MergeStore
	privacy   privacy.Keeper

	customerLife *record.Life[Customer]
	petLife      *record.Life[Pet]

	customerFields      fieldSet[Customer]
	customerPatchFields fieldSet[CustomerPatch]
	customerLineFields  fieldSet[CustomerLine]
	petFields           fieldSet[Pet]
	petPatchFields      fieldSet[PetPatch]
	petLineFields       fieldSet[PetLine]
}

// NewService makes a Service.
func NewService(env record.Env, bus *events.Bus, customers CustomerStore, pets PetStore,
	lists Lists, locations Locations, phones Phones, passwords Passwords, photos Photos, merges MergeStore,
	keeper privacy.Keeper) *Service {
	s := &Service{
		env: env, bus: bus, customers: customers, pets: pets, lists: lists, locations: locations, phones: phones, passwords: passwords,
		photos: photos, merges: merges, privacy: keeper,
		customerFields: fieldsOf[Customer](), customerPatchFields: fieldsOf[CustomerPatch](), customerLineFields: fieldsOf[CustomerLine](),
		petFields: fieldsOf[Pet](), petPatchFields: fieldsOf[PetPatch](), petLineFields: fieldsOf[PetLine](),
	}
	s.customerLife = record.NewLife(env, customers, record.EventsOf("customer")).Reverting(s.customersBack())
	s.petLife = record.NewLife(env, announcingPets{pets, bus}, record.EventsOf("pet")).Completed(s.complete).Reverting(s.petsBack())
	env.Kinds.Add(mergesBack{s, OfCustomers}, CustomerMerged)
	env.Kinds.Add(mergesBack{s, OfPets}, PetMerged)
	return s
}

// What other modules ask.

// CustomerExists fails with apperr.NotFound when there is no such customer, or the caller is another customer.
func (s *Service) CustomerExists(ctx context.Context, account, id uuid.UUID) error {
	if err := ownOnly(ctx, id); err != nil {
		return err
	}
	return s.customers.Exists(ctx, account, id)
}

// PetExists fails with apperr.NotFound unless the customer has the pet, or when the caller is another customer.
func (s *Service) PetExists(ctx context.Context, account, customer, pet uuid.UUID) error {
	if err := ownOnly(ctx, customer); err != nil {
		return err
	}
	err := s.pets.ExistsOf(ctx, account, customer, pet)
	if apperr.Is(err, apperr.NotFound) {
		err = s.noPet(ctx, account, customer)
	}
	return err
}

// KeepPets returns those of the pets that exist, and keeps them from being removed until the transaction of ctx ends. Who is about to refer
// to pets calls it in the transaction that does so.
func (s *Service) KeepPets(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]bool, error) {
	return s.pets.Keep(ctx, account, pets)
}

// PetOwner is the customer who owns a pet; apperr.NotFound when there is no such pet, or the caller is another customer.
func (s *Service) PetOwner(ctx context.Context, account, pet uuid.UUID) (uuid.UUID, error) {
	owner, err := s.pets.Owner(ctx, account, pet)
	if err == nil && ownOnly(ctx, owner) != nil {
		err = apperr.NewNotFound("pet")
	}
	return owner, s.unseen(ctx, account, err)
}

// unseen has a customer not know where a pet is that was merged into another one's.
func (s *Service) unseen(ctx context.Context, account uuid.UUID, err error) error {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.MergedInto == uuid.Nil || !caller.From(ctx).IsCustomer() {
		return err
	}
	if owner, gone := s.pets.Owner(ctx, account, e.MergedInto); gone != nil || ownOnly(ctx, owner) != nil {
		return apperr.NewNotFound("pet")
	}
	return err
}

// CustomerName is what staff call a customer, whatever the customer sees of it.
func (s *Service) CustomerName(ctx context.Context, account, id uuid.UUID) (string, error) {
	c, err := s.customers.Get(ctx, account, id)
	return CustomerLabel{FirstName: c.FirstName, LastName: c.LastName}.name(), err
}

// Label is what the customer is called.
func (c Customer) Label() CustomerLabel {
	l := CustomerLabel{FirstName: c.FirstName, LastName: c.LastName, Alert: c.Alert}
	for _, p := range c.Phones.Get() {
		if p.Primary {
			l.Phone = &p.Number
		}
	}
	return l
}

// name is the first and the last name: there is one of them.
func (l CustomerLabel) name() string {
	var parts []string
	for _, part := range []*string{l.FirstName, l.LastName} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, " ")
}

// ownOnly fails with apperr.NotFound for all customers but the one whose record is asked for.
func ownOnly(ctx context.Context, customer uuid.UUID) error {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != customer {
		return apperr.NewNotFound("customer")
	}
	return nil
}
