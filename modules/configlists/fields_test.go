package configlists_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

const petForm, customerForm = configlists.PetForm, configlists.CustomerForm

func (d *desk) list(ctx context.Context, form configlists.Form, kind configlists.FieldKind, limit int) []configlists.Field {
	d.t.Helper()
	return testkit.AllPages(d.t, limit, func(page paging.Request) (paging.Page[configlists.Field], error) {
		return d.ListFields(ctx, d.account, form, kind, page)
	})
}

func (d *desk) field(form configlists.Form, draft configlists.FieldCreate) configlists.Field {
	d.t.Helper()
	return testkit.Must[configlists.Field](d.t)(d.CreateField(context.Background(), d.account, form, draft))
}

func textField(label string) configlists.FieldCreate {
	return configlists.FieldCreate{Type: configlists.Text, Label: label}
}

func keys(list []configlists.Field) []string {
	found := []string{}
	for _, f := range list {
		found = append(found, f.Key)
	}
	return found
}

func TestEveryAccountHasAFieldForEachWritableKey(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	writable := map[configlists.Form][]string{
		customerForm: {"first_name", "last_name", "company_name", "email", "phones", "address", "status", "referral_source", "contacts", "vet",
			"communication", "colour_code_ids", "tags", "alert", "external_id", "password"},
		petForm: {"name", "species", "breed_ids", "sex", "altered", "birth_date", "birth_date_precision", "status", "deceased_on",
			"secondary_pet_status_id", "weight", "coat", "colour", "markings", "microchip", "vet", "feeding_instructions", "medications", "allergies",
			"medical_notes", "behaviour_notes", "grooming_notes", "alert", "colour_code_ids", "tags", "external_id",
			"photo_file_id"},
	}
	for form, want := range writable {
		list := d.list(t.Context(), form, configlists.StandardField, 7)
		got := keys(list)
		slices.Sort(got)
		slices.Sort(want)
		wantSame(t, string(form)+" keys", want, got)
		for i, f := range list {
			if f.ItemOrder != i+1 || f.Kind != configlists.StandardField || f.Version != 1 || f.Label == "" || !f.Visible || f.AccountID != d.account {
				t.Errorf("%s: %s", f.Key, object(f))
			}
			if f.ID.Version() != 7 || f.ID.Variant() != uuid.RFC4122 {
				t.Errorf("%s has the id %s", f.Key, f.ID)
			}
			if age := time.Since(f.CreatedAt); age < 0 || age > time.Minute {
				t.Errorf("%s was made at %s, the account just now", f.Key, f.CreatedAt)
			}
		}
	}
}

func TestFieldsComeStandardFirstThenCustomByPlace(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	standard := d.list(t.Context(), petForm, configlists.StandardField, 200)
	a, b, c := d.field(petForm, textField("Zebra")), d.field(petForm, textField("Ape")), d.field(petForm, textField("Cow"))
	d.field(customerForm, textField("Elsewhere"))
	custom := []configlists.Field{a, b, c}
	wantSame(t, "all", append(standard, custom...), d.list(t.Context(), petForm, "", 5))
	wantSame(t, "custom", custom, d.list(t.Context(), petForm, configlists.CustomField, 2))
	_, err := d.ListFields(t.Context(), d.account, petForm, "", paging.Request{Limit: 5, After: []string{"standard", "x", a.ID.String()}})
	testkit.WantFieldErrors(t, err, "query cursor cursor")
}

func TestCustomersSeeOnlyWhatIsVisibleToThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	shown := textField("Shown")
	shown.VisibleToCustomer = true
	concealed := shown
	concealed.Label, concealed.Visible = "Concealed", new(false)
	open, hidden := d.field(petForm, shown), d.field(petForm, textField("Hidden"))
	d.field(petForm, concealed)
	ctx := caller.With(t.Context(), caller.Caller{Kind: caller.Customer})
	wantSame(t, "custom", []configlists.Field{open}, d.list(ctx, petForm, configlists.CustomField, 50))
	for _, f := range d.list(ctx, customerForm, configlists.StandardField, 50) {
		if !f.VisibleToCustomer {
			t.Errorf("%s is shown", f.Key)
		}
	}
	wantSame(t, "one", open, testkit.Must[configlists.Field](t)(d.GetField(ctx, d.account, petForm, open.ID)))
	wantMissing(t, "a hidden field", second(d.GetField(ctx, d.account, petForm, hidden.ID)))
	wantSame(t, "for staff", hidden, testkit.Must[configlists.Field](t)(d.GetField(t.Context(), d.account, petForm, hidden.ID)))
}

func TestCustomFieldIsFoundOnItsFormOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, textField("Diet"))
	wantMissing(t, "on the other form", second(d.GetField(t.Context(), d.account, customerForm, f.ID)))
	wantMissing(t, "under another account", second(d.GetField(t.Context(), ids.New(), petForm, f.ID)))
	_, err := d.GetField(t.Context(), d.account, petForm, d.list(t.Context(), petForm, configlists.StandardField, 1)[0].ID)
	wantMissing(t, "a standard field", err)
	_, err = d.UpdateField(t.Context(), ids.New(), petForm, f.ID, configlists.FieldPatch{Label: patch.Of("X")}, patch.Precondition{}, false)
	wantMissing(t, "change under another account", err)
	wantMissing(t, "delete on the other form", d.DeleteField(t.Context(), d.account, customerForm, f.ID, patch.Precondition{}, true))
	d.wantTold()
}

