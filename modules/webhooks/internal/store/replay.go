package store

import (
	"context"
	"fmt"
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
	nearRange = ` outbox.events e where e.account_id = any($1) and e.id >= $5 and e.id < $6`

	// inRange is the condition that these are in the range of the replay.
	inRange = ` e.type = any($2) and e.created_at >= $3 and e.created_at <= $4`

	// replayed is the condition that a replay includes an event in its range.
	replayed = ` (not $7 or 'failed' = (
		select d.status from webhooks.deliveries d
		where d.account_id = e.account_id and d.event_id = e.id and d.webhook_id = $8 order by d.id desc limit 1))`
)

func replayRange(s webhooks.ReplayScope) []any {
	return []any{s.Accounts, s.Types, s.From, s.To, ids.First(s.From.Add(-idSlack)), ids.First(s.To.Add(idSlack))}
}

// countFailed counts the events of inRange that replayed selects among failed ones. It reads the failed deliveries, because these are few
// as a rule, instead of all events.
const countFailed = `
select count(*) from webhooks.deliveries d join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
where d.webhook_id = $7 and d.status = 'failed' and d.account_id = any($1) and d.event_type = any($2)
	and d.event_id >= $5 and d.event_id < $6 and e.created_at >= $3 and e.created_at <= $4
	and d.id = (select l.id from webhooks.deliveries l
		where l.account_id = d.account_id and l.event_id = d.event_id and l.webhook_id = d.webhook_id order by l.id desc limit 1)`

// CountReplay implements webhooks.Replays.
func (s *Store) CountReplay(ctx context.Context, of webhooks.ReplayScope) (n int64, err error) {
	query, args := `select count(*) from`+nearRange+` and`+inRange, replayRange(of)
	if of.OnlyFailed {
		query, args = countFailed, append(args, of.Webhook)
	}
	if err := s.db.Row(ctx, query, args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the events of a replay: %w", err)
	}
	return n, nil
}

// InsertReplay implements webhooks.Replays. The webhook must be locked.
func (s *Store) InsertReplay(ctx context.Context, id uuid.UUID, of webhooks.ReplayScope, matched int64) error {
	n, err := s.db.Exec(ctx, `
		insert into webhooks.replays (id, webhook_id, account_ids, event_types, begins, ends, only_failed, status, matched)
		values ($1, $2, $3, $4, $5, $6, $7, 'running', $8)
		on conflict (webhook_id) where status = 'running' do nothing`,
		id, of.Webhook, of.Accounts, of.Types, of.From, of.To, of.OnlyFailed, matched)
	if err != nil {
		return fmt.Errorf("insert a replay: %w", err)
	}
	if n == 0 {
		return apperr.NewConflict("conflict", "a replay of this webhook runs already: stop it or wait for its end")
	}
	return nil
}

// GetReplay implements webhooks.Replays.
func (s *Store) GetReplay(ctx context.Context, webhook, id uuid.UUID) (webhooks.Replay, error) {
	r := webhooks.Replay{ID: &id}
	err := s.db.Row(ctx, `select matched, queued, status from webhooks.replays where webhook_id = $1 and id = $2`, webhook, id).
		Scan(&r.Matched, &r.Queued, &r.Status)
	if postgres.NoRow(err) {
		return r, apperr.NewNotFound("replay")
	}
	if err != nil {
		return r, fmt.Errorf("read a replay: %w", err)
	}
	return r, nil
}

// StopReplay implements webhooks.Replays.
func (s *Store) StopReplay(ctx context.Context, webhook, id uuid.UUID) error {
	_, err := s.db.Exec(ctx, `update webhooks.replays set status = 'stopped', updated_at = now()
		where webhook_id = $1 and id = $2 and status = 'running'`, webhook, id)
	if err != nil {
		return fmt.Errorf("stop a replay: %w", err)
	}
	return nil
}

const (
	replayBatch = 50    // deliveries of a replay that are enqueued at once
	replayScan  = 5_000 // events that are scanned for these, so that a replay of few among many delays no other
)

// nextReplays locks the running replays whose webhook has nothing due. It looks up the earliest delivery of each webhook; with "not
// exists" the planner would scan all deliveries while another webhook has a backlog.
const nextReplays = `
select r.id, r.webhook_id, r.account_ids, r.event_types, r.begins, r.ends, r.only_failed, r.after_account, r.after_event,
	w.active and w.deleted_at is null
from webhooks.replays r join webhooks.webhooks w on w.id = r.webhook_id
where r.status = 'running'
	and coalesce((select min(d.next_attempt_at) from webhooks.deliveries d where d.webhook_id = r.webhook_id) > now(), true)
order by r.id for update of r skip locked`

// FeedReplays enqueues the next deliveries of each running replay, unless its webhook has something due, because current events take
// precedence. It needs a transaction. It reports whether it enqueued any.
func (s *Store) FeedReplays(ctx context.Context) (fed bool, err error) {
	var list []replay
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		var r replay
		err := row.Scan(&r.id, &r.Webhook, &r.Accounts, &r.Types, &r.From, &r.To, &r.OnlyFailed, &r.account, &r.event, &r.active)
		list = append(list, r)
		return err
	}, nextReplays)
	for _, r := range list {
		if err == nil {
			err = s.feed(ctx, r)
			fed = fed || r.active
		}
	}
	if err != nil {
		return false, fmt.Errorf("continue replays: %w", err)
	}
	return fed, nil
}

type replay struct {
	webhooks.ReplayScope
	id             uuid.UUID
	account, event uuid.UUID // the last enqueued event
	active         bool
}

// feed enqueues the next batch, or marks the replay as done.
func (s *Store) feed(ctx context.Context, r replay) error {
	if !r.active {
		return s.StopReplay(ctx, r.Webhook, r.id)
	}
	const rest = nearRange + ` and (e.account_id, e.id) > ($9, $10)`
	_, err := s.db.Exec(ctx, `
		with next as materialized (
			select e.account_id, e.id, e.type from (
				select e.account_id, e.id, e.type, e.created_at from`+rest+` order by e.account_id, e.id limit $12) e
			where`+inRange+` and`+replayed+` order by e.account_id, e.id limit $11
		), made as (
			insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
			select account_id, $8, id, type, 'replay' from next order by account_id, id
		), full_batch as (select count(*) = $11 as yes from next),
		last as ( -- none at the end of the range
			(select account_id, id from next where (select yes from full_batch) order by account_id desc, id desc limit 1)
			union all
			(select e.account_id, e.id from`+rest+` and not (select yes from full_batch) order by e.account_id, e.id limit 1 offset $12 - 1))
		update webhooks.replays r set queued = queued + (select count(*) from next), updated_at = now(),
			status = case when exists (select from last) then r.status else 'done' end,
			after_account = coalesce((select account_id from last), after_account), after_event = coalesce((select id from last), after_event)
		where r.id = $13`,
		append(replayRange(r.ReplayScope), r.OnlyFailed, r.Webhook, r.account, r.event, replayBatch, replayScan, r.id)...)
	return err
}
