// Package store keeps orders in PostgreSQL, with hand-written statements: its lists are long and its batches large.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements orders.Store.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

// columns are read by scan, in this order.
const columns = `o.account_id, o.id, o.number, o.customer_id, o.pet_ids, o.status, o.payment_status, o.pending_reason_id,
	o.service_types, o.starts_at, o.ends_at, o.placed_at, o.lines, o.currency, o.subtotal, o.discount, o.tax, o.total, o.paid,
	o.balance_due, o.payments, o.external_id, o.created_at, o.updated_at, o.version`

func scan(r postgres.Scanner) (orders.Order, error) {
	var o orders.Order
	var currency string
	t := &o.Totals
	err := r.Scan(&o.AccountID, &o.ID, &o.Number, &o.CustomerID, &o.PetIDs, &o.Status, &o.PaymentStatus, &o.PendingReasonID,
		&o.ServiceTypes, &o.StartsAt, &o.EndsAt, &o.PlacedAt, &o.Lines, &currency, &t.Subtotal.Amount, &t.Discount.Amount, &t.Tax.Amount, &t.Total.Amount, &t.Paid.Amount,
		&t.BalanceDue.Amount, &o.Payments, &o.ExternalID, &o.CreatedAt, &o.UpdatedAt, &o.Version)
	t.Subtotal.Currency, t.Discount.Currency, t.Tax.Currency = currency, currency, currency
	t.Total.Currency, t.Paid.Currency, t.BalanceDue.Currency = currency, currency, currency
	return o, err
}

// Get implements orders.Store.
func (s *Store) Get(ctx context.Context, account, id uuid.UUID) (orders.Order, error) {
	o, err := scan(s.db.Row(ctx, "select "+columns+" from orders.orders o where o.account_id = $1 and o.id = $2", account, id))
	if postgres.NoRow(err) {
		return o, apperr.NewNotFound()
	}
	if err != nil {
		return o, fmt.Errorf("read order: %w", err)
	}
	return o, nil
}

// Lock implements orders.Store; by id, so that everybody takes the locks in the same order, and each by itself
// (see postgres.LockAll).
func (s *Store) Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]orders.Order, error) {
	found := make(map[uuid.UUID]orders.Order, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		o, err := scan(r)
		found[o.ID] = o
		return err
	}, "select "+columns+` from (select id from unnest($2::uuid[]) as wanted (id) order by id) as wanted
		cross join lateral (select * from orders.orders where account_id = $1 and id = wanted.id for update) as o`, account, ids)
	if err != nil {
		return nil, fmt.Errorf("lock orders: %w", err)
	}
	return found, nil
}

// IDs implements orders.Store.
func (s *Store) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "orders.orders", account, externalIDs)
}

// Numbers implements orders.Store.
func (s *Store) Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(numbers))
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		var number string
		var id uuid.UUID
		err := r.Scan(&number, &id)
		found[number] = id
		return err
	}, "select number, id from orders.orders where account_id = $1 and number = any($2)", account, numbers)
	if err != nil {
		return nil, fmt.Errorf("look up order numbers: %w", err)
	}
	return found, nil
}
