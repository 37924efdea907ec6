package configlists_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/testkit"
)

// Clients keep the ids of standard fields, and no row does: they must come out the same for ever.
func TestIdsOfStandardFieldsNeverChange(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.account = uuid.MustParse("0190b3c4-d5e6-7f80-8a9b-cdef01234567")
	made := time.UnixMilli(0x0190b3c4d5e6).UTC()
	for form, want := range map[configlists.Form]string{
		petForm:      "0190b3c4-d5e6-7d38-b4e9-57ed2dbd7aa5",
		customerForm: "0190b3c4-d5e6-7546-a596-6c79b92fdb66"} {
		second := d.list(t.Context(), form, configlists.StandardField, 50)[1]
		if second.ID.String() != want || !second.CreatedAt.Equal(made) || !second.UpdatedAt.Equal(made) {
			t.Errorf("%s of the %s form has the id %s and was made at %s", second.Key, form, second.ID, second.CreatedAt)
		}
	}
}

// Rows outlive the version of the program that wrote them.
func TestRowsOfEarlierVersionsLeaveTheStandardFieldsAsTheCodeSays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	row := func(kind configlists.FieldKind, key string) configlists.Field {
		now := time.Now()
		return configlists.Field{Meta: record.Meta{ID: ids.New(), AccountID: d.account, CreatedAt: now, UpdatedAt: now, Version: 3}, Form: petForm, Kind: kind, Key: key, Type: configlists.Select, Label: "Mine", Visible: true,
			ItemOrder: 99, Options: jsonb.New(choice("x")), Locked: jsonb.New([]string{"label"})}
	}
	for _, f := range []configlists.Field{row(configlists.StandardField, "coat"), row(configlists.StandardField, "long_gone"), row(configlists.CustomField, "microchip")} {
		must(t, store.New(d.db).Fields.Insert(t.Context(), f))
	}
	fresh := newDesk(t)
	plain := fresh.list(t.Context(), petForm, configlists.StandardField, 200)
	list := d.list(t.Context(), petForm, configlists.StandardField, 200)
	set := testkit.Must[configlists.FieldSet](t)(d.Form(t.Context(), d.account, petForm))
	if len(list) != len(plain) || len(set.Standard) != len(plain) || len(set.Custom) != 1 || set.Custom[0].Key != "microchip" {
		t.Fatalf("%d fields of %d, %d rules, custom %v", len(list), len(plain), len(set.Standard), keys(set.Custom))
	}
	for i, f := range list {
		for _, got := range []configlists.Field{f, set.Standard[f.Key]} {
			if got.Type != plain[i].Type || got.ItemOrder != i+1 || len(got.Options.Get()) != len(plain[i].Options.Get()) || len(got.Locked.Get()) != len(plain[i].Locked.Get()) {
				t.Errorf("%s: %s", f.Key, object(got))
			}
			if mine := f.Key == "coat"; mine != (got.Label == "Mine") || mine != (got.Version == 3) {
				t.Errorf("%s: %s", f.Key, object(got))
			}
		}
	}
}
