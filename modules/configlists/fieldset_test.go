package configlists_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func (d *desk) fieldOfEachType() configlists.FieldSet {
	d.t.Helper()
	for _, kind := range []configlists.FieldType{configlists.Text, configlists.Textarea, configlists.Number, configlists.Date, configlists.Boolean,
		configlists.Select, configlists.MultiSelect, configlists.Email, configlists.Phone, configlists.URL} {
		draft := configlists.FieldCreate{Key: string(kind), Label: "A " + string(kind), Type: kind}
		if kind.HasOptions() {
			draft.Options = choice("a", "b")
		}
		d.field(petForm, draft)
	}
	return testkit.Must[configlists.FieldSet](d.t)(d.Form(context.Background(), d.account, petForm))
}

func TestCustomValuesAreKept(t *testing.T) {
	t.Parallel()
	set := newDesk(t).fieldOfEachType()
	for _, c := range []struct {
		key         string
		given, want any
	}{
		{"text", "  Ünï  ", "Ünï"}, {"text", strings.Repeat("ü", 1000), strings.Repeat("ü", 1000)}, {"text", " ", nil}, {"text", nil, nil},
		{"text", "e\u0301", "é"}, {"textarea", strings.Repeat("x", 4000), strings.Repeat("x", 4000)},
		{"number", 12.5, 12.5}, {"number", -0.000001, -0.000001}, {"number", 999999999999999.0, 999999999999999.0}, {"number", json.Number("7"), 7.0},
		{"date", "2024-02-29", "2024-02-29"}, {"boolean", false, false}, {"select", "b", "b"}, {"select", "", nil},
		{"multi_select", []any{"b", "a"}, []string{"b", "a"}}, {"multi_select", []any{}, nil},
		{"email", "jo@example.com", "jo@example.com"}, {"phone", "+44 20-7946.0100", "+442079460100"},
		{"url", "https://example.com/a?b=c", "https://example.com/a?b=c"}, {"url", nil, nil},
	} {
		stored, faults := set.CheckCustom(map[string]any{c.key: c.given})
		wantFaultList(t, faults)
		wantSame(t, c.key, map[string]any{c.key: c.want}, stored)
	}
}

func TestWrongCustomValuesAreNamed(t *testing.T) {
	t.Parallel()
	set := newDesk(t).fieldOfEachType()
	for _, c := range []struct {
		key   string
		given any
		code  string
	}{
		{"text", 5.0, "type"}, {"text", strings.Repeat("ü", 1001), "too_long"}, {"text", "a\x00b", "format"}, {"textarea", strings.Repeat("x", 4001), "too_long"},
		{"number", "12.5", "type"}, {"number", true, "type"}, {"number", 1e15, "range"}, {"number", 0.1234567890123456, "range"},
		{"date", "2023-02-29", "format"}, {"date", "1 May", "format"}, {"date", 20230101.0, "type"}, {"boolean", "true", "type"}, {"boolean", 1.0, "type"},
		{"select", "c", "enum"}, {"select", []any{"a"}, "type"}, {"multi_select", "a", "type"}, {"multi_select", []any{"a", "c"}, "enum"},
		{"multi_select", []any{"a", "a"}, "not_unique"}, {"multi_select", []any{1.0}, "type"},
		{"email", "jo", "format"}, {"email", "Jo <jo@example.com>", "format"}, {"email", strings.Repeat("x", 250) + "@x.uk", "too_long"},
		{"phone", "020 7946 0100", "format"}, {"phone", "+44 call me", "format"},
		{"url", "example.com", "format"}, {"url", "ftp://example.com", "format"}, {"url", "javascript:alert(1)", "format"},
		{"url", "https://example.com/" + strings.Repeat("x", 2040), "too_long"},
		{"species", "dog", "unknown"}, {"nothing", nil, "unknown"},
	} {
		stored, faults := set.CheckCustom(map[string]any{c.key: c.given})
		wantFaultList(t, faults, "custom_fields."+c.key+" "+c.code)
		if len(stored) != 0 {
			t.Errorf("%s: stored %v", c.key, stored)
		}
	}
	_, faults := set.CheckCustom(map[string]any{"url": "x", "date": "x", "text": "fine", "what": 1.0})
	wantFaultList(t, faults, "custom_fields.date format", "custom_fields.url format", "custom_fields.what unknown")
}

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
			_, err := d.FormForShare(ctx, d.account, petForm)
			return err
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
		_, err = d.GetField(context.Background(), d.account, petForm, f.ID)
		return err
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
	var done <-chan error
	err := d.db.InTx(t.Context(), func(ctx context.Context) error {
		_, err := d.FormForShare(ctx, d.account, petForm)
		done = d.kit.Blocks(ctx, func() error {
			_, err := d.UpdateField(context.Background(), d.account, petForm, f.ID,
				configlists.FieldPatch{Options: patch.Of(f.Options.Get()[:1])}, patch.Precondition{}, true)
			return err
		})
		return err
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestHolderSeesWhatWasChangedWhileItWaited(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, textField("Diet"))
	var done <-chan error
	var held configlists.FieldSet
	err := d.db.InTx(t.Context(), func(ctx context.Context) error {
		if err := d.DeleteField(ctx, d.account, petForm, f.ID, patch.Precondition{}, true); err != nil {
			return err
		}
		done = d.kit.Blocks(ctx, func() error {
			return d.db.InTx(context.Background(), func(ctx context.Context) (err error) {
				held, err = d.FormForShare(ctx, d.account, petForm)
				return err
			})
		})
		return nil
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(held.Custom) != 0 {
		t.Errorf("the holder sees %v", keys(held.Custom))
	}
	if _, faults := held.CheckCustom(map[string]any{"diet": "raw"}); !apperr.Is(faults.Err(), apperr.Invalid) {
		t.Error("a value of the deleted field passes")
	}
}
