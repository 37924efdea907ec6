package store

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/postgres"
)

// kept is how long deliveries are kept. The outbox keeps their events longer.
const kept = 30 * 24 * time.Hour

const sweepBatch = 1000

const sweepDeliveries = `
with old as materialized (
	select account_id, id from webhooks.deliveries where completed_at < now() - ? * interval '1 second'
	order by completed_at limit ? for update skip locked
), tried as (
	delete from webhooks.attempts a using old where a.account_id = old.account_id and a.delivery_id = old.id
)
delete from webhooks.deliveries d using old where d.account_id = old.account_id and d.id = old.id`

// SweepDeliveries removes a batch of deliveries that ended more than 30 days ago, with their attempts.
func (s *Store) SweepDeliveries(ctx context.Context) (int64, error) {
	done := s.In(ctx).Exec(sweepDeliveries, kept.Seconds(), sweepBatch)
	return done.RowsAffected, postgres.Failed("remove old deliveries", done.Error)
}

const sweepWebhooks = `
with old as materialized (
	select w.id from webhooks.webhooks w
	where w.deleted_at < now() - ? * interval '1 second' and not exists (
		select from webhooks.deliveries d where d.webhook_id = w.id)
	order by w.deleted_at limit ? for update of w skip locked
), healthy as (
	delete from webhooks.health h using old where h.webhook_id = old.id
), replayed as (
	delete from webhooks.replays r using old where r.webhook_id = old.id
)
delete from webhooks.webhooks w using old where w.id = old.id`

// SweepWebhooks removes a batch of webhooks that were deleted more than 30 days ago and have no deliveries any more.
func (s *Store) SweepWebhooks(ctx context.Context) (int64, error) {
	done := s.In(ctx).Exec(sweepWebhooks, kept.Seconds(), sweepBatch)
	return done.RowsAffected, postgres.Failed("remove deleted webhooks", done.Error)
}
