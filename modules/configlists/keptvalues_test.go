package configlists_test

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

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
