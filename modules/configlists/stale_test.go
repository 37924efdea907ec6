package configlists_test

import (
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/patch"
)

func TestEmptyDescriptionIsNone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.colourCode(pets, nil)
	for given, want := range map[string]string{" Muzzle ": `"Muzzle"`, " ": "null", "": "null"} {
		after, err := d.UpdateColourCode(t.Context(), d.account, c.ID, configlists.ColourCodePatch{Description: patch.Of(given)}, patch.Precondition{})
		if err != nil || object(after.Description) != want {
			t.Errorf("%q becomes %s, %v", given, object(after.Description), err)
		}
	}
}
