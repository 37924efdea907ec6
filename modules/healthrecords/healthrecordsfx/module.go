// Package healthrecordsfx plugs healthrecords into the application.
package healthrecordsfx

import (
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/locations"
	"github.com/petcare/petcare/modules/healthrecords/internal/pets"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/plug"
	"go.uber.org/fx"
)

// Module is everything that healthrecords brings.
var Module = fx.Module("healthrecords",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(healthrecords.Store)))),
	fx.Provide(fx.Private, fx.Annotate(pets.New, fx.As(new(healthrecords.Pets)))),
	fx.Provide(fx.Private, fx.Annotate(locations.New, fx.As(new(healthrecords.Locations)))),
	fx.Provide(healthrecords.NewService),
	plug.ProvideMigrations(plug.Migrations{Module: "healthrecords", Files: plug.Sub(healthrecords.Files)}),
	plug.ProvideEventTypes("healthrecords", healthrecords.EventTypes()...),
	plug.ProvideAbilities("healthrecords", "health:read", "health:write"),
	plug.ProvideImporter(func(s *healthrecords.Service) importing.Type { return s.VaccinationImport() }),
	plug.ProvideImporter(func(s *healthrecords.Service) importing.Type { return s.PreventiveTypeImport() }),
	plug.ProvideImporter(func(s *healthrecords.Service) importing.Type { return s.PreventiveImport() }),
)
