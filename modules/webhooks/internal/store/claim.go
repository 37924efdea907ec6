package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/platform/postgres"
)

// maxAttempts ends a delivery that kills the process at each attempt. It is the highest number that the API shows.
const maxAttempts = "1000"

// claim finds the earliest open delivery of each webhook, which takes one index lookup each, however long the backlogs are. It
// divides the free slots equally among webhooks with something due, with at least one for each idle webhook, and claims the oldest
// due deliveries of each. Backlogs and slow responses of some webhooks therefore do not delay the others. It skips locked deliveries,
// which another process is claiming or finishing. It ends deliveries that the webhook no longer wants: changing the webhook cancelled
// only the first ones of those that were visible, and not those that a concurrent transaction was enqueueing. It also ends redeliveries
// and replays of events that have since been removed because of their age.
//
// The limit @most is never reached: it tells the planner that few rows come, where it expects a tenth of a backlog and reads the whole
// table for it.
//
// An attempt without a row in attempts may never have reached the receiver, because its process may have been killed before. It
// therefore uses up neither the retries nor the window (a delivery without any known attempt is still pending), but only maxAttempts.
const claim = `
with recursive open (webhook_id, due) as (
	(select webhook_id, next_attempt_at from webhooks.deliveries
	where next_attempt_at is not null order by webhook_id, next_attempt_at limit 1)
	union all
	select n.webhook_id, n.next_attempt_at from open o cross join lateral (
		select d.webhook_id, d.next_attempt_at from webhooks.deliveries d
		where d.next_attempt_at is not null and d.webhook_id > o.webhook_id
		order by d.webhook_id, d.next_attempt_at limit 1) n
), ready as materialized (
	select w.id, w.url, w.secret, w.active, w.deleted_at is not null as deleted, w.account_ids, w.event_types,
		case when w.previous_until > now() then w.previous_secret end as previous,
		least(@each - coalesce(b.n, 0), greatest(@free / count(*) over ()::integer, case when b.n is null then 1 else 0 end)) as slots
	from open o
	join webhooks.webhooks w on w.id = o.webhook_id
	left join unnest(cast(@busy as uuid[]), cast(@running as integer[])) as b (id, n) on b.id = w.id
	where o.due <= now() and coalesce(b.n, 0) < @each
), picked as materialized (
	select d.account_id, d.id, e.body, case
		when w.deleted or not w.active and d.trigger <> 'test' or not ` + wanted + ` then 'cancelled'
		when d.attempts >= ` + maxAttempts + ` or d.attempts >= case d.trigger when 'test' then 1 else @attempts end and d.attempts = (
			select max(a.number) from webhooks.attempts a where a.account_id = d.account_id and a.delivery_id = d.id) then 'exhausted'
		when e.id is null or d.status = 'retrying' and d.created_at + @window * interval '1 second' <= now() then 'expired' end as failure
	from ready w cross join lateral (
		select * from (
			select q.account_id, q.id, q.event_id, q.event_type, q.trigger, q.status, q.attempts, q.created_at from webhooks.deliveries q
			where q.webhook_id = w.id and q.next_attempt_at <= now()
			order by q.next_attempt_at, q.id limit w.slots for update skip locked) few
		limit @most) d
	left join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
), moved as (
	update webhooks.deliveries d set
		attempts = d.attempts + case when p.failure is null then 1 else 0 end,
		next_attempt_at = case when p.failure is null then now() + @lease * interval '1 second' end,
		completed_at = case when p.failure is not null then now() end,
		status = case when p.failure is null then d.status else 'failed' end,
		failure = p.failure, updated_at = now()
	from picked p where d.account_id = p.account_id and d.id = p.id
	returning d.account_id, d.id, d.webhook_id, d.event_id, d.event_type, d.attempts, d.failure
)
select m.account_id as account, m.id, m.webhook_id as webhook, m.event_id, m.event_type, m.attempts as number,
	coalesce(m.failure, '') as ended, p.body, w.url, w.secret, w.previous, w.slots
from moved m join ready w on w.id = m.webhook_id join picked p on p.account_id = m.account_id and p.id = m.id`

func claimed(c engine.Claim) map[string]any {
	return map[string]any{
		"busy": postgres.Array(c.Webhooks), "running": postgres.Array(c.Running), "each": c.PerEndpoint, "free": c.Free,
		"attempts": c.MaxAttempts, "window": c.Window.Seconds(), "lease": c.Lease.Seconds(), "most": c.PerEndpoint,
	}
}

// Claim implements engine.Queue.
func (s *Store) Claim(ctx context.Context, c engine.Claim) (list []engine.Due, err error) {
	err = s.In(ctx).Raw(claim, claimed(c)).Scan(&list).Error
	return list, postgres.Failed("claim deliveries", err)
}

const release = `
with held as (
	select d.account_id, d.id from webhooks.deliveries d
	join unnest(?::uuid[], ?::uuid[], ?::integer[]) as r (account_id, id, number) on r.account_id = d.account_id and r.id = d.id
	where d.attempts = r.number and d.next_attempt_at is not null
	order by d.account_id, d.id for update of d
)
update webhooks.deliveries d set attempts = d.attempts - 1, next_attempt_at = now(), updated_at = now()
from held where d.account_id = held.account_id and d.id = held.id`

// Release implements engine.Queue.
func (s *Store) Release(ctx context.Context, list []engine.Due) error {
	return postgres.Failed("release deliveries", s.In(ctx).Exec(release, column(list, func(d engine.Due) uuid.UUID { return d.Account }),
		column(list, func(d engine.Due) uuid.UUID { return d.ID }), column(list, func(d engine.Due) int { return d.Number })).Error)
}

// Backlog counts the deliveries that are due and not claimed.
func (s *Store) Backlog(ctx context.Context) (webhooks.Backlog, error) {
	var b struct {
		Due     int64
		Seconds float64
	}
	err := s.In(ctx).Raw(`
		select count(*) as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as seconds
		from webhooks.deliveries where next_attempt_at <= now()`).Scan(&b).Error
	return webhooks.Backlog{Due: b.Due, Oldest: time.Duration(b.Seconds * float64(time.Second))}, postgres.Failed("measure the backlog", err)
}
