package configlists_test

import (
	"context"
	"errors"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/patch"
)

func TestRenumberingWaitsForWhoeverTakesTheNextNumber(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.colourCode(pets, nil)
	var done <-chan error
	must(t, d.db.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := d.CreateColourCode(ctx, d.account, code(pets, nil)); err != nil {
			return err
		}
		// A new name needs no number, and the numbers of the other type are others.
		_, err := d.UpdateColourCode(context.Background(), d.account, c.ID, configlists.ColourCodePatch{Name: patch.Of("Other")}, patch.Precondition{})
		if err != nil {
			return err
		}
		if _, err := d.CreateColourCode(context.Background(), d.account, code(customers, nil)); err != nil {
			return err
		}
		done = d.kit.Blocks(ctx, func() error {
			_, err := d.UpdateColourCode(context.Background(), d.account, c.ID, configlists.ColourCodePatch{Number: patch.Of(3)}, patch.Precondition{})
			return err
		})
		third, err := d.CreateColourCode(ctx, d.account, code(pets, nil))
		if err == nil && third.Number != 3 {
			t.Errorf("the next number is %d", third.Number)
		}
		return err
	}))
	if err := <-done; !errors.Is(err, configlists.ErrNumberTaken) {
		t.Errorf("got %v, want a duplicate", err)
	}
}
