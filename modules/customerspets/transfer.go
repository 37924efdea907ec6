package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/patch"
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
	return ofCustomer.Update(ctx, account, id, match, func(ctx context.Context, p *Pet) error {
		p.CustomerID = t.CustomerID
		err := s.customers.Exists(ctx, account, t.CustomerID)
		if apperr.Is(err, apperr.NotFound) {
			return apperr.NewInvalid("customer_id", "not_found", "is not a customer of the account")
		}
		return err
	})
}
