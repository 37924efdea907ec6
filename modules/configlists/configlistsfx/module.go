// Package configlistsfx plugs configlists into the application.
package configlistsfx

import (
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// Module is everything that configlists brings.
var Module = fxgroups.Module("configlists",
	fx.Provide(fx.Private, store.New),
	fx.Provide(configlists.NewService),
	// What of the tables is about persons: nothing is.
	fxgroups.ProvidePersonal("configlists",
		privacy.Table{Name: "configlists.breeds", Plain: []string{"name", "species", "source", "name_key", "name_fold", "external_id"}},
		privacy.Table{Name: "configlists.colour_codes", Plain: []string{"type", "name", "colour", "description", "external_id"}},
		privacy.Table{Name: "configlists.fields", Plain: []string{"form", "kind", "key", "type", "label", "help_text",
			"options", "section", "locked"}},
		privacy.Table{Name: "configlists.secondary_pet_statuses", Plain: []string{"name", "name_key", "name_fold", "external_id"}},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)}),
	fxgroups.ProvideEventTypes("configlists", configlists.EventTypes()...),
	fxgroups.ProvideAbilities("configlists", "config:read", "config:write"),
	fxgroups.ProvideImporter((*configlists.Service).BreedImport),
	fxgroups.ProvideImporter((*configlists.Service).StatusImport),
	fxgroups.ProvideImporter((*configlists.Service).ColourCodeImport),
	fxgroups.ProvideImporter(func(s *configlists.Service) importing.Type { return s.FieldImport(configlists.CustomerForm) }),
	fxgroups.ProvideImporter(func(s *configlists.Service) importing.Type { return s.FieldImport(configlists.PetForm) }),
)
