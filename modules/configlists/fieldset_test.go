package configlists_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestHeldFormWaitsWithItsChanges(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, textField("Diet"))
	other := d.field(customerForm, textField("Gate"))
	var done <-chan error
	err := d.db.InTx(t.Context(), func(ctx context.Context) error {
		set, err := d.FormForShare(ctx, d.account, petForm)
		if err != nil {
			return err
		}
		if len(set.Custom) != 1 || set.Custom[0].Key != "diet" {
			t.Errorf("the custom fields are %v", keys(set.Custom))
		}
		// Another holder, a reader and a change of the other form do not wait.
		err = d.db.InTx(context.Background(), func(ctx context.Context) error {
			return second(d.FormForShare(ctx, d.account, petForm))
		})
		if err != nil {
			return err
		}
		if err := d.DeleteField(context.Background(), d.account, customerForm, other.ID, patch.Precondition{}, false); err != nil {
			return err
		}
		done = d.kit.Blocks(ctx, func() error {
			return d.DeleteField(context.Background(), d.account, petForm, f.ID, patch.Precondition{}, true)
		})
		return second(d.GetField(context.Background(), d.account, petForm, f.ID))
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Fatal(err)
	}
	set := testkit.Must[configlists.FieldSet](t)(d.Form(t.Context(), d.account, petForm))
	if len(set.Custom) != 0 {
		t.Errorf("the custom fields are %v", keys(set.Custom))
	}
}

func TestHeldFormKeepsItsOptions(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, configlists.FieldCreate{Label: "Diet", Type: configlists.Select, Options: []configlists.FieldOption{{Value: "dry", Label: "Dry"}, {Value: "raw", Label: "Raw"}}})
	must(t, d.whileWaiting(func(ctx context.Context) error { return second(d.FormForShare(ctx, d.account, petForm)) }, func() error {
		return second(d.UpdateField(context.Background(), d.account, petForm, f.ID,
			configlists.FieldPatch{Options: patch.Of(f.Options.Get()[:1])}, patch.Precondition{}, true))
	}))
}

func TestHolderSeesWhatWasChangedWhileItWaited(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, textField("Diet"))
	var held configlists.FieldSet
	must(t, d.whileWaiting(func(ctx context.Context) error {
		return d.DeleteField(ctx, d.account, petForm, f.ID, patch.Precondition{}, true)
	}, func() error {
		return d.db.InTx(context.Background(), func(ctx context.Context) (err error) {
			held, err = d.FormForShare(ctx, d.account, petForm)
			return err
		})
	}))
	if len(held.Custom) != 0 {
		t.Errorf("the holder sees %v", keys(held.Custom))
	}
	if _, faults := held.CheckCustom(map[string]any{"diet": "raw"}); !apperr.Is(faults.Err(), apperr.Invalid) {
		t.Error("a value of the deleted field passes")
	}
}
