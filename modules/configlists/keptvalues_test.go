package configlists_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// wantTimes asserts that a record was made just now and has not changed since.
func wantTimes(t *testing.T, what string, created, updated time.Time, version int64) {
	t.Helper()
	if age := time.Since(created); age < 0 || age > time.Minute || !updated.Equal(created) || version != 1 {
		t.Errorf("%s: made %s, changed %s, version %d", what, created, updated, version)
	}
}

func TestNewRecordsAreKeptAsTheyWereAnswered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx := t.Context()
	b, s, f := d.breed("A", "dog"), d.status("A"), d.field(petForm, textField("A"))
	wantSame(t, "breed", b, testkit.Must[configlists.Breed](t)(d.GetBreed(ctx, d.account, b.ID)))
	wantTimes(t, "breed", b.CreatedAt, b.UpdatedAt, b.Version)
	wantSame(t, "status", s, testkit.Must[configlists.SecondaryPetStatus](t)(d.GetSecondaryPetStatus(ctx, d.account, s.ID)))
	wantTimes(t, "status", s.CreatedAt, s.UpdatedAt, s.Version)
	wantTimes(t, "field", f.CreatedAt, f.UpdatedAt, f.Version)
	draft := code(pets, nil)
	draft.Description = new(" Muzzle ")
	c := testkit.Must[configlists.ColourCode](t)(d.CreateColourCode(ctx, d.account, draft))
	wantSame(t, "colour code", c, testkit.Must[configlists.ColourCode](t)(d.GetColourCode(ctx, d.account, c.ID)))
	wantTimes(t, "colour code", c.CreatedAt, c.UpdatedAt, c.Version)
	if c.Name != draft.Name || c.Colour != draft.Colour || c.Type != pets || c.AccountID != d.account || *c.Description != "Muzzle" {
		t.Errorf("colour code %+v", c)
	}
	for _, m := range d.breeds(200, configlists.BreedFilter{Search: "labrador retriever"}) {
		wantTimes(t, "breed of the master list", m.CreatedAt, m.UpdatedAt, m.Version)
		if m.Source != configlists.Master || m.AccountID != d.account {
			t.Errorf("%+v", m)
		}
	}
}

func TestChangesTellWhenTheyWereMade(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx := t.Context()
	b, s, c, f := d.breed("A", "dog"), d.status("A"), d.colourCode(pets, nil), d.field(petForm, textField("A"))
	last := d.field(petForm, textField("B"))
	changedB := testkit.Must[configlists.Breed](t)(d.UpdateBreed(ctx, d.account, b.ID, configlists.BreedPatch{Species: patch.Of("cat")}, patch.Precondition{}))
	changedS := testkit.Must[configlists.SecondaryPetStatus](t)(d.UpdateSecondaryPetStatus(ctx, d.account, s.ID, configlists.SecondaryPetStatusPatch{Name: patch.Of("B")}, patch.Precondition{}))
	changedC := testkit.Must[configlists.ColourCode](t)(d.UpdateColourCode(ctx, d.account, c.ID, configlists.ColourCodePatch{Name: patch.Of("B")}, patch.Precondition{}))
	moved := testkit.Must[[]configlists.Field](t)(d.ReorderFields(ctx, d.account, petForm, configlists.NewFieldOrder{IDs: []uuid.UUID{last.ID, f.ID}}))
	for what, at := range map[string][2]time.Time{"breed": {b.CreatedAt, changedB.UpdatedAt}, "status": {s.CreatedAt, changedS.UpdatedAt},
		"colour code": {c.CreatedAt, changedC.UpdatedAt}, "first field": {last.CreatedAt, moved[0].UpdatedAt}, "second field": {f.CreatedAt, moved[1].UpdatedAt}} {
		if !at[1].After(at[0]) {
			t.Errorf("%s: changed at %s", what, at[1])
		}
	}
	if changedB.Species != "cat" || !changedB.CreatedAt.Equal(b.CreatedAt) {
		t.Errorf("%+v", changedB)
	}
}

func TestOptionsStayUnlessTheyAreNamed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, configlists.FieldCreate{Type: configlists.Select, Label: "Diet", Options: choice("raw", "dry"), HelpText: new("?"), Section: new("Care")})
	change := func(c configlists.FieldPatch) configlists.Field {
		return testkit.Must[configlists.Field](t)(d.UpdateField(t.Context(), d.account, petForm, f.ID, c, patch.Precondition{}, false))
	}
	if got := change(configlists.FieldPatch{Label: patch.Of("Food"), HelpText: patch.Of(" "), Section: patch.Of("")}); len(got.Options.Get()) != 2 || got.HelpText != nil || got.Section != nil {
		t.Errorf("the field is %s", object(got))
	}
	d.wantTold()
	change(configlists.FieldPatch{Options: patch.Of(choice("raw"))})
	d.wantTold(configlists.OptionsRemoved{Account: d.account, Form: petForm, Key: "diet", Values: []string{"dry"}})
}

func TestEmptyTextsOfANewFieldAreAbsent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, configlists.FieldCreate{Type: configlists.Text, Label: "A", HelpText: new(" "), Section: new(""), EditableByCustomer: true, Visible: new(true)})
	if f.HelpText != nil || f.Section != nil || !f.EditableByCustomer || !f.Visible || !strings.Contains(object(f), `"options":[]`) || !strings.Contains(object(f), `"locked":[]`) {
		t.Errorf("the field is %s", object(f))
	}
}

func TestPositionsThatAreNoFieldAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	f := d.field(petForm, textField("A"))
	for _, after := range [][]string{{}, {"custom", "1"}, {"custom", "1", f.ID.String(), "x"}, {"other", "1", f.ID.String()}, {"custom", "1", "x"}} {
		_, err := d.ListFields(t.Context(), d.account, petForm, "", paging.Request{Limit: 5, After: after})
		testkit.WantFieldErrors(t, err, "query cursor cursor")
	}
	for _, kind := range []configlists.FieldKind{"", configlists.StandardField} {
		if got := len(d.list(t.Context(), petForm, kind, 1)); got != 26 && kind != "" || kind == "" && got != 27 {
			t.Errorf("%d fields of kind %q one by one", got, kind)
		}
	}
}
