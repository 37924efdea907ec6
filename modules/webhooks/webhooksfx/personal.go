package webhooksfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: receivers may have answered with what they were sent.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("webhooks",
		privacy.Table{Name: "webhooks.webhooks", Plain: []string{"url", "event_types", "account_ids", "description", "secret_hint"}},
		privacy.Table{Name: "webhooks.replays", Plain: []string{"event_types", "status"}},
		privacy.Table{Name: "webhooks.deliveries", Plain: []string{"event_type", "trigger", "status", "failure"}},
		privacy.Table{Name: "webhooks.attempts", Late: true, Plain: []string{"error"}, Blank: map[string]string{"response_body": "null"}, Rows: `
		delivery_id in (select d.id from webhooks.deliveries d join outbox.events e on e.account_id = @account and e.id = d.event_id
			where d.account_id = @account and e.record_id = any(@mentioned))`},
	)
}
