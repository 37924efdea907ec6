package petcarecmd

import (
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/configlists"
)

// The adapters know no module, so they repeat these lists.
func TestTheDocumentHasTheServicesAndSpeciesOfTheModules(t *testing.T) {
	t.Parallel()
	for format, want := range map[string][]string{"service": accounts.ServiceTypes(), "species": configlists.Species()} {
		s := &huma.Schema{Format: format}
		schema.Spell(s)
		var got []string
		for _, value := range s.Enum {
			got = append(got, value.(string))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}
