package store

import (
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// query is a list in the making, over orders as t. A plan says how the ids of its page are found; without one the list is walked in
// the order of an index.
type query struct {
	*postgres.Query
	filter orders.Filter
	from   string
	where  []string
	id     string // what is sorted by, where it is not sorted by starts_at
	page   paging.Request
	behind []any  // the position that the page follows: the id, before it the start when sorted by that
	hits   string // selects the ids of the page
}

func (q *query) and(condition string) { q.where = append(q.where, condition) }

// newQuery is planned once if isOne says so.
func (s *Store) newQuery(account uuid.UUID, f orders.Filter, isOne bool) *query {
	q := &query{Query: s.Query(account), filter: f, from: "orders.orders t", id: "t.id"}
	if isOne {
		q.OnePlan()
	}
	q.and("t.account_id = " + q.Account())
	if len(f.Statuses) > 0 { // by name, as it must be known that one is rare: else all orders are read to find one
		names := make([]string, len(f.Statuses))
		for i, status := range f.Statuses {
			names[i] = postgres.Literal(status)
		}
		q.and("t.status in (" + strings.Join(names, ", ") + ")")
	}
	if f.PaymentStatus != "" {
		q.and("t.payment_status = " + postgres.Literal(string(f.PaymentStatus)))
	}
	if f.ServiceType != "" {
		q.and("orders.service_set(t.service_types) = any(" + q.Value(setsWith(f.ServiceType), "integer[]") + "::integer[])")
	}
	if f.Customer != nil {
		q.and("t.customer_id = " + q.Arg(*f.Customer))
	}
	if f.Number != "" {
		q.and("lower(t.number) = lower(" + q.Arg(f.Number) + "::text)")
	}
	if f.Pet != nil {
		q.from += " join orders.order_pets p on p.account_id = t.account_id and p.order_id = t.id"
		q.and("p.account_id = $1 and p.pet_id = " + q.Arg(*f.Pet))
		q.id = "p.order_id" // sorted in the index of the pet
	}
	q.between("t.placed_at", f.Placed)
	q.between("t.starts_at", f.Starts)
	if !f.Overlaps.IsZero() {
		q.and("t.starts_at is not null")
		q.between("t.starts_at", clock.Period{To: f.Overlaps.To})
		if !f.Overlaps.From.IsZero() {
			q.and("(t.ends_at >= " + q.Value(f.Overlaps.From.At, "timestamptz") + " or t.ends_at is null)")
		}
	}
	if f.UpdatedSince != nil {
		q.and("t.updated_at between " + q.Value(*f.UpdatedSince, "timestamptz") + " and 'infinity'") // of an unknown period, few are expected
	}
	byOwner := len(q.where) == 2 && (f.Customer != nil || f.Pet != nil) // an index has them in the order of the list, however many they are
	q.Unprepared(f.Number == "" && (len(q.where) > 1 && !byOwner && !isOne || f.Sort.ByStart()))
	return q
}

// hasOnePlan reports whether there is one way to find what fits that is good for all values. Such a statement is not planned for them,
// which takes longer than to read a page.
func hasOnePlan(f orders.Filter) bool {
	if f.Sort == orders.NewestFirst {
		f.Sort = ""
	}
	alone := []orders.Filter{{Overlaps: f.Overlaps, Statuses: f.Statuses}, {Starts: f.Starts}, {Placed: f.Placed},
		{ServiceType: f.ServiceType}, {PaymentStatus: f.PaymentStatus}}
	return slices.ContainsFunc(alone, func(only orders.Filter) bool { return reflect.DeepEqual(f, only) })
}

// between keeps a time inside a period.
func (q *query) between(column string, p clock.Period) {
	if !p.From.IsZero() {
		q.and(column + " >= " + q.Value(p.From.At, "timestamptz"))
	}
	if !p.To.IsZero() {
		q.and(column + " <= " + q.Value(p.To.At, "timestamptz"))
	}
}

// newPage is newQuery for a page.
func (s *Store) newPage(account uuid.UUID, f orders.Filter, page paging.Request, isOne bool) (*query, error) {
	q := s.newQuery(account, f, isOne)
	q.page = page
	return q, q.follow(page)
}

// follow reads the position that a page follows. What has no start is kept behind everything that has one.
func (q *query) follow(page paging.Request) error {
	if !q.filter.Sort.ByStart() {
		q.OrderBy(postgres.Order{By: q.id, Type: "uuid", Desc: true})
		id, err := page.ID()
		if page.After != nil {
			q.behind = []any{id}
		}
		return err
	}
	down := q.filter.Sort == orders.LatestStarts
	q.OrderBy(postgres.Order{By: q.start(), Type: "timestamptz", Desc: down}, postgres.Order{By: "t.id", Type: "uuid", Desc: down})
	at, id, err := page.TextID()
	if page.After != nil && err == nil {
		q.behind = []any{at, id}
	}
	return err
}

// start is what a list by starts_at is sorted by.
func (q *query) start() string {
	if q.filter.Sort == orders.LatestStarts {
		return "coalesce(t.starts_at, '-infinity')"
	}
	return "coalesce(t.starts_at, 'infinity')"
}

// compare is the sign between what follows a position and the position, and the direction of the sort.
func (q *query) compare() (sign, direction string) {
	if q.filter.Sort == orders.EarliestStarts {
		return " > ", ""
	}
	return " < ", " desc"
}

// following is the condition, with its "and", that an id comes behind the one of the position.
func (q *query) following(id string) string {
	if q.behind == nil {
		return ""
	}
	sign, _ := q.compare()
	return " and " + id + sign + q.Value(q.behind[len(q.behind)-1], "uuid")
}

// followingStart is the same for a start and an id.
func (q *query) followingStart(start string) string {
	if q.behind == nil {
		return ""
	}
	sign, _ := q.compare()
	return " and (" + start + ", t.id)" + sign + "(" + q.Arg(q.behind[0]) + "::text::timestamptz, " + q.Arg(q.behind[1]) + ")"
}

// amongLast reports whether the position is among those without a start.
func (q *query) amongLast() bool {
	return q.behind != nil && strings.HasSuffix(q.behind[0].(string), "infinity")
}

func (q *query) limit() string { return " limit " + q.Limit(q.page) }

func (q *query) conditions() string { return strings.Join(q.where, " and ") }

// listed is the query of the page.
func (q *query) listed() *postgres.Query {
	if q.hits == "" {
		for _, condition := range q.where[1:] { // the account is a condition of every list
			q.Where(condition)
		}
		return q.From(q.from)
	}
	if !q.filter.Sort.ByStart() {
		q.OrderBy(postgres.Order{By: "t.id", Type: "uuid", Desc: true})
	}
	return q.FromIDs(q.hits)
}
