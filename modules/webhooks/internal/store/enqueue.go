package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/postgres"
)

// subscribes is the condition that a webhook w is active and subscribes to an event e.
const subscribes = `w.deleted_at is null and w.active
	and jsonb_exists_any(w.event_types, array[e.type, split_part(e.type, '.', 1) || '.*', '*'])
	and (w.account_ids = '[]' or jsonb_exists(w.account_ids, e.account_id::text))`

// enqueue does not lock the webhooks, because a long import would prevent pausing them. The claim cancels deliveries for webhooks
// that were paused in the meantime.
const enqueue = `
insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
select e.account_id, w.id, e.id, e.type, 'event'
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) with ordinality as e (account_id, id, type, organization_id, i)
join webhooks.webhooks w on w.organization_id = e.organization_id and ` + subscribes + `
order by e.i`

// enqueueOnly is enqueue for a single event, the most frequent case.
const enqueueOnly = `
insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
select $1::uuid, w.id, $2::uuid, $3::text, 'event'
from webhooks.webhooks w
where w.organization_id = $4 and w.deleted_at is null and w.active
	and jsonb_exists_any(w.event_types, array[$3::text, split_part($3::text, '.', 1) || '.*', '*'])
	and (w.account_ids = '[]' or jsonb_exists(w.account_ids, $1::uuid::text))`

// enqueueRecorded looks up the events of the transaction in their index, as missed does.
const enqueueRecorded = `
insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
select e.account_id, w.id, e.id, e.type, 'event'
from (select pg_current_xact_id() as id) as this cross join lateral (
	select account_id, id, type, sequence from outbox.events where account_id = $1 and xid = this.id offset 0) as e
join webhooks.webhooks w on w.organization_id = $2 and ` + subscribes + `
order by e.sequence`

// EnqueueRecorded implements webhooks.Queue.
func (s *Store) EnqueueRecorded(ctx context.Context, account, owner uuid.UUID) error {
	if _, err := s.db.Exec(ctx, enqueueRecorded, postgres.Unprepared, account, owner); err != nil {
		return fmt.Errorf("queue deliveries of all events: %w", err)
	}
	return nil
}

// Enqueue implements webhooks.Queue with one statement, whatever the number of events and webhooks.
func (s *Store) Enqueue(ctx context.Context, list []events.Recorded, owners []uuid.UUID, made func(int64)) error {
	rows := make([][]any, len(list))
	for i, e := range list {
		rows[i] = []any{e.Account, e.ID, e.Type, owners[i]}
	}
	if err := s.db.QueueEach(ctx, postgres.EachRow{One: enqueueOnly, Many: enqueue, Rows: rows, Done: made}); err != nil {
		return fmt.Errorf("queue deliveries: %w", err)
	}
	return nil
}

// EnqueueTest enqueues the newest test event of a webhook, which must be locked.
func (s *Store) EnqueueTest(ctx context.Context, webhook, account uuid.UUID) (webhooks.Delivery, error) {
	d, err := s.enqueueOne(ctx, `
		select account_id, $2::uuid, id, type, 'test' from outbox.events
		where account_id = $1 and record_id = $2 and type = $3 order by sequence desc limit 1`, account, webhook, webhooks.TestEvent)
	if err != nil {
		return d, fmt.Errorf("queue a test: %w", err)
	}
	return d, nil
}

// EnqueueAgain enqueues the event of a delivery again. It fails with apperr.Conflict if the event has been removed, which may be earlier
// for the delivery of a redelivery or replay.
func (s *Store) EnqueueAgain(ctx context.Context, of webhooks.Scope, webhook, delivery uuid.UUID) (webhooks.Delivery, error) {
	d, err := s.enqueueOne(ctx, `
		select account_id, webhook_id, event_id, event_type, 'redelivery' from webhooks.deliveries
		where webhook_id = $1 and id = $2 and ($3 or account_id = any($4))`,
		webhook, delivery, of.AllAccounts, of.Accounts)
	if postgres.NoRow(err) {
		return d, apperr.NewNotFound("delivery")
	}
	if err != nil {
		return d, fmt.Errorf("queue a redelivery: %w", err)
	}
	if d.RequestBody == "" {
		return d, apperr.NewConflict("conflict", "the event of this delivery has been removed because of its age")
	}
	return d, nil
}

func (s *Store) enqueueOne(ctx context.Context, source string, args ...any) (webhooks.Delivery, error) {
	return scanDelivery(s.db.Row(ctx, `
		with source (account_id, webhook_id, event_id, event_type, trigger) as (`+source+`),
		d as (
			insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
			select account_id, webhook_id, event_id, event_type, trigger from source
			returning *)
		select `+deliveryColumns+` from d left join outbox.events e on e.account_id = d.account_id and e.id = d.event_id`, args...))
}
