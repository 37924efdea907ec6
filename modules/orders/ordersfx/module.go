// Package ordersfx plugs orders into the application.
package ordersfx

import (
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/internal/attachments"
	"github.com/petcare/petcare/modules/orders/internal/customers"
	"github.com/petcare/petcare/modules/orders/internal/locations"
	"github.com/petcare/petcare/modules/orders/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"go.uber.org/fx"
)

// Module is everything that orders brings.
var Module = fxgroups.Module("orders",
	fx.Provide(fx.Private,
		fx.Annotate(store.New, fx.As(new(orders.Store))),
		fx.Annotate(locations.New, fx.As(new(orders.Locations))),
		fx.Annotate(customers.New, fx.As(new(orders.Customers))),
	),
	fx.Provide(orders.NewService),
	fx.Provide(fx.Annotate(attachments.OfOrders, fx.ResultTags(files.FromOwners))),
	personal(),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)}),
	fxgroups.ProvideEventTypes("orders", events.Write("*",
		events.TypesOf[orders.Order]("orders:read", orders.Created, orders.Updated, orders.Deleted)...)...),
	fxgroups.ProvideAbilities("orders", "orders:read"),
	fxgroups.ProvideReaction(customers.OnCustomersMerged),
	fxgroups.ProvideReaction(customers.OnPetsMerged),
	fxgroups.ProvideReaction(customers.OnCustomerErasing),
	fxgroups.ProvideImporter((*orders.Service).Import),
)
