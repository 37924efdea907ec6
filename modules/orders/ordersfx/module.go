// Package ordersfx plugs orders into the application.
package ordersfx

import (
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/internal/customers"
	"github.com/petcare/petcare/modules/orders/internal/locations"
	"github.com/petcare/petcare/modules/orders/internal/store"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/plug"
	"go.uber.org/fx"
)

// Module is everything that orders brings.
var Module = fx.Module("orders",
	fx.Provide(fx.Private,
		fx.Annotate(store.New, fx.As(new(orders.Store))),
		fx.Annotate(locations.New, fx.As(new(orders.Locations))),
		fx.Annotate(customers.New, fx.As(new(orders.Customers))),
	),
	fx.Provide(orders.NewService),
	plug.ProvideMigrations(plug.Migrations{Module: "orders", Files: plug.Sub(orders.Files)}),
	plug.ProvideEventTypes("orders", orders.Created, orders.Updated),
	plug.ProvideAbilities("orders", "orders:read"),
	plug.ProvideImporter(func(s *orders.Service) importing.Type { return s.Import() }),
)
