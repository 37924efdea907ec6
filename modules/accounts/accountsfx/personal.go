package accountsfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: nothing is about customers.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("accounts",
		privacy.Table{Name: "accounts.accounts", Plain: []string{"name", "code", "status", "timezone", "currency",
			"country", "locale", "weight_unit", "phone", "email", "website", "address", "service_types"}},
		privacy.Table{Name: "accounts.closures", Plain: []string{"moved_to"}},
		privacy.Table{Name: "accounts.organizations", Plain: []string{"name"}},
		privacy.Table{Name: "accounts.pending_reasons", Plain: []string{"name", "description", "service_types", "external_id"}},
	)
}
