package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
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
from unnest(?::uuid[], ?::uuid[], ?::text[], ?::uuid[]) with ordinality as e (account_id, id, type, organization_id, i)
join webhooks.webhooks w on w.organization_id = e.organization_id and ` + subscribes + `
order by e.i`

// enqueueRecorded looks up the events of the transaction in their index, as missed does.
const enqueueRecorded = `
insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
select e.account_id, w.id, e.id, e.type, 'event'
from (select pg_current_xact_id() as id) as this cross join lateral (
	select account_id, id, type, sequence from outbox.events where account_id = ? and xid = this.id offset 0) as e
join webhooks.webhooks w on w.organization_id = ? and ` + subscribes + `
order by e.sequence`

// EnqueueRecorded implements webhooks.Queue.
func (s *Store) EnqueueRecorded(ctx context.Context, account, owner uuid.UUID) error {
	return postgres.Failed("queue deliveries of all events", s.In(ctx).Exec(enqueueRecorded, account, owner).Error)
}

// Enqueue implements webhooks.Queue with one statement, whatever the number of events and webhooks.
func (s *Store) Enqueue(ctx context.Context, list []events.Recorded, owners []uuid.UUID, made func(deliveries int64)) error {
	err := s.db.ExecLater(ctx, made, enqueue, column(list, func(e events.Recorded) uuid.UUID { return e.Account }),
		column(list, func(e events.Recorded) uuid.UUID { return e.ID }), column(list, func(e events.Recorded) string { return e.Type }),
		postgres.Array(owners))
	return postgres.Failed("queue deliveries", err)
}

// column is one field of all elements of a list, as a parameter.
func column[E, T any](list []E, of func(E) T) any { return postgres.Array(lists.Map(list, of)) }

// EnqueueTest enqueues the newest test event of a webhook, which must be locked.
func (s *Store) EnqueueTest(ctx context.Context, webhook, account uuid.UUID) (webhooks.Delivery, error) {
	d, err := s.enqueueOne(ctx, `
		select account_id, record_id, id, type, 'test' from outbox.events
		where account_id = ? and record_id = ? and type = ? order by sequence desc limit 1`, account, webhook, webhooks.TestEvent)
	return d, postgres.Failed("queue a test", err)
}

// EnqueueAgain enqueues the event of a delivery again. It fails with apperr.Conflict if the event has been removed, which may be earlier
// for the delivery of a redelivery or replay.
func (s *Store) EnqueueAgain(ctx context.Context, of webhooks.Scope, webhook, delivery uuid.UUID) (webhooks.Delivery, error) {
	d, err := s.enqueueOne(ctx, `
		select account_id, webhook_id, event_id, event_type, 'redelivery' from webhooks.deliveries
		where webhook_id = ? and id = ? and (? or account_id = any(?))`, webhook, delivery, of.AllAccounts, postgres.Array(of.Accounts))
	switch {
	case postgres.NoRow(err):
		return d, apperr.NewNotFound("delivery")
	case err != nil:
		return d, postgres.Failed("queue a redelivery", err)
	case d.RequestBody == "":
		return d, apperr.NewConflict("conflict", "the event of this delivery has been removed because of its age")
	}
	return d, nil
}

// enqueueOne adds the delivery that a query selects.
func (s *Store) enqueueOne(ctx context.Context, source string, args ...any) (d webhooks.Delivery, err error) {
	var made struct{ AccountID, ID uuid.UUID }
	err = s.In(ctx).Raw(`insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)`+source+`
		returning account_id, id`, args...).Scan(&made).Error
	if err != nil {
		return d, err
	}
	err = s.In(ctx).Table("webhooks.deliveries").Clauses(s.deliveries).
		Where("account_id = ? and id = ?", made.AccountID, made.ID).Take(&d).Error
	return d, err
}
