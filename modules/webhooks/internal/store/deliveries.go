package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// What is shown of a delivery besides its columns.
const (
	body = `coalesce((select e.body from outbox.events e where e.account_id = deliveries.account_id and e.id = deliveries.event_id), '')`

	history = `coalesce((select json_agg(a order by a.number) from webhooks.attempts a
		where a.account_id = deliveries.account_id and a.delivery_id = deliveries.id), '[]')`
)

// maxPage is the maximum size of a page's deliveries in bytes, except for a single larger one; the page ends early. A response has at
// most 8 MiB; the rest is for the cursor.
const maxPage = 8<<20 - 4<<10

// HasHistory implements webhooks.Store. The row of a deleted webhook is removed after its deliveries.
func (s *Store) HasHistory(ctx context.Context, of webhooks.Scope, webhook uuid.UUID) error {
	return s.Some(s.in(ctx, of).Where("id = ?", webhook))
}

// CountOpen implements webhooks.Store.
func (s *Store) CountOpen(ctx context.Context, organization uuid.UUID) (n int64, err error) {
	err = s.In(ctx).Raw(`select count(*) from webhooks.deliveries d join webhooks.webhooks w on w.id = d.webhook_id
		where w.organization_id = ? and d.next_attempt_at is not null`, organization).Scan(&n).Error
	return n, s.Failed("count the open deliveries in", err)
}

// ListDeliveries lists the deliveries of a webhook, newest first. It reads one after the other, because 200 can be 100 MiB.
func (s *Store) ListDeliveries(ctx context.Context, of webhooks.Scope, webhook uuid.UUID, f webhooks.Filter, page paging.Request) (
	p paging.Page[webhooks.Delivery], err error,
) {
	after, err := page.ID()
	if err != nil {
		return p, err
	}
	q := s.In(ctx).Table("webhooks.deliveries").Clauses(s.deliveries).Where("webhook_id = ?", webhook).
		Scopes(filter(of, f), postgres.If(page.After != nil, "id < ?", after)).Order("id desc").Limit(page.Fetch())
	rows, err := q.Rows()
	if err != nil {
		return p, postgres.Failed("list deliveries", err)
	}
	defer func() { _ = rows.Close() }()
	for size := 0; rows.Next(); {
		var d webhooks.Delivery
		if err := s.In(ctx).ScanRows(rows, &d); err != nil {
			return p, postgres.Failed("read a delivery", err)
		}
		shown, err := json.Marshal(d)
		if err != nil {
			return p, postgres.Failed("encode a delivery", err)
		}
		size += len(shown) + len(",")
		if n := len(p.Items); n == page.Limit || n > 0 && size > maxPage {
			p.Next = []string{p.Items[n-1].ID.String()}
			break
		}
		p.Items = append(p.Items, d)
	}
	return p, postgres.Failed("list deliveries", rows.Err())
}

// filter has the conditions of the filters that are set. Ids start with their time of creation, so the range of ids narrows the scan of
// the index to about the range of time.
func filter(of webhooks.Scope, f webhooks.Filter) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		if !of.AllAccounts {
			q = q.Where("account_id = any(?)", postgres.Array(of.Accounts))
		}
		if f.From != nil {
			q = q.Where("created_at >= ? and id >= ?", *f.From, ids.First(f.From.Add(-time.Second)))
		}
		if f.To != nil {
			q = q.Where("created_at <= ? and id < ?", *f.To, ids.First(f.To.Add(time.Second)))
		}
		return q.Where(&webhooks.Delivery{Status: f.Status, EventType: f.EventType})
	}
}
