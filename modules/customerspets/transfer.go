package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/patch"
)

// PetTransfer says to whom a pet goes.
type PetTransfer struct {
	CustomerID uuid.UUID `json:"customer_id" format:"uuid" doc:"The customer of the account who is the owner from now on"`
}

// TransferPet gives a pet of a customer to another customer of the account; what hangs on the pet goes with it. It fails with
// apperr.NotFound when the customer has no such pet, apperr.VersionMismatch, apperr.Invalid when there is no such other customer,
// and apperr.Forbidden for customers.
func (s *Service) TransferPet(ctx context.Context, account, customer, id uuid.UUID, t PetTransfer, match patch.Precondition) (p Pet, err error) {
	if err := staffOnly(ctx); err != nil {
		return Pet{}, err
	}
	ofCustomer := s.petLife.Within(func(p Pet) bool { return p.CustomerID == customer })
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		owners, err := s.customers.KnownBy(ctx, account, []uuid.UUID{customer, t.CustomerID})
		if err != nil {
			return err
		}
		p, err = ofCustomer.Update(ctx, account, id, match, func(_ context.Context, p *Pet) error {
			knownBy, ok := owners[t.CustomerID]
			if !ok {
				return apperr.NewInvalid("customer_id", "not_found", "is not a customer of the account")
			}
			p.CustomerID, p.OwnerSearch = t.CustomerID, knownBy
			p.index()
			return nil
		})
		return err
	})
	return p, err
}
