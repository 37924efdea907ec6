package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// The expressions of indexes.
const (
	pets     = "(cast(pet_ids as jsonb) || jsonb_path_query_array(cast(lines as jsonb), '$[*].pet_id'))"
	services = "cast(service_types as jsonb)"
	stay     = "tstzrange(starts_at, ends_at, '[]')"
)

// List implements orders.Store.
func (s Store) List(ctx context.Context, account uuid.UUID, f orders.Filter, page paging.Request) (paging.Page[orders.Order], error) {
	start := startOf(f.Sort)
	q := s.Of(ctx, account).Scopes(
		postgres.If(len(f.Statuses) > 0, "status in ?", text.Distinct(f.Statuses)), // one of them is read in the order of an index
		postgres.If(f.PaymentStatus != "", "payment_status = ?", f.PaymentStatus),
		postgres.If(f.ServiceType != "", services+" @> ?", jsonb.New([]string{f.ServiceType})),
		postgres.If(f.Customer != nil, "customer_id = ?", f.Customer),
		postgres.If(f.Pet != nil, pets+" @> ?", jsonb.New([]*uuid.UUID{f.Pet})),
		postgres.If(f.Number != "", "lower(number) = lower(?)", f.Number),
		within("placed_at", f.Placed),
		within(start, f.Starts),
		postgres.If(!f.Starts.IsZero() || !f.Overlaps.IsZero(), "starts_at is not null"),
		postgres.If(!f.Overlaps.IsZero(), stay+" && tstzrange(?, ?, '[]')", bound(f.Overlaps.From), bound(f.Overlaps.To)),
		postgres.If(f.UpdatedSince != nil, "updated_at >= ?", f.UpdatedSince),
	)
	if periodFirst(f) {
		q = s.In(ctx).Table("(? offset 0) as orders", q)
	}
	return postgres.List(q, page, sortKeys(f.Sort)...)
}

// periodFirst reports whether all orders of a period are read and sorted. PostgreSQL takes them to be spread evenly over the list, and
// would walk through all that come before the period to find the first in it.
func periodFirst(f orders.Filter) bool {
	bounded := func(p clock.Period) bool {
		return !p.From.IsZero() && (!p.To.IsZero() || f.Sort == orders.EarliestStarts)
	}
	return bounded(f.Overlaps) || bounded(f.Placed) || bounded(f.Starts) && !f.Sort.ByStart()
}

func within(column string, p clock.Period) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		return q.Scopes(
			postgres.If(!p.From.IsZero(), column+" >= ?", p.From.At),
			postgres.If(!p.To.IsZero(), column+" <= ?", p.To.At))
	}
}

// bound is nil, which PostgreSQL takes for no bound, for the zero Moment.
func bound(m clock.Moment) *time.Time {
	if m.IsZero() {
		return nil
	}
	return &m.At
}

// sortKeys are the order of a list; those without starts_at come last in both directions.
func sortKeys(s orders.Sort) []postgres.Key[orders.Order] {
	if !s.ByStart() {
		return []postgres.Key[orders.Order]{postgres.Newest[orders.Order]()}
	}
	never, id := "infinity", postgres.ByID[orders.Order]()
	if s == orders.LatestStarts {
		never, id = "-infinity", postgres.Newest[orders.Order]()
	}
	return []postgres.Key[orders.Order]{{Column: startOf(s), Type: "timestamptz", Desc: id.Desc, Of: func(o *orders.Order) string {
		if o.StartsAt == nil {
			return never
		}
		return o.StartsAt.Format(time.RFC3339Nano)
	}}, id}
}

// startOf is what a list by starts_at is sorted by.
func startOf(s orders.Sort) string {
	if s == orders.LatestStarts {
		return "coalesce(starts_at, '-infinity')"
	}
	return "coalesce(starts_at, 'infinity')"
}
