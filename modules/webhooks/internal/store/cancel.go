package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// cancelBatch limits how many deliveries one transaction cancels, so that a webhook can be paused and deleted whatever its backlog.
const cancelBatch = 10_000

// cancel ends the next deliveries of a webhook that meet a condition. It locks rows in the same order as the worker, so that they cannot
// deadlock.
const cancel = `
with next as materialized (
	select d.account_id, d.id from webhooks.deliveries d join webhooks.webhooks w on w.id = d.webhook_id
	where d.webhook_id = ? and d.next_attempt_at is not null and %s
	order by d.next_attempt_at, d.id limit ?
), held as (
	select d.account_id, d.id from next n join webhooks.deliveries d on d.account_id = n.account_id and d.id = n.id
	where d.next_attempt_at is not null
	order by d.account_id, d.id for update of d
)
update webhooks.deliveries d
set status = 'failed', failure = 'cancelled', next_attempt_at = null, completed_at = now(), updated_at = now()
from held where d.account_id = held.account_id and d.id = held.id`

// ends is the condition that a delivery d ends with the pause or the deletion of its webhook w.
const ends = `(w.deleted_at is not null or d.trigger <> 'test')`

// wanted is the condition that a webhook w currently subscribes to a delivery d. Tests and redeliveries were asked for by hand, so their
// type does not matter.
const wanted = `((w.account_ids = '[]' or jsonb_exists(w.account_ids, d.account_id::text))
	and (d.trigger in ('test', 'redelivery')
		or jsonb_exists_any(w.event_types, array[d.event_type, split_part(d.event_type, '.', 1) || '.*', '*'])))`

func (s *Store) cancel(ctx context.Context, webhook uuid.UUID, condition string) (all bool, err error) {
	done := s.In(ctx).Exec(fmt.Sprintf(cancel, condition), webhook, cancelBatch)
	return done.RowsAffected < cancelBatch, postgres.Failed("cancel deliveries", done.Error)
}

// Cancel implements webhooks.Store. It does not interrupt a running attempt; if that succeeds, the delivery becomes delivered. It stops
// a running replay first, and so waits for what that is enqueueing.
func (s *Store) Cancel(ctx context.Context, webhook uuid.UUID) (all bool, err error) {
	if err := s.stop(s.replays(ctx).Where("webhook_id = ?", webhook)); err != nil {
		return false, err
	}
	return s.cancel(ctx, webhook, ends)
}

// left lists the paused and deleted webhooks with deliveries to cancel. It looks up the first delivery of each in the order of an index:
// without the order, or with "exists", the planner reads the whole table while another webhook has a backlog.
const left = `
select w.id from webhooks.webhooks w
where (not w.active or w.deleted_at is not null) and (
	select d.id from webhooks.deliveries d
	where d.webhook_id = w.id and d.next_attempt_at is not null and ` + ends + `
	order by d.next_attempt_at limit 1) is not null`

// CancelRest cancels the next deliveries of each paused or deleted webhook: those that Cancel has left.
func (s *Store) CancelRest(ctx context.Context) error {
	var list []uuid.UUID
	if err := s.In(ctx).Raw(left).Scan(&list).Error; err != nil {
		return postgres.Failed("look for deliveries to cancel", err)
	}
	for _, webhook := range list {
		if _, err := s.cancel(ctx, webhook, ends); err != nil {
			return err
		}
	}
	return nil
}

// CancelUnwanted implements webhooks.Store. The claim ends those that it leaves.
func (s *Store) CancelUnwanted(ctx context.Context, webhook uuid.UUID) error {
	_, err := s.cancel(ctx, webhook, "not "+wanted)
	return err
}

func (s *Store) replays(ctx context.Context) *gorm.DB { return s.In(ctx).Table("webhooks.replays") }

// stop stops those of some replays that are running.
func (s *Store) stop(replays *gorm.DB) error {
	return postgres.Failed("stop a replay", replays.Where("status = ?", webhooks.ReplayRunning).
		Updates(map[string]any{"status": webhooks.ReplayStopped, "updated_at": gorm.Expr("now()")}).Error)
}
