// Package incidentsfx plugs incidents into the application.
package incidentsfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"

	"example.com/custom/incidents"
	"example.com/custom/incidents/console"
	"example.com/custom/incidents/incidentshttp"
	"example.com/custom/incidents/internal/pets"
	"example.com/custom/incidents/internal/store"
)

// Module is everything that incidents brings.
var Module = fxgroups.Module("incidents",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(incidents.Store)))),
	fx.Provide(fx.Private, fx.Annotate(pets.New, fx.As(new(incidents.Pets)))),
	fx.Provide(incidents.NewService),
	incidentshttp.Module,
	fxgroups.ProvideSettings("incidents", incidents.Settings.Check),
	fxgroups.ProvideCommand("incidents", "incidents", "Count the open incidents of an account. Example: custom incidents ACCOUNT-ID", count),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "incidents", Files: fxgroups.Sub(incidents.Files)}),
	fxgroups.ProvideEventTypes("incidents",
		events.TypesOf[incidents.Incident]("incidents:read", incidents.Created, incidents.Updated, incidents.Deleted)...),
	fxgroups.ProvideAbilities("incidents", "incidents:read", "incidents:write"),
	fxgroups.ProvideReaction(pets.OnPetsSaved),
	fxgroups.ProvideReaction(pets.OnPetsMerged),
	fxgroups.ProvideReaction(pets.OnCustomersMerged),
	fxgroups.ProvidePersonal("incidents", privacy.Table{Name: "incidents.incidents", Rows: "pet_id = any(@pets)",
		Plain: []string{"kind", "status"},
		Blank: privacy.Record(map[string]string{"description": "'erased'", "action_taken": "null", "external_id": "null"})}),
	fxgroups.ProvideImporter((*incidents.Service).Import),
	fxgroups.ProvideConsolePages(fxgroups.ConsolePages{Module: "incidents", Files: console.Files}),
)