func TestKeysAreMadeFromLabels(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	long := "Aaaaaaaaaa Bbbbbbbbbb Cccccccccc Dddddddddd Eeeeeeeeee Ffffffffff Gggggggggg"
	for _, c := range []struct{ label, want string }{
		{"Préférence d'accès", "preference_dacces"},
		{"3rd walk", "field_3rd_walk"}, {"犬の名前", "field"}, {"猫", "field_2"}, {"猫", "field_3"}, {"  -- Walk__pace --", "walk_pace"},
		{long, "aaaaaaaaaa_bbbbbbbbbb_cccccccccc_dddddddddd_eeeeeeeeee_fffff"},
	} {
		if got := d.field(petForm, textField(c.label)).Key; got != c.want {
			t.Errorf("%q becomes %q, want %q", c.label, got, c.want)
		}
	}
	for _, label := range []string{"PREFERENCE DACCES!", "Field", "Name", "Custom fields", long} {
		testkit.WantFieldErrors(t, second(d.CreateField(t.Context(), d.account, petForm, textField(label))), "key duplicate")
	}
	given := textField("Anything")
	given.Key = "my_key"
	if got := d.field(petForm, given).Key; got != "my_key" {
		t.Errorf("the given key became %q", got)
	}
	for _, taken := range []string{"my_key", "species", "walk_pace"} {
		given.Key = taken
		if _, err := d.CreateField(t.Context(), d.account, petForm, given); !errors.Is(err, configlists.ErrKeyTaken) {
			t.Errorf("the key %s: %v", taken, err)
		}
	}
	given.Key = "my_key"
	d.field(customerForm, given)
}

func TestOptionsBelongToSelectsAndAreUnique(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	create := func(kind configlists.FieldType, options ...configlists.FieldOption) error {
		_, err := d.CreateField(t.Context(), d.account, petForm, configlists.FieldCreate{Type: kind, Label: "Choice", Options: options})
		return err
	}
	testkit.WantFieldErrors(t, create(configlists.Select), "options required")
	testkit.WantFieldErrors(t, create(configlists.MultiSelect), "options required")
	testkit.WantFieldErrors(t, create(configlists.Number, configlists.FieldOption{Value: "a", Label: "A"}), "options not_allowed")
	testkit.WantFieldErrors(t, create(configlists.Select, configlists.FieldOption{Value: "a", Label: "A"}, configlists.FieldOption{Value: "a", Label: "B"}), "options[1].value not_unique")
	d.wantEvents()
	must(t, create(configlists.Select, configlists.FieldOption{Value: "a", Label: "A"}, configlists.FieldOption{Value: "b", Label: "A"}))
}

func TestAFormHasAtMostAHundredCustomFields(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i := range configlists.MaxCustomFields - 3 {
		d.field(petForm, textField(fmt.Sprint("Field ", i)))
	}
	refused := 0
	for _, err := range atOnce(10, func(i int) error {
		return second(d.CreateField(context.Background(), d.account, petForm, textField(fmt.Sprint("Late ", i))))
	}) {
		if errors.Is(err, configlists.ErrFormFull) {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	if list := d.list(t.Context(), petForm, configlists.CustomField, 200); len(list) != configlists.MaxCustomFields || refused != 7 {
		t.Errorf("%d fields, %d refused", len(list), refused)
	}
	faults := d.kit.Import(d.FieldImport(petForm), nil, `{"external_id":"F-1","key":"field_0","field_type":"text","label":"Known"}`,
		`{"external_id":"F-2","key":"late","field_type":"text","label":"Late"}`)
	if !slices.Equal(faults, []string{"F-2: key too_many"}) {
		t.Errorf("the faults of the import are %q", faults)
	}
	d.field(customerForm, textField("There is room on the other form"))
}

func TestChangedFieldIsRecordedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.field(petForm, textField("Diet"))
	change := configlists.FieldPatch{Label: patch.Of("Food"), Required: patch.Of(true), Visible: patch.Of(false), VisibleToCustomer: patch.Of(true),
		EditableByCustomer: patch.Of(true), HelpText: patch.Of("What it eats"), Section: patch.Of("Care")}
	after := testkit.Must[configlists.Field](t)(
		d.UpdateField(t.Context(), d.account, petForm, before.ID, change, patch.IfMatch([]int64{1}), false))
	want := before
	want.Label, want.Required, want.Visible, want.VisibleToCustomer, want.EditableByCustomer = "Food", true, false, true, true
	want.HelpText, want.Section, want.Version, want.UpdatedAt = new("What it eats"), new("Care"), 2, after.UpdatedAt
	wantSame(t, "the field", want, after)
	wantSame(t, "the kept field", want, testkit.Must[configlists.Field](t)(d.GetField(t.Context(), d.account, petForm, before.ID)))
	same := testkit.Must[configlists.Field](t)(d.UpdateField(t.Context(), d.account, petForm, before.ID, change, patch.Precondition{}, false))
	wantSame(t, "a change that changes nothing", after, same)
	d.wantEvents(event{"pet_field.created", before.ID, object(before), "null"},
		event{"pet_field.updated", before.ID, object(after),
			`{"editable_by_customer":false,"help_text":null,"label":"Diet","required":false,"section":null,"visible":true,"visible_to_customer":false}`})
	nothing := configlists.FieldPatch{Label: patch.Null[string](), Visible: patch.Null[bool]()}
	_, err := d.UpdateField(t.Context(), d.account, petForm, before.ID, nothing, patch.Precondition{}, false)
	testkit.WantFieldErrors(t, err, "label null", "visible null")
	_, err = d.UpdateField(t.Context(), d.account, petForm, before.ID, change, patch.IfMatch([]int64{1}), false)
	if !apperr.Is(err, apperr.VersionMismatch) {
		t.Errorf("a stale change: %v", err)
	}
	d.wantTold()
}
