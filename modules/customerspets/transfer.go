package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// PetTransfer says to whom a pet goes.
type PetTransfer struct {
	CustomerID uuid.UUID `json:"customer_id" format:"uuid" doc:"The customer of the account who is the owner from now on"`
}

// TransferPet gives a pet of a customer to another customer of the account; what hangs on the pet goes with it. It fails with
// apperr.NotFound when the customer has no such pet, apperr.VersionMismatch, apperr.Invalid when there is no such other customer,
// and apperr.Forbidden for customers.
func (s *Service) TransferPet(ctx context.Context, account, customer, id uuid.UUID, t PetTransfer, match patch.Precondition) (Pet, error) {
	if caller.From(ctx).IsCustomer() {
		return Pet{}, apperr.NewForbidden("forbidden", "customers cannot do this")
	}
	ofCustomer := s.petLife.Within(func(p Pet) bool { return p.CustomerID == customer })
	var p Pet
	err := s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		// Customers are locked before pets: an import may hold the new owner, and wait for the pet.
		_, unknown := s.customers.Lock(ctx, account, t.CustomerID)
		if unknown != nil && !apperr.Is(unknown, apperr.NotFound) {
			return unknown
		}
		var err error
		p, err = ofCustomer.Update(ctx, account, id, match, func(_ context.Context, p *Pet) error {
			p.CustomerID = t.CustomerID
			if unknown != nil {
				return apperr.NewInvalid("customer_id", "not_found", "is not a customer of the account")
			}
			return nil
		})
		return err
	})
	if apperr.Is(err, apperr.NotFound) {
		err = s.noPet(ctx, account, customer)
	}
	return p, err
}
