package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// idSlack is the maximum difference between the time in an event's id and the slightly earlier time in the event.
const idSlack = time.Hour

const (
	// nearRange selects the events in the range of a replay by their ids, of all types.
	nearRange = ` outbox.events e where e.account_id = any(@accounts) and e.id >= @first and e.id < @behind`

	// inRange is the condition that these are in the range of the replay.
	inRange = ` e.type = any(@types) and e.created_at >= @from and e.created_at <= @to`
)

func replayRange(s webhooks.ReplayScope) map[string]any {
	return map[string]any{
		"webhook": s.Webhook, "accounts": postgres.Array(s.Accounts), "types": postgres.Array(s.Types), "from": s.From, "to": s.To,
		"first": ids.First(s.From.Add(-idSlack)), "behind": ids.First(s.To.Add(idSlack)), "failed": s.OnlyFailed,
	}
}

const countAll = `select count(*) from` + nearRange + ` and` + inRange

// countFailed counts the events of inRange whose last delivery to the webhook failed. It reads the failed deliveries, because these are
// few as a rule, instead of all events.
const countFailed = `
select count(*) from webhooks.deliveries d join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
where d.webhook_id = @webhook and d.status = 'failed' and d.account_id = any(@accounts) and d.event_type = any(@types)
	and d.event_id >= @first and d.event_id < @behind and e.created_at >= @from and e.created_at <= @to
	and d.id = (select l.id from webhooks.deliveries l
		where l.account_id = d.account_id and l.event_id = d.event_id and l.webhook_id = d.webhook_id order by l.id desc limit 1)`

// CountReplay implements webhooks.Replays.
func (s *Store) CountReplay(ctx context.Context, of webhooks.ReplayScope) (n int64, err error) {
	statement := countAll
	if of.OnlyFailed {
		statement = countFailed
	}
	err = s.In(ctx).Raw(statement, replayRange(of)).Scan(&n).Error
	return n, postgres.Failed("count the events of a replay", err)
}

// InsertReplay implements webhooks.Replays. The webhook must be locked.
func (s *Store) InsertReplay(ctx context.Context, id uuid.UUID, of webhooks.ReplayScope, matched int64) error {
	done := s.In(ctx).Exec(`
		insert into webhooks.replays (id, webhook_id, account_ids, event_types, begins, ends, only_failed, status, matched)
		values (?, ?, ?, ?, ?, ?, ?, 'running', ?)
		on conflict (webhook_id) where status = 'running' do nothing`,
		id, of.Webhook, postgres.Array(of.Accounts), postgres.Array(of.Types), of.From, of.To, of.OnlyFailed, matched)
	if done.Error == nil && done.RowsAffected == 0 {
		return apperr.NewConflict("conflict", "a replay of this webhook runs already: stop it or wait for its end")
	}
	return postgres.Failed("insert a replay", done.Error)
}

// GetReplay implements webhooks.Replays.
func (s *Store) GetReplay(ctx context.Context, webhook, id uuid.UUID) (r webhooks.Replay, err error) {
	err = s.replays(ctx).Where("webhook_id = ? and id = ?", webhook, id).Take(&r).Error
	if postgres.NoRow(err) {
		return r, apperr.NewNotFound("replay")
	}
	return r, postgres.Failed("read a replay", err)
}

// StopReplay implements webhooks.Replays.
func (s *Store) StopReplay(ctx context.Context, webhook, id uuid.UUID) error {
	return s.stop(s.replays(ctx).Where("webhook_id = ? and id = ?", webhook, id))
}

const (
	replayBatch = 50    // deliveries of a replay that are enqueued at once
	replayScan  = 5_000 // events that are scanned for these, so that a replay of few among many delays no other
)

// nextReplays locks the running replays whose webhook has nothing due. It looks up the earliest delivery of each webhook; with "not
// exists" the planner would scan all deliveries while another webhook has a backlog.
const nextReplays = `
select r.id, r.webhook_id, to_json(r.account_ids) as accounts, to_json(r.event_types) as types, r.begins, r.ends, r.only_failed,
	r.after_account, r.after_event, w.active and w.deleted_at is null as active
from webhooks.replays r join webhooks.webhooks w on w.id = r.webhook_id
where r.status = 'running'
	and coalesce((select min(d.next_attempt_at) from webhooks.deliveries d where d.webhook_id = r.webhook_id) > now(), true)
order by r.id for update of r skip locked`

type replay struct {
	ID, WebhookID            uuid.UUID
	Accounts                 []uuid.UUID `gorm:"serializer:json"`
	Types                    []string    `gorm:"serializer:json"`
	Begins, Ends             time.Time
	OnlyFailed               bool
	AfterAccount, AfterEvent uuid.UUID // the last enqueued event
	Active                   bool
}

// FeedReplays enqueues the next deliveries of each running replay, unless its webhook has something due, because current events take
// precedence. It needs a transaction. It reports whether it enqueued any.
func (s *Store) FeedReplays(ctx context.Context) (fed bool, err error) {
	var list []replay
	if err := s.In(ctx).Raw(nextReplays).Scan(&list).Error; err != nil {
		return false, postgres.Failed("look for running replays", err)
	}
	for _, r := range list {
		if err := s.feed(ctx, r); err != nil {
			return false, postgres.Failed("continue a replay", err)
		}
		fed = fed || r.Active
	}
	return fed, nil
}

const rest = nearRange + ` and (e.account_id, e.id) > (@account, @event)`

// feed enqueues the next batch of a replay, or marks it as done.
const feed = `
with next as materialized (
	select e.account_id, e.id, e.type from (
		select e.account_id, e.id, e.type, e.created_at from` + rest + ` order by e.account_id, e.id limit @scan) e
	where` + inRange + ` and (not @failed or 'failed' = (
		select d.status from webhooks.deliveries d
		where d.account_id = e.account_id and d.event_id = e.id and d.webhook_id = @webhook order by d.id desc limit 1))
	order by e.account_id, e.id limit @batch
), made as (
	insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
	select account_id, @webhook, id, type, 'replay' from next order by account_id, id
), full_batch as (select count(*) = @batch as yes from next),
last as ( -- none at the end of the range
	(select account_id, id from next where (select yes from full_batch) order by account_id desc, id desc limit 1)
	union all
	(select e.account_id, e.id from` + rest + ` and not (select yes from full_batch) order by e.account_id, e.id limit 1 offset @scan - 1))
update webhooks.replays r set queued = queued + (select count(*) from next), updated_at = now(),
	status = case when exists (select from last) then r.status else 'done' end,
	after_account = coalesce((select account_id from last), after_account), after_event = coalesce((select id from last), after_event)
where r.id = @replay`

func (s *Store) feed(ctx context.Context, r replay) error {
	if !r.Active {
		return s.StopReplay(ctx, r.WebhookID, r.ID)
	}
	values := replayRange(webhooks.ReplayScope{
		Webhook: r.WebhookID, Accounts: r.Accounts, Types: r.Types, From: r.Begins, To: r.Ends, OnlyFailed: r.OnlyFailed,
	})
	values["replay"], values["account"], values["event"] = r.ID, r.AfterAccount, r.AfterEvent
	values["batch"], values["scan"] = replayBatch, replayScan
	return s.In(ctx).Exec(feed, values).Error
}
