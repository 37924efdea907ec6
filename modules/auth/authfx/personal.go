package authfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: of customers there are sessions and resets; staff are no customers.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("auth",
		privacy.Table{Name: "auth.api_keys", Plain: []string{"organization", "name", "prefix", "abilities", "account_ids",
			"created_by"}},
		privacy.Table{Name: "auth.roles", Plain: []string{"name", "name_key", "abilities"}},
		privacy.Table{Name: "auth.staff", Plain: []string{"organization", "name", "email", "email_key", "account_ids",
			"password_hash"}},
		privacy.Table{Name: "auth.sessions", Rows: "customer_id = any(@customers)", Delete: true,
			Hidden: []string{"token_id", "replaced_token_id"}},
		privacy.Table{Name: "auth.password_resets", Rows: "customer_id = any(@customers)", Delete: true, Hidden: []string{"hash"}},
	)
}
