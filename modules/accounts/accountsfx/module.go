// Package accountsfx plugs accounts into the application.
package accountsfx

import (
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"go.uber.org/fx"
)

// Module is everything that accounts brings.
var Module = fxgroups.Module("accounts",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(accounts.Store)))),
	fx.Provide(fx.Private, fx.Annotate(store.NewPendingReasons, fx.As(new(accounts.PendingReasonStore)))),
	fx.Provide(accounts.NewService),
	personal(),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files),
		Of:    map[string]string{"accounts.organizations": "id = @organization"},
		Stays: []string{"accounts.closures"}}),
	fxgroups.ProvideEventTypes("accounts", append(events.TypesOf[accounts.Account]("accounts:read", accounts.AccountUpdated),
		events.TypesOf[accounts.PendingReason]("accounts:read", accounts.PendingReasonCreated, accounts.PendingReasonUpdated,
			accounts.PendingReasonDeleted)...)...),
	fxgroups.ProvideAbilities("accounts", "accounts:read", "accounts:write"),
	fxgroups.ProvideImporter((*accounts.Service).PendingReasonImport),
)
