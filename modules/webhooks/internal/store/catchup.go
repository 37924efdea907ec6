package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/postgres"
)

// catchUpBatch limits how many deliveries one transaction creates.
const catchUpBatch = 20_000

// late lists the webhooks that CatchUp has to look at.
const late = `
select id, organization_id, version from webhooks.webhooks where subscribed is not null or awaited is not null order by id`

// lockLate locks a webhook of late, unless it has changed since or another process works on it. The transaction takes its id here, after
// late has seen the webhook. So a transaction with a higher id sees the webhook, too.
const lockLate = `
select id from webhooks.webhooks where id = $1 and version = $2 and (subscribed is not null or awaited is not null) for update skip locked`

// missed creates the deliveries of events whose transactions had begun before a webhook subscribed to them and have ended since. The first
// time, it looks at all events since the subscription; later, at those of the awaited transactions that have ended. "offset 0" makes the
// planner look up the events of each transaction in their index, and "is null" instead of "not exists" the deliveries of each event.
// Otherwise it reads all events where few transactions wrote most of them, as imports do, and all deliveries.
const missed = `
with now as materialized (select pg_current_snapshot() as snapshot),
w as materialized (select * from webhooks.webhooks where id = $1),
ended as materialized (
	select array(
		select x from (select unnest(awaited) as x from w union select pg_snapshot_xip(subscribed) from w) as before
		where pg_visible_in_snapshot(x, (select snapshot from now))) as ids
),
made as (
	insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
	select e.account_id, w.id, e.id, e.type, 'event'
	from w cross join unnest($2::uuid[]) as account (id) cross join lateral (
		select of.* from unnest((select ids from ended)) as before (xid) cross join lateral (
			select account_id, id, type, sequence from outbox.events where account_id = account.id and xid = before.xid offset 0) as of
		union all
		select account_id, id, type, sequence from outbox.events where account_id = account.id and xid >= pg_snapshot_xmax(w.subscribed)) as e
	where e.type <> $3 and ` + subscribes + ` and (
		select d.id from webhooks.deliveries d where d.account_id = e.account_id and d.event_id = e.id and d.webhook_id = w.id limit 1) is null
	order by e.sequence limit $4
	returning id
)`

// catchUp notes which transactions with lower ids than its own have not ended, to look only at those of them later that have.
const catchUp = missed + `,
running as materialized (
	select x from pg_snapshot_xip((select snapshot from now)) as x
	union all
	select n::text::xid8 from generate_series(pg_snapshot_xmax((select snapshot from now))::text::bigint,
		pg_current_xact_id()::text::bigint - 1) as n
),
noted as (
	update webhooks.webhooks set subscribed = null, awaited = nullif(array(
		select x from running where subscribed is not null or x = any(awaited)), '{}')
	where id = $1 and (select count(*) from made) < $4
)
select count(*) from made`

// queueMissed begins a subscription anew: what has not ended by now is for the settings that the webhook gets.
const queueMissed = missed + `,
noted as (
	update webhooks.webhooks set subscribed = (select snapshot from now), awaited = null where id = $1
)
select count(*) from made`

// Late is a webhook that may have missed events: their transactions were not committed yet when it was created or changed, and did not
// see that.
type Late struct {
	ID, Organization uuid.UUID
	version          int64
}

// ListLate lists the webhooks that may have missed events.
func (s *Store) ListLate(ctx context.Context) (list []Late, err error) {
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		var w Late
		err := row.Scan(&w.ID, &w.Organization, &w.version)
		list = append(list, w)
		return err
	}, late)
	if err != nil {
		return nil, fmt.Errorf("list the webhooks that may have missed events: %w", err)
	}
	return list, nil
}

// CatchUp creates the deliveries of events in these accounts that a webhook has missed. It needs a transaction, which ListLate must have
// preceded. It returns how many deliveries it has created.
func (s *Store) CatchUp(ctx context.Context, w Late, accounts []uuid.UUID) (made int, err error) {
	locked, err := s.db.Exec(ctx, lockLate, w.ID, w.version)
	if err == nil && locked > 0 {
		err = s.db.Row(ctx, catchUp, postgres.Unprepared, w.ID, accounts, webhooks.TestEvent, catchUpBatch).Scan(&made)
	}
	if err != nil {
		return 0, fmt.Errorf("queue the events that a webhook has missed: %w", err)
	}
	return made, nil
}

// QueueMissed implements webhooks.Store.
func (s *Store) QueueMissed(ctx context.Context, webhook uuid.UUID, accounts []uuid.UUID) (all bool, err error) {
	var made int
	err = s.db.Row(ctx, queueMissed, postgres.Unprepared, webhook, accounts, webhooks.TestEvent, catchUpBatch).Scan(&made)
	if err != nil {
		return false, fmt.Errorf("queue the events that a webhook has missed before it is changed: %w", err)
	}
	return made < catchUpBatch, nil
}
