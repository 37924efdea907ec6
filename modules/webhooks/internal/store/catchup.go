package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// catchUpBatch limits how many deliveries one transaction creates.
const catchUpBatch = 20_000

// missed creates the deliveries of events whose transactions had begun before a webhook subscribed to them and have ended since. The first
// time, it looks at all events since the subscription; later, at those of the awaited transactions that have ended. "offset 0" makes the
// planner look up the events of each transaction in their index, and "is null" instead of "not exists" the deliveries of each event.
// Otherwise it reads all events where few transactions wrote most of them, as imports do, and all deliveries.
const missed = `
with now as materialized (select pg_current_snapshot() as snapshot),
w as materialized (select * from webhooks.webhooks where id = @webhook),
ended as materialized (
	select array(
		select x from (select unnest(awaited) as x from w union select pg_snapshot_xip(subscribed) from w) as before
		where pg_visible_in_snapshot(x, (select snapshot from now))) as ids
),
made as (
	insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
	select e.account_id, w.id, e.id, e.type, 'event'
	from w cross join unnest(cast(@accounts as uuid[])) as account (id) cross join lateral (
		select of.* from unnest((select ids from ended)) as before (xid) cross join lateral (
			select account_id, id, type, sequence from outbox.events where account_id = account.id and xid = before.xid offset 0) as of
		union all
		select account_id, id, type, sequence from outbox.events where account_id = account.id and xid >= pg_snapshot_xmax(w.subscribed)) as e
	where e.type <> @test and ` + subscribes + ` and (
		select d.id from webhooks.deliveries d where d.account_id = e.account_id and d.event_id = e.id and d.webhook_id = w.id limit 1) is null
	order by e.sequence limit @most
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
	where id = @webhook and (select count(*) from made) < @most
)
select count(*) from made`

// queueMissed begins a subscription anew: what has not ended by now is for the settings that the webhook gets.
const queueMissed = missed + `,
noted as (
	update webhooks.webhooks set subscribed = (select snapshot from now), awaited = null where id = @webhook
)
select count(*) from made`

// catch runs catchUp or queueMissed, and returns how many deliveries it has created.
func (s *Store) catch(ctx context.Context, statement string, webhook uuid.UUID, accounts []uuid.UUID) (made int, err error) {
	err = s.In(ctx).Raw(statement, missing(webhook, accounts)).Scan(&made).Error
	return made, postgres.Failed("queue the events that a webhook has missed", err)
}

func missing(webhook uuid.UUID, accounts []uuid.UUID) map[string]any {
	return map[string]any{"webhook": webhook, "accounts": postgres.Array(accounts), "test": webhooks.TestEvent, "most": catchUpBatch}
}

// Late is a webhook that may have missed events: their transactions were not committed yet when it was created or changed, and did not
// see that.
type Late struct {
	ID, OrganizationID uuid.UUID
	Version            int64
}

const isLate = "(subscribed is not null or awaited is not null)"

// ListLate lists the webhooks that may have missed events.
func (s *Store) ListLate(ctx context.Context) (list []Late, err error) {
	err = s.In(ctx).Table("webhooks.webhooks").Where(isLate).Order("id").Find(&list).Error
	return list, postgres.Failed("list the webhooks that may have missed events", err)
}

// CatchUp creates the deliveries of events in these accounts that a webhook has missed, unless it has changed since ListLate or another
// process works on it. It returns how many deliveries it has created. It needs a transaction, which ListLate must have preceded: the
// transaction takes its id with the lock, and one with a higher id sees the webhook.
func (s *Store) CatchUp(ctx context.Context, w Late, accounts []uuid.UUID) (made int, err error) {
	locked, err := postgres.Any(s.In(ctx).Table("webhooks.webhooks").Where("id = ? and version = ? and "+isLate, w.ID, w.Version).
		Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}))
	if err != nil || !locked {
		return 0, postgres.Failed("lock a webhook that may have missed events", err)
	}
	return s.catch(ctx, catchUp, w.ID, accounts)
}

// QueueMissed implements webhooks.Store.
func (s *Store) QueueMissed(ctx context.Context, webhook uuid.UUID, accounts []uuid.UUID) (all bool, err error) {
	made, err := s.catch(ctx, queueMissed, webhook, accounts)
	return made < catchUpBatch, err
}
