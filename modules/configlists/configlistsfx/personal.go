package configlistsfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: nothing is.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("configlists",
		privacy.Table{Name: "configlists.breeds", Plain: []string{"name", "species", "source", "name_key", "name_fold", "external_id"}},
		privacy.Table{Name: "configlists.colour_codes", Plain: []string{"type", "name", "colour", "description", "external_id"}},
		privacy.Table{Name: "configlists.fields", Plain: []string{"form", "kind", "key", "type", "label", "help_text",
			"options", "section", "locked"}},
		privacy.Table{Name: "configlists.secondary_pet_statuses", Plain: []string{"name", "name_key", "name_fold", "external_id"}},
	)
}
