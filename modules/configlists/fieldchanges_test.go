package configlists_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func choice(values ...string) []configlists.FieldOption {
	var list []configlists.FieldOption
	for _, v := range values {
		list = append(list, configlists.FieldOption{Value: v, Label: "The " + v})
	}
	return list
}

func TestRemovedOptionsAreToldBeforeTheyGo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, configlists.FieldCreate{Type: configlists.Select, Label: "Diet", Options: choice("raw", "dry", "wet")})
	change := func(force bool, options ...string) (configlists.Field, error) {
		return d.UpdateField(t.Context(), d.account, petForm, f.ID, configlists.FieldPatch{Options: patch.Of(choice(options...))}, patch.Precondition{}, force)
	}
	d.fail = apperr.NewConflict("in_use", "3 pets have it")
	if _, err := change(false, "wet"); !errors.Is(err, d.fail) {
		t.Errorf("options in use: %v", err)
	}
	wantSame(t, "the field", f, testkit.Must[configlists.Field](t)(d.GetField(t.Context(), d.account, petForm, f.ID)))
	must(t, second(change(false, "wet", "dry", "raw", "air"))) // adding and moving options
	d.fail = nil
	must(t, second(change(true, "dry", "air")))
	d.wantTold(
		configlists.OptionsRemoved{Account: d.account, Form: petForm, Key: "diet", Values: []string{"raw", "dry"}},
		configlists.OptionsRemoved{Account: d.account, Form: petForm, Key: "diet", Values: []string{"wet", "raw"}, Force: true},
	)
	testkit.WantFieldErrors(t, second(change(false)), "options required")
	if got := len(d.events()); got != 3 {
		t.Errorf("%d events, want 3", got)
	}
}

func TestDeletedFieldIsToldBeforeItGoes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a, b := d.field(petForm, textField("A")), d.field(petForm, textField("B"))
	d.fail = apperr.NewConflict("in_use", "3 pets have it")
	if err := d.DeleteField(t.Context(), d.account, petForm, a.ID, patch.Precondition{}, false); !errors.Is(err, d.fail) {
		t.Errorf("a field in use: %v", err)
	}
	wantSame(t, "the fields", []configlists.Field{a, b}, d.list(t.Context(), petForm, configlists.CustomField, 50))
	d.fail = nil
	if err := d.DeleteField(t.Context(), d.account, petForm, a.ID, patch.IfMatch([]int64{2}), true); !apperr.Is(err, apperr.VersionMismatch) {
		t.Errorf("a stale delete: %v", err)
	}
	must(t, d.DeleteField(t.Context(), d.account, petForm, a.ID, patch.Precondition{}, true))
	d.wantTold(configlists.FieldRemoved{Account: d.account, Form: petForm, Key: "a"},
		configlists.FieldRemoved{Account: d.account, Form: petForm, Key: "a", Force: true})
	wantSame(t, "the fields", []configlists.Field{b}, d.list(t.Context(), petForm, configlists.CustomField, 50))
	if got := d.events()[2:]; len(got) != 1 || got[0] != (event{"pet_field.deleted", a.ID, object(a), "null"}) {
		t.Errorf("events %v", got)
	}
	if c := d.field(petForm, textField("C")); c.ItemOrder != 3 {
		t.Errorf("the next field is placed at %d", c.ItemOrder)
	}
	wantMissing(t, "delete again", d.DeleteField(t.Context(), d.account, petForm, a.ID, patch.Precondition{}, true))
}

