package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

// A backlog must not delay the deliveries and replays of other webhooks. Few transactions write most events, as imports do.
func TestNoTurnReadsAWholeTableWhateverTheBacklog(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)})
	k.Exec(`insert into webhooks.webhooks (id, organization_id, url, event_types, account_ids, active, secret_hint, secret, created_at, updated_at, version)
		select webhooks.new_id(), $1, 'http://127.0.0.1:1/', '["*"]', '[]', true, '', '', now(), now(), 1 from generate_series(1, 20)`, k.Account)
	k.Exec(`with e as (
			insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, xid)
			select $1, webhooks.new_id(), n, 'pet.created', $1, repeat('x', 500), now(), (n / 6000 + 1)::text::xid8 from generate_series(1, 60000) n returning id)
		insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
		select $1, (select id from webhooks.webhooks order by id limit 1), id, 'pet.created', 'event' from e`, k.Account)
	k.Exec("analyze webhooks.deliveries, webhooks.webhooks, outbox.events")
	c := engine.Claim{Limits: engine.Limits{MaxAttempts: 9, Window: time.Hour}, Lease: time.Minute, PerEndpoint: 10, Free: 128,
		Webhooks: []uuid.UUID{uuid.New()}, Running: []int{1}}
	for statement, args := range map[string][]any{claim: {claimed(c)}, nextReplays: nil, left: nil, enqueueRecorded: {k.Account, k.Account},
		countFailed: {replayRange(webhooks.ReplayScope{Webhook: uuid.New(), Accounts: []uuid.UUID{k.Account}, Types: []string{"pet.created"}})},
		catchUp:     {missing(uuid.New(), []uuid.UUID{k.Account})},
	} {
		var plan []string
		if err := k.DB.In(k.Ctx).Raw("explain "+statement, args...).Scan(&plan).Error; err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan on deliveries") || strings.Contains(text, "Seq Scan on events_before") {
			t.Error(text)
		}
	}
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		n := k.RowsRead(ctx, "schemaname in ('webhooks', 'outbox')", func() {
			if due, err := New(k.DB).Claim(ctx, c); err != nil || len(due) != 10 {
				t.Fatal(len(due), err)
			}
		})
		if n > 200 {
			t.Errorf("the database reads %d rows for a claim", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
