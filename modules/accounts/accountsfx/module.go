// Package accountsfx plugs accounts into the application.
package accountsfx

import (
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/internal/store"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/plug"
	"go.uber.org/fx"
)

// Module is everything that accounts brings.
var Module = fx.Module("accounts",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(accounts.Store)))),
	fx.Provide(accounts.NewService),
	plug.ProvideMigrations(plug.Migrations{Module: "accounts", Files: plug.Sub(accounts.Files)}),
	plug.ProvideEventTypes("accounts", accounts.PendingReasonCreated, accounts.PendingReasonUpdated),
	plug.ProvideAbilities("accounts", "accounts:read"),
	plug.ProvideImporter(func(s *accounts.Service) importing.Type { return s.PendingReasonImport() }),
)