func TestStandardFieldsChangeAllTogether(t *testing.T) {
	t.Parallel()
	d, other := newDesk(t), newDesk(t)
	before := d.list(t.Context(), customerForm, configlists.StandardField, 200)
	elsewhere := other.list(t.Context(), customerForm, configlists.StandardField, 200)
	changes := configlists.StandardFieldChanges{Fields: []configlists.StandardFieldPatch{
		{Key: "referral_source", Label: patch.Of("Who sent you?"), Required: patch.Of(true)},
		{Key: "tags", VisibleToCustomer: patch.Of(false)}, // as it is
		{Key: "last_name", HelpText: patch.Null[string](), Section: patch.Of("Names"), Visible: patch.Of(false), EditableByCustomer: patch.Of(false)},
	}}
	after := testkit.Must[[]configlists.Field](t)(d.UpdateStandardFields(t.Context(), d.account, customerForm, changes))
	wantSame(t, "the list", after, d.list(t.Context(), customerForm, configlists.StandardField, 200))
	wantSame(t, "the other account", elsewhere, other.list(t.Context(), customerForm, configlists.StandardField, 200))
	changed := map[string]string{
		"referral_source": `{"label":"How did you hear about us?","required":false}`,
		"last_name":       `{"editable_by_customer":true,"help_text":"A customer has a first name or a last name","section":"Personal details","visible":true}`,
	}
	var want []event
	for i, f := range after {
		previous, ok := changed[f.Key]
		if !ok {
			wantSame(t, f.Key, before[i], f)
			continue
		}
		if f.Version != 2 || f.ID != before[i].ID || !f.CreatedAt.Equal(before[i].CreatedAt) || !f.UpdatedAt.After(f.CreatedAt) {
			t.Errorf("%s: %s", f.Key, object(f))
		}
		want = append(want, event{"customer_field.updated", f.ID, object(f), previous})
	}
	d.wantEvents(want...)
	again := testkit.Must[[]configlists.Field](t)(d.UpdateStandardFields(t.Context(), d.account, customerForm, changes))
	wantSame(t, "the same change again", after, again)
	d.wantEvents(want...)
}

func TestFaultyStandardChangeChangesNothingAndNamesEachFault(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.list(t.Context(), petForm, configlists.StandardField, 200)
	custom := d.field(petForm, textField("Diet"))
	_, err := d.UpdateStandardFields(t.Context(), d.account, petForm, configlists.StandardFieldChanges{Fields: []configlists.StandardFieldPatch{
		{Key: "coat", Label: patch.Of("Fur")},
		{Key: "name", Required: patch.Of(false), Visible: patch.Of(false), Label: patch.Null[string]()},
		{Key: custom.Key, Label: patch.Of("X")},
		{Key: "coat", Required: patch.Of(true)},
		{Key: "species", Required: patch.Of(true), Visible: patch.Of(true), Label: patch.Of("Kind")}, // as they are
		{Key: "external_id", EditableByCustomer: patch.Of(true)},
	}})
	testkit.WantFieldErrors(t, err, "fields[1].required locked", "fields[1].visible locked", "fields[1].label null", "fields[2].key unknown",
		"fields[3].key not_unique", "fields[5].editable_by_customer locked")
	_, err = d.UpdateStandardFields(t.Context(), d.account, customerForm, configlists.StandardFieldChanges{Fields: []configlists.StandardFieldPatch{
		{Key: "password", Required: patch.Of(true), Visible: patch.Of(false), VisibleToCustomer: patch.Of(true), EditableByCustomer: patch.Of(true)}}})
	testkit.WantFieldErrors(t, err, "fields[0].required locked", "fields[0].visible_to_customer locked", "fields[0].editable_by_customer locked")
	wantSame(t, "the fields", before, d.list(t.Context(), petForm, configlists.StandardField, 200))
	d.wantEvents(event{"pet_field.created", custom.ID, object(custom), "null"})
}

func TestReorderTakesAllIdsOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a, b, c := d.field(petForm, textField("A")), d.field(petForm, textField("B")), d.field(petForm, textField("C"))
	elsewhere := d.field(customerForm, textField("A"))
	for _, wrong := range []struct {
		ids    []uuid.UUID
		faults []string
	}{
		{[]uuid.UUID{}, []string{"ids incomplete"}}, {[]uuid.UUID{a.ID, b.ID}, []string{"ids incomplete"}},
		{[]uuid.UUID{a.ID, b.ID, c.ID, c.ID, c.ID}, []string{"ids[3] not_unique", "ids[4] not_unique"}},
		{[]uuid.UUID{a.ID, b.ID, b.ID}, []string{"ids[2] not_unique", "ids incomplete"}},
		{[]uuid.UUID{a.ID, elsewhere.ID, b.ID}, []string{"ids[1] not_found", "ids incomplete"}},
		{[]uuid.UUID{a.ID, b.ID, c.ID, ids.New()}, []string{"ids[3] not_found"}},
	} {
		_, err := d.ReorderFields(t.Context(), d.account, petForm, configlists.NewFieldOrder{IDs: wrong.ids})
		testkit.WantFieldErrors(t, err, wrong.faults...)
	}
	made := len(d.events())
	list := testkit.Must[[]configlists.Field](t)(
		d.ReorderFields(t.Context(), d.account, petForm, configlists.NewFieldOrder{IDs: []uuid.UUID{c.ID, b.ID, a.ID}}))
	wantSame(t, "the list", list, d.list(t.Context(), petForm, configlists.CustomField, 200))
	if list[0].ID != c.ID || list[1].ID != b.ID || list[2].ID != a.ID || list[0].ItemOrder != 1 || list[2].ItemOrder != 3 ||
		list[0].Version != 2 || list[1].Version != 1 || list[2].Version != 2 {
		t.Errorf("the list is %s", object(list))
	}
	places := func(list ...configlists.Field) (places []configlists.MovedField) {
		for _, f := range list {
			places = append(places, configlists.MovedField{ID: f.ID, ItemOrder: f.ItemOrder, Version: f.Version, UpdatedAt: f.UpdatedAt})
		}
		return places
	}
	want := event{"pet_field.reordered", d.account,
		object(configlists.FieldOrder{AccountID: d.account, IDs: []uuid.UUID{c.ID, b.ID, a.ID}, Moved: places(list[0], list[2])}),
		`{"ids":` + object([]uuid.UUID{a.ID, b.ID, c.ID}) + `,"moved":` + object(places(a, c)) + `}`}
	if got := d.events()[made:]; !slices.Equal(got, []event{want}) {
		t.Errorf("events %v, want %v", got, want)
	}
	must(t, second(d.ReorderFields(t.Context(), d.account, petForm, configlists.NewFieldOrder{IDs: []uuid.UUID{c.ID, b.ID, a.ID}})))
	if got := len(d.events()); got != made+1 {
		t.Errorf("the same order recorded %d more events", got-made-1)
	}
}

func TestReordersAndCreatesAtOnceLeaveEachPlaceToOneField(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var order []uuid.UUID
	for _, label := range []string{"A", "B", "C", "D", "E"} {
		order = append(order, d.field(petForm, textField(label)).ID)
	}
	reversed := slices.Clone(order)
	slices.Reverse(reversed)
	for _, err := range atOnce(24, func(i int) error {
		var err error
		switch i % 3 {
		case 0:
			_, err = d.CreateField(context.Background(), d.account, petForm, textField(fmt.Sprint("More ", i)))
		case 1:
			_, err = d.ReorderFields(context.Background(), d.account, petForm, configlists.NewFieldOrder{IDs: reversed})
		default:
			_, err = d.ReorderFields(context.Background(), d.account, petForm, configlists.NewFieldOrder{IDs: order})
		}
		return err
	}) {
		if err != nil && !apperr.Is(err, apperr.Invalid) { // an order that lacks a field made meanwhile is refused
			t.Error(err)
		}
	}
	list := d.list(t.Context(), petForm, configlists.CustomField, 200)
	if len(list) != 13 {
		t.Errorf("%d fields", len(list))
	}
	for i, f := range list {
		if f.ItemOrder != i+1 {
			t.Errorf("%s is at %d, want %d", f.Key, f.ItemOrder, i+1)
		}
	}
}

// What reverts read meanwhile was made at start: the race detector sees a request that adds to it.
func TestReorderLeavesTheKindsThatARevertReads(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a, b := d.field(petForm, textField("A")), d.field(petForm, textField("B"))
	var group sync.WaitGroup
	group.Go(func() {
		_, err := d.ReorderFields(context.Background(), d.account, petForm, configlists.NewFieldOrder{IDs: []uuid.UUID{b.ID, a.ID}})
		if err != nil {
			t.Error(err)
		}
	})
	if reverter, _ := d.kit.Kinds.Of("pet_field.updated"); reverter == nil {
		t.Error("nobody reverts fields")
	}
	group.Wait()
}
