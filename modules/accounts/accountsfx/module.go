// Package accountsfx plugs accounts into the application.
package accountsfx

import (
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// Module is everything that accounts brings.
var Module = fxgroups.Module("accounts",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(accounts.Store)))),
	fx.Provide(fx.Private, fx.Annotate(store.NewPendingReasons, fx.As(new(accounts.PendingReasonStore)))),
	fx.Provide(accounts.NewService),
	// What of the tables is about persons: nothing is about customers.
	fxgroups.ProvidePersonal("accounts",
		privacy.Table{Name: "accounts.accounts", Plain: []string{"name", "code", "status", "timezone", "currency",
			"country", "locale", "weight_unit", "phone", "email", "website", "address", "service_types"}},
		privacy.Table{Name: "accounts.closures", Plain: []string{"moved_to"}},
		privacy.Table{Name: "accounts.organizations", Plain: []string{"name"}},
		privacy.Table{Name: "accounts.pending_reasons", Plain: []string{"name", "description", "service_types", "external_id"}},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files),
		Of:    map[string]string{"accounts.organizations": "id = @organization"},
		Stays: []string{"accounts.closures"}}),
	fxgroups.ProvideEventTypes("accounts", append(events.TypesOf[accounts.Account]("accounts:read", accounts.AccountUpdated),
		events.TypesOf[accounts.PendingReason]("accounts:read", accounts.PendingReasonCreated, accounts.PendingReasonUpdated,
			accounts.PendingReasonDeleted)...)...),
	fxgroups.ProvideAbilities("accounts", "accounts:read", "accounts:write"),
	fxgroups.ProvideImporter((*accounts.Service).PendingReasonImport),
)
