package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// List implements orders.Store. Each filter alone reads little more than its page, however many orders there are.
func (s *Store) List(ctx context.Context, account uuid.UUID, f orders.Filter, page paging.Request) (paging.Page[orders.Order], error) {
	if f.Customer == nil && f.Pet == nil && f.Number == "" && isShort(f.Starts) {
		if found, err := s.listOfDays(ctx, account, f, page); err != nil || len(found.Items) > 0 {
			return found, err
		}
	}
	q, err := s.plan(ctx, account, f, page)
	if err != nil {
		return paging.Page[orders.Order]{}, err
	}
	return s.Table.List(ctx, q.listed(), page)
}

// plan chooses how to find the first orders that fit. PostgreSQL would guess that orders of a period are spread evenly over the
// ids; they are not: old times have old ids, and it would walk through all newer orders first.
func (s *Store) plan(ctx context.Context, account uuid.UUID, f orders.Filter, page paging.Request) (*query, error) {
	q, err := s.newPage(account, f, page, hasOnePlan(f))
	if err != nil {
		return nil, err
	}
	switch {
	case f.Number != "":
		q.sorted()
	case f.Customer != nil || f.Pet != nil:
		if f.Sort.ByStart() {
			q.sorted()
		}
	case f.Sort.ByStart():
		return q, s.planByStart(ctx, account, q)
	case !f.Overlaps.IsZero() || !f.Starts.IsZero() && len(f.Statuses) > 0:
		few, err := s.areFewStays(ctx, account, f)
		if err != nil {
			return nil, err
		}
		switch {
		case few:
			q.stays()
		case f.Overlaps.IsZero():
			q.perStatus()
		default:
			q.overlapping()
		}
	case (!f.Placed.To.IsZero() || !f.Starts.To.IsZero()) && !hasOnePlan(f):
		return q, s.planUntil(ctx, account, q)
	case len(f.Statuses) > 0:
		q.perStatus()
	case f.ServiceType != "":
		q.perService()
	case f.PaymentStatus != "":
	case !f.Placed.IsZero():
		q.windows("placed", f.Placed)
	case !f.Starts.IsZero():
		q.windows("starts", f.Starts)
	case f.UpdatedSince != nil:
		few, err := s.areFew(ctx, account, f, true) // when many have changed, the newest are soon among them
		if err != nil || !few {
			return q, err
		}
		if q, err = s.newPage(account, f, page, true); err == nil {
			q.sorted()
		}
		return q, err
	}
	return q, nil
}

// planUntil is for a period that ends, beside other filters: in the order of the list, all newer orders would be looked through first.
func (s *Store) planUntil(ctx context.Context, account uuid.UUID, q *query) error {
	few, err := s.areFew(ctx, account, q.filter, false)
	switch {
	case err != nil:
		return err
	case few:
		q.placed()
		q.sorted()
	case q.filter.Placed.To.IsZero():
		q.top(q.weeks("starts", q.filter.Starts))
	default:
		q.top(q.weeks("placed", q.filter.Placed))
	}
	return nil
}

// isShort reports whether few orders are likely to start in a period.
func isShort(p clock.Period) bool {
	return !p.From.IsZero() && !p.To.IsZero() && p.To.At.Sub(p.From.At) <= 7*24*time.Hour
}

// listOfDays reads all orders that start in a period of some days and keeps those of the page. The page is empty if more than fewStarts
// start in the period, too.
func (s *Store) listOfDays(ctx context.Context, account uuid.UUID, f orders.Filter, p paging.Request) (paging.Page[orders.Order], error) {
	q, err := s.newPage(account, f, p, hasOnePlan(f))
	if err != nil {
		return paging.Page[orders.Order]{}, err
	}
	q.days()
	return s.Table.List(ctx, q.listed(), p)
}

// planByStart merges the orders of each status and length of stay, which are sorted in their index, unless few orders fit at all.
func (s *Store) planByStart(ctx context.Context, account uuid.UUID, q *query) error {
	f := q.filter
	byTime := !f.Overlaps.IsZero() || !f.Starts.IsZero()
	if !byTime && (f.PaymentStatus != "" || f.ServiceType != "" || !f.Placed.IsZero() || f.UpdatedSince != nil) {
		few, err := s.areFew(ctx, account, f, false)
		if err != nil {
			return err
		}
		if few {
			q.placed()
			q.sorted()
			return nil
		}
	}
	q.byStart()
	return nil
}

// few is how many orders are cheap to sort, fewStays how many are when the index alone tells which, and fewStarts how many are when all of
// each is read.
const (
	few       = 5000
	fewStays  = 20000
	fewStarts = 300
)

// areFewStays reports whether few orders are in the periods of Starts and Overlaps, by the index alone.
func (s *Store) areFewStays(ctx context.Context, account uuid.UUID, f orders.Filter) (bool, error) {
	times := orders.Filter{Statuses: f.Statuses, Starts: f.Starts, Overlaps: f.Overlaps}
	q := s.newQuery(account, times, hasOnePlan(times))
	return s.isFew(ctx, q, "select from "+q.lanes()+" cross join lateral ("+q.stayOf("t.id")+" offset 0) as t", fewStays)
}

// areFew reports whether few orders fit.
func (s *Store) areFew(ctx context.Context, account uuid.UUID, f orders.Filter, isOne bool) (bool, error) {
	q := s.newQuery(account, f, isOne)
	q.placed()
	return s.isFew(ctx, q, "select from orders.orders t where "+q.conditions(), few)
}

func (s *Store) isFew(ctx context.Context, q *query, rows string, most int) (bool, error) {
	var n int
	limit := q.Arg(most + 1)
	err := s.db.Row(ctx, "select count(*) from ("+rows+" limit "+limit+") as found", q.Unprepared(false).Args()...).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("count orders: %w", err)
	}
	return n <= most, nil
}
