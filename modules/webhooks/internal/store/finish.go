package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/platform/postgres"
)

// finish stores attempts, deliveries and the health of webhooks in one statement, so that they are always consistent. It skips
// deliveries with a newer attempt, because another process has claimed them. A delivery that was cancelled in the meantime stays
// cancelled, unless this attempt succeeded.
const finish = `
with r as materialized (
	select *, started_at + duration_ms * interval '1 millisecond' as ended_at
	from unnest(cast(@accounts as uuid[]), cast(@ids as uuid[]), cast(@webhooks as uuid[]), cast(@numbers as integer[]),
			cast(@started as timestamptz[]), cast(@durations as bigint[]), cast(@statuses as integer[]), cast(@bodies as text[]),
			cast(@errors as text[]), cast(@outcomes as text[]), cast(@delays as float8[])) with ordinality
		as r (account_id, id, webhook_id, number, started_at, duration_ms, response_status, response_body, error, outcome, delay, i)
), held as materialized (
	select d.account_id, d.id, d.created_at, d.trigger, r.number, r.outcome, now() + r.delay * interval '1 second' as next,
		d.attempts = r.number and (d.next_attempt_at is not null or d.failure = 'cancelled' and r.outcome = 'delivered') as moves
	from r join webhooks.deliveries d on d.account_id = r.account_id and d.id = r.id
	order by d.account_id, d.id for update of d
), written as (
	insert into webhooks.attempts (account_id, delivery_id, number, started_at, duration_ms, response_status, response_body, error)
	select account_id, id, number, started_at, duration_ms, nullif(response_status, 0),
		case when response_status > 0 then response_body end, nullif(error, '')
	from r join held using (account_id, id, number)
	on conflict do nothing
), verdict as (
	select account_id, id, next, case
		when outcome = 'resend' then 'retrying' -- at once and on a new connection, so once for a delivery
		when outcome <> 'retryable' then outcome
		when number >= case trigger when 'test' then 1 else @attempts end then 'exhausted'
		when next > created_at + @window * interval '1 second' then 'expired'
		else 'retrying' end as verdict
	from held where moves
), lately as ( -- failures are those after the last success
	select webhook_id, max(ended_at) filter (where outcome = 'delivered') as success,
		max(ended_at) filter (where outcome <> 'delivered') as failure, count(*) filter (where i > last) as failures
	from (select *, coalesce(max(i) filter (where outcome = 'delivered') over (partition by webhook_id), 0) as last from r) as r
	group by webhook_id
), locked as ( -- in the order of their ids, as by all others
	select l.* from lately l join webhooks.health h using (webhook_id) order by webhook_id for update of h
), health as (
	update webhooks.health h set
		last_success_at = greatest(h.last_success_at, l.success),
		last_failure_at = greatest(h.last_failure_at, l.failure),
		consecutive_failures = l.failures + case when l.success is null then h.consecutive_failures else 0 end
	from locked l where h.webhook_id = l.webhook_id
)
update webhooks.deliveries d set
	status = case when verdict in ('retrying', 'delivered') then verdict else 'failed' end,
	failure = case when verdict not in ('retrying', 'delivered') then verdict end,
	next_attempt_at = case when verdict = 'retrying' then v.next end,
	completed_at = case when verdict <> 'retrying' then now() end,
	updated_at = now()
from verdict v where d.account_id = v.account_id and d.id = v.id
returning verdict`

// Finish implements engine.Queue.
func (s *Store) Finish(ctx context.Context, done []engine.Done, l engine.Limits) (ended []string, err error) {
	var verdicts []string
	err = s.In(ctx).Raw(finish, map[string]any{
		"attempts": l.MaxAttempts, "window": l.Window.Seconds(),
		"accounts":  column(done, func(d engine.Done) uuid.UUID { return d.Account }),
		"ids":       column(done, func(d engine.Done) uuid.UUID { return d.ID }),
		"webhooks":  column(done, func(d engine.Done) uuid.UUID { return d.Webhook }),
		"numbers":   column(done, func(d engine.Done) int { return d.Number }),
		"started":   column(done, func(d engine.Done) time.Time { return d.StartedAt }),
		"durations": column(done, func(d engine.Done) int64 { return d.Duration.Milliseconds() }),
		"statuses":  column(done, func(d engine.Done) int { return d.Status }),
		"bodies":    column(done, func(d engine.Done) string { return d.Body }),
		"errors":    column(done, func(d engine.Done) string { return d.Error }),
		"outcomes":  column(done, func(d engine.Done) string { return string(d.Outcome) }),
		"delays":    column(done, func(d engine.Done) float64 { return d.Delay.Seconds() }),
	}).Scan(&verdicts).Error
	for _, verdict := range verdicts {
		if verdict != string(webhooks.Retrying) {
			ended = append(ended, verdict)
		}
	}
	return ended, postgres.Failed("finish deliveries", err)
}
