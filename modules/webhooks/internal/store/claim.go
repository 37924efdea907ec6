package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
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
// Claims are so frequent that planning each would cost more than running it. So nothing that the planner looks at depends on the
// parameters: subqueries hide the arrays, and the limit of MOST, which is never reached, is a number. Without it, the planner expects a
// tenth of a backlog from each claim, and reads the whole table for it.
//
// An attempt without a row in attempts may never have reached the receiver, because its process may have been killed before. It
// therefore uses up neither the retries nor the window (a delivery without any known attempt is still pending), but only maxAttempts.
var claim = `
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
		least($3 - coalesce(b.n, 0), greatest($4 / count(*) over ()::integer, case when b.n is null then 1 else 0 end)) as slots
	from open o
	join webhooks.webhooks w on w.id = o.webhook_id
	left join unnest((select $1::uuid[]), (select $2::integer[])) as b (id, n) on b.id = w.id
	where o.due <= now() and coalesce(b.n, 0) < $3
), picked as materialized (
	select d.account_id, d.id, e.body, case
		when r.deleted or not r.active and d.trigger <> 'test' or not ` + wanted("r") + ` then 'cancelled'
		when d.attempts >= ` + maxAttempts + ` or d.attempts >= case d.trigger when 'test' then 1 else $5 end and d.attempts = (
			select max(a.number) from webhooks.attempts a where a.account_id = d.account_id and a.delivery_id = d.id) then 'exhausted'
		when e.id is null or d.status = 'retrying' and d.created_at + $6 * interval '1 second' <= now() then 'expired' end as failure
	from ready r cross join lateral (
		select * from (
			select q.account_id, q.id, q.event_id, q.event_type, q.trigger, q.status, q.attempts, q.created_at from webhooks.deliveries q
			where q.webhook_id = r.id and q.next_attempt_at <= now()
			order by q.next_attempt_at, q.id limit r.slots for update skip locked) few
		limit MOST) d
	left join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
), moved as (
	update webhooks.deliveries d set
		attempts = d.attempts + case when p.failure is null then 1 else 0 end,
		next_attempt_at = case when p.failure is null then now() + $7 * interval '1 second' end,
		completed_at = case when p.failure is not null then now() end,
		status = case when p.failure is null then d.status else 'failed' end,
		failure = p.failure, updated_at = now()
	from picked p where d.account_id = p.account_id and d.id = p.id
	returning d.account_id, d.id, d.webhook_id, d.event_id, d.event_type, d.attempts, d.failure
)
select m.account_id, m.id, m.webhook_id, m.event_id, m.event_type, m.attempts, coalesce(m.failure, ''), p.body,
	r.url, r.secret, r.previous, r.slots
from moved m join ready r on r.id = m.webhook_id join picked p on p.account_id = m.account_id and p.id = m.id`

// claimOf is the statement for a maximum of attempts per endpoint.
func claimOf(perEndpoint int) string {
	return strings.Replace(claim, "MOST", strconv.Itoa(2*perEndpoint), 1)
}

// Claim implements engine.Queue.
func (s *Store) Claim(ctx context.Context, c engine.Claim) ([]engine.Due, error) {
	var list []engine.Due
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var d engine.Due
		err := row.Scan(&d.Account, &d.ID, &d.Webhook, &d.EventID, &d.EventType, &d.Number, &d.Ended,
			&d.Body, &d.URL, &d.Secret, &d.Previous, &d.Slots)
		list = append(list, d)
		return err
	}, claimOf(c.PerEndpoint), c.Webhooks, c.Running, c.PerEndpoint, c.Free, c.MaxAttempts, c.Window.Seconds(), c.Lease.Seconds())
	if err != nil {
		return nil, fmt.Errorf("claim deliveries: %w", err)
	}
	return list, nil
}

// Release implements engine.Queue.
func (s *Store) Release(ctx context.Context, list []engine.Due) error {
	var accounts, ids []uuid.UUID
	var numbers []int
	for _, d := range list {
		accounts, ids, numbers = append(accounts, d.Account), append(ids, d.ID), append(numbers, d.Number)
	}
	_, err := s.db.Exec(ctx, `
		with held as (
			select d.account_id, d.id from webhooks.deliveries d
			join unnest($1::uuid[], $2::uuid[], $3::integer[]) as r (account_id, id, number) on r.account_id = d.account_id and r.id = d.id
			where d.attempts = r.number and d.next_attempt_at is not null
			order by d.account_id, d.id for update of d)
		update webhooks.deliveries d set attempts = d.attempts - 1, next_attempt_at = now(), updated_at = now()
		from held where d.account_id = held.account_id and d.id = held.id`, accounts, ids, numbers)
	if err != nil {
		return fmt.Errorf("release deliveries: %w", err)
	}
	return nil
}

// Backlog counts the deliveries that are due and not claimed.
func (s *Store) Backlog(ctx context.Context) (webhooks.Backlog, error) {
	var b webhooks.Backlog
	var age float64
	err := s.db.Row(ctx, `
		select count(*), coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8
		from webhooks.deliveries where next_attempt_at <= now()`).Scan(&b.Due, &age)
	if err != nil {
		return b, fmt.Errorf("measure the backlog: %w", err)
	}
	b.Oldest = time.Duration(age * float64(time.Second))
	return b, nil
}
