package customerspets_test

import (
	"context"
	"errors"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Customers come before pets. An import holds those that it changes, and then pets.
func TestTransferThatWaitsForTheNewOwnerDoesNotHoldThePet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	from, to := w.customer(`{"first_name": "Ann"}`), w.customer(`{"first_name": "Ben"}`)
	p := w.pet(from.ID, `{"name": "Rex", "species": "dog"}`)
	var transferred <-chan error
	rolledBack := errors.New("rolled back")
	err := w.DB.InTx(w.ctx, func(ctx context.Context) error {
		err := w.db.In(ctx).Exec("select from customerspets.customers where account_id = ? and id = ? for update", w.account, to.ID).Error
		if err != nil {
			return err
		}
		transferred = w.Blocks(ctx, func() error {
			_, err := w.service.TransferPet(w.ctx, w.account, from.ID, p.ID, customerspets.PetTransfer{CustomerID: to.ID}, patch.Precondition{})
			return err
		})
		err = w.db.In(ctx).Exec("select from customerspets.pets where account_id = ? and id = ? for update nowait", w.account, p.ID).Error
		if err != nil {
			t.Error(err)
		}
		return rolledBack
	})
	if !errors.Is(err, rolledBack) {
		t.Fatal(err)
	}
	must(t, <-transferred)
}
