package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const deliveryColumns = `d.id, d.account_id, d.webhook_id, d.event_id, d.event_type, d.status, d.failure, d.trigger, d.attempts,
	d.next_attempt_at, d.completed_at, coalesce(e.body, ''), d.created_at, d.updated_at`

func scanDelivery(row postgres.Scanner, more ...any) (webhooks.Delivery, error) {
	d := webhooks.Delivery{Attempts: []webhooks.Attempt{}}
	err := row.Scan(append([]any{&d.ID, &d.AccountID, &d.WebhookID, &d.EventID, &d.EventType, &d.Status, &d.Failure, &d.Trigger,
		&d.AttemptCount, &d.NextAttemptAt, &d.CompletedAt, &d.RequestBody, &d.CreatedAt, &d.UpdatedAt}, more...)...)
	return d, err
}

// maxPage is the maximum size of a page's deliveries in bytes, except for a single larger one; the page ends early. A response has at
// most 8 MiB; the rest is for the cursor.
const maxPage = 8<<20 - 4<<10

// HasHistory implements webhooks.Store. The row of a deleted webhook is removed after its deliveries.
func (s *Store) HasHistory(ctx context.Context, of webhooks.Scope, webhook uuid.UUID) error {
	err := s.db.Row(ctx, `select w.id from webhooks.webhooks w where w.id = $4 and `+inScope,
		of.Organization, of.AllAccounts, of.Accounts, webhook).Scan(&webhook)
	if postgres.NoRow(err) {
		return apperr.NewNotFound("webhook")
	}
	if err != nil {
		return fmt.Errorf("look for the history of a webhook: %w", err)
	}
	return nil
}

// ListDeliveries lists the deliveries of a webhook, newest first.
func (s *Store) ListDeliveries(ctx context.Context, of webhooks.Scope, webhook uuid.UUID, f webhooks.Filter, page paging.Request) (
	paging.Page[webhooks.Delivery], error,
) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[webhooks.Delivery]{}, err
	}
	q := filtered(of, webhook, f).WhereIf(page.After != nil, "d.id < ?", after)
	limit := q.Arg(page.Fetch())
	var list []webhooks.Delivery
	var attempts, shown []byte
	size, more := 0, false
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		if more = more || len(list) == page.Limit; more {
			return nil
		}
		d, err := scanDelivery(row, &attempts)
		if err == nil {
			err = json.Unmarshal(attempts, &d.Attempts)
		}
		if err == nil {
			shown, err = json.Marshal(d)
		}
		size += len(shown) + len(",")
		if more = len(list) > 0 && size > maxPage; !more {
			list = append(list, d)
		}
		return err
	}, `select `+deliveryColumns+`, coalesce((select json_agg(a order by a.number) from webhooks.attempts a
			where a.account_id = d.account_id and a.delivery_id = d.id), '[]')
		from webhooks.deliveries d left join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
		`+q.Conditions()+` order by d.id desc limit `+limit, q.Args()...)
	if err != nil {
		return paging.Page[webhooks.Delivery]{}, fmt.Errorf("list deliveries: %w", err)
	}
	if !more {
		return paging.Page[webhooks.Delivery]{Items: list}, nil
	}
	return paging.Page[webhooks.Delivery]{Items: list, Next: []string{list[len(list)-1].ID.String()}}, nil
}

// filtered has the conditions of the filters that are set. Each set of filters is a statement of its own, so that the planner can use the
// index for it.
func filtered(of webhooks.Scope, webhook uuid.UUID, f webhooks.Filter) *postgres.Query {
	q := (&postgres.Query{}).Where("d.webhook_id = ?", webhook).
		WhereIf(!of.AllAccounts, "d.account_id = any(?)", of.Accounts).
		WhereIf(f.Status != "", "d.status = ?", f.Status).
		WhereIf(f.EventType != "", "d.event_type = ?", f.EventType).
		Unprepared(f.Status != "" && f.EventType != "") // which of the two is rare depends on their values
	// Ids start with their time of creation, so these conditions narrow the index scan to about the range.
	if f.From != nil {
		q.Where("d.created_at >= ? and d.id >= ?", *f.From, ids.First(f.From.Add(-time.Second)))
	}
	if f.To != nil {
		q.Where("d.created_at <= ? and d.id < ?", *f.To, ids.First(f.To.Add(time.Second)))
	}
	return q
}
