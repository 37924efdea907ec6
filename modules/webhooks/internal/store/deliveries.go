package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const deliveryColumns = `d.id, d.account_id, d.webhook_id, d.event_id, d.event_type, d.status, d.failure, d.trigger, d.attempts,
	d.next_attempt_at, d.completed_at, coalesce(e.body, ''), d.created_at, d.updated_at`

func scanDelivery(row postgres.Scanner) (webhooks.Delivery, error) {
	d := webhooks.Delivery{Attempts: []webhooks.Attempt{}}
	err := row.Scan(&d.ID, &d.AccountID, &d.WebhookID, &d.EventID, &d.EventType, &d.Status, &d.Failure, &d.Trigger, &d.AttemptCount,
		&d.NextAttemptAt, &d.CompletedAt, &d.RequestBody, &d.CreatedAt, &d.UpdatedAt)
	return d, err
}

// Deliveries lists the deliveries of a webhook, newest first.
func (s *Store) Deliveries(ctx context.Context, of webhooks.Scope, webhook uuid.UUID, f webhooks.Filter, page paging.Request) (
	paging.Page[webhooks.Delivery], error,
) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[webhooks.Delivery]{}, err
	}
	where, args := conditions(of, webhook, f)
	if page.After != nil {
		args = append(args, after)
		where += " and d.id < $" + strconv.Itoa(len(args))
	}
	args = append(args, page.Fetch())
	var list []webhooks.Delivery
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		d, err := scanDelivery(row)
		list = append(list, d)
		return err
	}, `select `+deliveryColumns+` from webhooks.deliveries d
		left join outbox.events e on e.account_id = d.account_id and e.id = d.event_id
		where `+where+` order by d.id desc limit $`+strconv.Itoa(len(args)), args...)
	if err != nil {
		return paging.Page[webhooks.Delivery]{}, fmt.Errorf("list deliveries: %w", err)
	}
	cut := paging.Cut(page, list, func(d webhooks.Delivery) []string { return []string{d.ID.String()} })
	return cut, s.addAttempts(ctx, cut.Items())
}

// conditions returns a separate statement for each set of filters, so that the planner can use the index for it.
func conditions(of webhooks.Scope, webhook uuid.UUID, f webhooks.Filter) (string, []any) {
	var where []string
	var args []any
	add := func(condition string, arg any) {
		args = append(args, arg)
		where = append(where, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	add("d.webhook_id = ?", webhook)
	if !of.AllAccounts {
		add("d.account_id = any(?)", of.Accounts)
	}
	if f.Status != "" {
		add("d.status = ?", f.Status)
	}
	if f.EventType != "" {
		add("d.event_type = ?", f.EventType)
	}
	// Ids start with their time of creation, so these conditions narrow the index scan to about the range.
	if f.From != nil {
		add("d.created_at >= ?", *f.From)
		add("d.id >= ?", idAt(f.From.Add(-time.Second)))
	}
	if f.To != nil {
		add("d.created_at <= ?", *f.To)
		add("d.id < ?", idAt(f.To.Add(time.Second)))
	}
	return strings.Join(where, " and "), args
}

// idAt returns the lowest id that webhooks.new_id can generate at t.
func idAt(t time.Time) uuid.UUID {
	var id uuid.UUID
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(max(0, min(t.UnixMilli(), 1<<48-1)))) // #nosec G115 -- not negative
	copy(id[:6], ms[2:])
	return id
}

func (s *Store) addAttempts(ctx context.Context, list []webhooks.Delivery) error {
	accounts, idList := make([]uuid.UUID, len(list)), make([]uuid.UUID, len(list))
	at := make(map[uuid.UUID]*webhooks.Delivery, len(list))
	for i := range list {
		accounts[i], idList[i] = list[i].AccountID, list[i].ID
		at[list[i].ID] = &list[i]
	}
	if len(list) == 0 {
		return nil
	}
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var delivery uuid.UUID
		var a webhooks.Attempt
		err := row.Scan(&delivery, &a.Number, &a.StartedAt, &a.DurationMS, &a.ResponseStatus, &a.ResponseBody, &a.Error)
		at[delivery].Attempts = append(at[delivery].Attempts, a)
		return err
	}, `select a.delivery_id, a.number, a.started_at, a.duration_ms, a.response_status, a.response_body, a.error
		from unnest($1::uuid[], $2::uuid[]) as d (account_id, id)
		join webhooks.attempts a on a.account_id = d.account_id and a.delivery_id = d.id
		order by a.delivery_id, a.number`, accounts, idList)
	if err != nil {
		return fmt.Errorf("read attempts: %w", err)
	}
	return nil
}
