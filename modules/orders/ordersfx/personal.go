package ordersfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: names on lines, references of payments, and numbers that others gave.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("orders",
		privacy.Table{Name: "orders.orders", Rows: "customer_id = any(@customers)",
			Plain: []string{"pet_ids", "status", "payment_status", "service_types", "currency"},
			Blank: privacy.Record(map[string]string{"number": "cast(id as text)", "external_id": "null",
				"lines": `(select coalesce(json_agg(cast(l.line as jsonb) || '{"name": "erased"}' order by l.n), '[]')
				from json_array_elements(lines) with ordinality as l (line, n))`,
				"payments": `(select coalesce(json_agg(cast(p.payment as jsonb) || '{"reference": null}' order by p.n), '[]')
				from json_array_elements(payments) with ordinality as p (payment, n))`})},
	)
}
