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
	"github.com/petcare/petcare/platform/kernel/privacy"
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
	// What of the tables is about persons: names on lines, references of payments, and numbers that others gave.
	fxgroups.ProvidePersonal("orders",
		privacy.Table{Name: "orders.orders", Rows: "customer_id = any(@customers)",
			Plain: []string{"pet_ids", "status", "payment_status", "service_types", "currency"},
			Blank: privacy.Record(map[string]string{"number": "cast(id as text)", "external_id": "null",
				"lines": `(select coalesce(json_agg(cast(l.line as jsonb) || '{"name": "erased"}' order by l.n), '[]')
				from json_array_elements(lines) with ordinality as l (line, n))`,
				"payments": `(select coalesce(json_agg(cast(p.payment as jsonb) || '{"reference": null}' order by p.n), '[]')
				from json_array_elements(payments) with ordinality as p (payment, n))`})},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)}),
	fxgroups.ProvideEventTypes("orders", events.Write("*",
		events.TypesOf[orders.Order]("orders:read", orders.Created, orders.Updated, orders.Deleted)...)...),
	fxgroups.ProvideAbilities("orders", "orders:read"),
	fxgroups.ProvideReaction(customers.OnCustomersMerged),
	fxgroups.ProvideReaction(customers.OnPetsMerged),
	fxgroups.ProvideReaction(customers.OnCustomerErasing),
	fxgroups.ProvideImporter((*orders.Service).Import),
)
