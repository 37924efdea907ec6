// Package healthrecordsfx plugs healthrecords into the application.
package healthrecordsfx

import (
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/locations"
	"github.com/petcare/petcare/modules/healthrecords/internal/pets"
	"github.com/petcare/petcare/modules/healthrecords/internal/proofs"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
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
	personal(),
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
