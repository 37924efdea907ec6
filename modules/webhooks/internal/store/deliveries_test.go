package store

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// One webhook has most deliveries. By a plan for values and webhooks of average frequency, all its deliveries of the type are read to find that
// none of them has failed.
func TestFewFailedDeliveriesAmongManyOfATypeAreFoundByTheirStatus(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)})
	webhook := uuid.New()
	k.Exec(`insert into webhooks.deliveries (account_id, id, webhook_id, event_id, event_type, trigger, status, next_attempt_at, completed_at)
		select $1, gen_random_uuid(), case when n % 2 = 0 then $2 else lpad(to_hex(n % 1000), 32, '0')::uuid end, gen_random_uuid(),
			case when n % 3 = 0 then 'pet.updated' else 'pet.created' end, 'event', case when n % 3000 = 1 then 'failed' else 'delivered' end,
			null, now()
		from generate_series(1, 60000) n`, k.Account, webhook)
	k.Exec("vacuum analyze webhooks.deliveries")
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error { // with one connection
		for range 10 { // the database plans prepared statements the first five times for the values
			n := k.RowsRead(ctx, "relid = 'webhooks.deliveries'::regclass", func() {
				page, err := New(k.DB).ListDeliveries(ctx, webhooks.Scope{Organization: k.Account, AllAccounts: true}, webhook,
					webhooks.Filter{Status: webhooks.Failed, EventType: "pet.updated"}, paging.All(50))
				if err != nil || len(page.Items) != 0 {
					t.Fatal(len(page.Items), err)
				}
			})
			if n > 1000 {
				t.Errorf("the database reads %d deliveries", n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
