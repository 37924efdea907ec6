package outbox

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// erased is the end of the body of an event about a person who was erased.
const erased = `,"erased":true},"previous":null}}`

const byCustomer = `actor_id in (select cast(id as text) from unnest(cast(@customers as uuid[])) as customers (id))`

// personal says what of the tables is about persons: the records in events, and the names of customers who changed something.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("outbox",
		privacy.Table{Name: "outbox.events", Erase: `
			update outbox.events set body = case
				when ` + byCustomer + ` then regexp_replace(left(body, position('"data":' in body) - 1), '"name":"([^"\\]|\\.)*"', '"name":"erased"')
				else left(body, position('"data":' in body) - 1)
			end || '"data":{"object":{"id":"' || record_id || '"` + erased + `'
			where account_id = @account and record_id = any(@mentioned)`},
		privacy.Table{Name: "outbox.changes", Erase: `
			update outbox.changes set actor = jsonb_set(actor, '{name}', '"erased"') where account_id = @account and ` + byCustomer},
	)
}
