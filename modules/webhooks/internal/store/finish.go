package store

import (
	"context"
	"fmt"
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
	select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::bigint[], $6::integer[],
			$7::text[], $8::text[], $9::text[], $10::float8[])
		as r (account_id, id, number, started_at, duration_ms, response_status, response_body, error, outcome, delay)
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
		when outcome <> 'retryable' then outcome
		when number >= case trigger when 'test' then 1 else $11 end then 'exhausted'
		when next > created_at + $12 * interval '1 second' then 'expired'
		else 'retrying' end as verdict
	from held where moves
), locked as ( -- in the order of the arrays, as by all others
	select x.* from unnest($13::uuid[], $14::timestamptz[], $15::timestamptz[], $16::integer[]) as x (webhook_id, success, failure, failures)
	join webhooks.health h using (webhook_id) order by x.webhook_id for update of h
), health as (
	update webhooks.health h set
		last_success_at = greatest(h.last_success_at, x.success),
		last_failure_at = greatest(h.last_failure_at, x.failure),
		consecutive_failures = x.failures + case when x.success is null then h.consecutive_failures else 0 end
	from locked x where h.webhook_id = x.webhook_id
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
func (s *Store) Finish(ctx context.Context, done []engine.Done, l engine.Limits) ([]string, error) {
	n := len(done)
	var (
		accounts  = make([]uuid.UUID, n)
		ids       = make([]uuid.UUID, n)
		numbers   = make([]int, n)
		started   = make([]time.Time, n)
		durations = make([]int64, n)
		statuses  = make([]int, n)
		bodies    = make([]string, n)
		errors    = make([]string, n)
		outcomes  = make([]string, n)
		delays    = make([]float64, n)
	)
	for i, d := range done {
		accounts[i], ids[i], numbers[i] = d.Account, d.ID, d.Number
		started[i], durations[i], statuses[i], bodies[i] = d.StartedAt, d.Duration.Milliseconds(), d.Status, d.Body
		errors[i], outcomes[i], delays[i] = d.Error, string(d.Outcome), d.Delay.Seconds()
	}
	h := healthOf(done)
	var ended []string
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var verdict string
		if err := row.Scan(&verdict); err != nil {
			return err
		}
		if verdict != string(webhooks.Retrying) {
			ended = append(ended, verdict)
		}
		return nil
	}, finish, accounts, ids, numbers, started, durations, statuses, bodies, errors, outcomes, delays,
		l.MaxAttempts, l.Window.Seconds(), h.webhooks, h.success, h.failure, h.failures)
	if err != nil {
		return nil, fmt.Errorf("finish deliveries: %w", err)
	}
	return ended, nil
}
