// Package healthrecordsfx plugs healthrecords into the application.
package healthrecordsfx

import (
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/locations"
	"github.com/petcare/petcare/modules/healthrecords/internal/pets"
	"github.com/petcare/petcare/modules/healthrecords/internal/proofs"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// Module is everything that healthrecords brings.
var Module = fxgroups.Module("healthrecords",
	fx.Provide(fx.Private,
		store.New,
		fx.Annotate(pets.New, fx.As(new(healthrecords.Pets))),
		fx.Annotate(proofs.New, fx.As(new(healthrecords.Proofs))),
		fx.Annotate(locations.New, fx.As(new(healthrecords.Locations))),
	),
	fx.Provide(healthrecords.NewService),
	// What of the tables is about persons: free texts about pets.
	fxgroups.ProvidePersonal("healthrecords",
		privacy.Table{Name: "healthrecords.preventive_types", Plain: []string{"name", "category", "species", "external_id"}},
		privacy.Table{Name: "healthrecords.vaccination_types", Plain: []string{"name", "name_key", "abbreviation",
			"species", "required_for", "external_id"}},
		privacy.Table{Name: "healthrecords.vaccinations", Rows: "pet_id = any(@pets)", Plain: []string{"known_status"},
			Hidden: []string{"known_status", "known_on"}, Blank: privacy.Record(map[string]string{"manufacturer": "null",
				"lot_number": "null",
				"clinic":     "null", "veterinarian": "null", "note": "null", "external_id": "null", "proof_file_id": "null"})},
		privacy.Table{Name: "healthrecords.preventives", Rows: "pet_id = any(@pets)",
			Blank: privacy.Record(map[string]string{"product": "null", "note": "null", "external_id": "null"})},
		privacy.Table{Name: "healthrecords.exemptions", Rows: "pet_id = any(@pets)", Plain: []string{"kind"},
			Blank: privacy.Record(map[string]string{"note": "null", "external_id": "null"})},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files),
		Local: []string{"healthrecords.announced_days"}}),
	fxgroups.ProvideEventTypes("healthrecords", healthrecords.EventTypes()...),
	fxgroups.ProvideAbilities("healthrecords", "health:read", "health:write"),
	fxgroups.ProvideSweeper(func(s *healthrecords.Service) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "healthrecords", Name: "vaccinations that expire", Sweep: s.Announce}
	}),
	fxgroups.ProvideReaction(proofs.OnFileGone),
	fxgroups.ProvideReaction(pets.OnPetsMerged),
	fxgroups.ProvideImporter((*healthrecords.Service).VaccinationTypeImport),
	fxgroups.ProvideImporter((*healthrecords.Service).VaccinationImport),
	fxgroups.ProvideImporter((*healthrecords.Service).PreventiveTypeImport),
	fxgroups.ProvideImporter((*healthrecords.Service).PreventiveImport),
	fxgroups.ProvideImporter((*healthrecords.Service).ExemptionImport),
)
