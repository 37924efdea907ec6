package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// cancelBatch limits how many deliveries one transaction cancels, so that a webhook can be paused and deleted whatever its backlog.
const cancelBatch = 10_000

// cancelling returns a statement that cancels the next deliveries of open. It locks rows in the same order as the worker, so that they
// cannot deadlock.
func cancelling(open string) string {
	return fmt.Sprintf(`
with next as materialized (%s order by d.next_attempt_at, d.id limit %d), held as (
	select d.account_id, d.id from next n join webhooks.deliveries d on d.account_id = n.account_id and d.id = n.id
	where d.next_attempt_at is not null
	order by d.account_id, d.id for update of d
)
update webhooks.deliveries d
set status = 'failed', failure = 'cancelled', next_attempt_at = null, completed_at = now(), updated_at = now()
from held where d.account_id = held.account_id and d.id = held.id`, open, cancelBatch)
}

var cancel = cancelling(`
	select d.account_id, d.id from webhooks.deliveries d join webhooks.webhooks w on w.id = d.webhook_id
	where d.webhook_id = $1 and d.next_attempt_at is not null and (w.deleted_at is not null or d.trigger <> 'test')`)

// Cancel implements webhooks.Store. It does not interrupt a running attempt; if that succeeds, the delivery becomes delivered. It stops
// a running replay first, and so waits for what that is enqueueing.
func (s *Store) Cancel(ctx context.Context, webhook uuid.UUID) (all bool, err error) {
	_, err = s.db.Exec(ctx, `update webhooks.replays set status = 'stopped', updated_at = now()
		where webhook_id = $1 and status = 'running'`, webhook)
	if err != nil {
		return false, fmt.Errorf("stop a replay: %w", err)
	}
	n, err := s.db.Exec(ctx, cancel, webhook)
	if err != nil {
		return false, fmt.Errorf("cancel deliveries: %w", err)
	}
	return n < cancelBatch, nil
}

// left lists the paused and deleted webhooks with deliveries to cancel. It looks up the first delivery of each in the order of an index:
// without the order, or with "exists", the planner reads the whole table while another webhook has a backlog.
const left = `
select w.id from webhooks.webhooks w
where (not w.active or w.deleted_at is not null) and (
	select d.id from webhooks.deliveries d
	where d.webhook_id = w.id and d.next_attempt_at is not null and (w.deleted_at is not null or d.trigger <> 'test')
	order by d.next_attempt_at limit 1) is not null`

// CancelRest cancels the next deliveries of each paused or deleted webhook: those that Cancel has left.
func (s *Store) CancelRest(ctx context.Context) error {
	list, err := s.db.IDs(ctx, left)
	for _, webhook := range list {
		if err == nil {
			_, err = s.db.Exec(ctx, cancel, webhook)
		}
	}
	if err != nil {
		return fmt.Errorf("cancel the rest of deliveries: %w", err)
	}
	return nil
}

// wanted returns the condition that the webhook of a name in the query currently subscribes to the delivery d. Tests and redeliveries
// were asked for by hand, so their type does not matter.
func wanted(webhook string) string {
	return strings.ReplaceAll(`(
		(w.account_ids = '[]' or jsonb_exists(w.account_ids, d.account_id::text)) and (d.trigger in ('test', 'redelivery')
			or jsonb_exists_any(w.event_types, array[d.event_type, split_part(d.event_type, '.', 1) || '.*', '*'])))`, "w.", webhook+".")
}

var cancelUnwanted = cancelling(`
	select d.account_id, d.id from webhooks.deliveries d join webhooks.webhooks w on w.id = d.webhook_id
	where d.webhook_id = $1 and d.next_attempt_at is not null and not ` + wanted("w"))

// CancelUnwanted implements webhooks.Store. The claim ends those that it leaves.
func (s *Store) CancelUnwanted(ctx context.Context, webhook uuid.UUID) error {
	if _, err := s.db.Exec(ctx, cancelUnwanted, webhook); err != nil {
		return fmt.Errorf("cancel unwanted deliveries: %w", err)
	}
	return nil
}
