package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/paging"
)

// List implements orders.Store. Each filter alone reads little more than its page, however many orders there are.
func (s *Store) List(ctx context.Context, account uuid.UUID, f orders.Filter, page paging.Request) (paging.Page[orders.Order], error) {
	q, err := s.newQuery(account, f, page)
	if err != nil {
		return paging.Page[orders.Order]{}, err
	}
	statement, err := s.plan(ctx, account, f, q)
	if err != nil {
		return paging.Page[orders.Order]{}, err
	}
	list, err := s.Rows(ctx, statement, q.args...)
	if err != nil {
		return paging.Page[orders.Order]{}, err
	}
	return paging.Cut(page, list, func(o orders.Order) []string { return []string{o.ID.String()} }), nil
}

// plan chooses how to find the newest orders that fit. PostgreSQL would guess that orders of a time range are spread
// evenly over the ids; they are not: old times have old ids, and it would walk through all newer orders first.
func (s *Store) plan(ctx context.Context, account uuid.UUID, f orders.Filter, q *query) (string, error) {
	switch {
	case f.Status != "" || f.PaymentStatus != "" || f.Customer != nil || f.Pet != nil || f.Number != "":
		return q.walk(), nil
	case f.PlacedFrom != nil || f.PlacedTo != nil:
		return q.windows("placed", f.PlacedFrom, f.PlacedTo), nil
	case f.StartsFrom != nil || f.StartsTo != nil:
		return q.windows("starts", f.StartsFrom, f.StartsTo), nil
	case f.UpdatedSince != nil:
		few, err := s.fewSince(ctx, account, *f.UpdatedSince)
		if few {
			return q.sorted(), err
		}
		return q.walk(), err
	}
	return q.walk(), nil
}

// few is how many orders are cheap to sort.
const few = 5000

// fewSince reports whether few orders have changed since then. When many have, the newest are soon among them.
func (s *Store) fewSince(ctx context.Context, account uuid.UUID, since time.Time) (bool, error) {
	var n int
	err := s.db.Row(ctx, `select count(*) from (
		select from orders.orders where account_id = $1 and updated_at >= $2 limit $3) as found`, account, since, few+1).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("count changed orders: %w", err)
	}
	return n <= few, nil
}
