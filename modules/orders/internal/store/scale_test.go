package store

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// many is how many orders there are. With 1,000,000 the test takes a minute, and no list reads more than some 3,000 pages
// either: the most for a time range of five years, which is 260 weeks.
const many = 20000

// Five years of orders, ids and times rising together; $2 is the number of orders.
const fill = `
insert into orders.orders (account_id, id, number, customer_id, pet_ids, status, payment_status, service_types, starts_at, ends_at,
	placed_at, lines, currency, subtotal, discount, tax, total, paid, balance_due, payments, external_id, created_at, updated_at, version)
select $1, ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'N-' || n,
	('00000000-0000-7000-8000-' || lpad((n % ($2::integer / 40))::text, 12, '0'))::uuid, '[]',
	(array['completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + n % 5], (array['paid', 'paid', 'unpaid'])[1 + n % 3],
	case when n % 1000 = 0 then '["training"]' when n % 10 = 0 then '["boarding","grooming"]' else '["boarding"]' end::json, placed + interval '10 days', placed + interval '10 days' + (1 + n % 9) * interval '20 hours' * (1 + 100 * (n % 997 = 0)::integer), placed, '[]', 'GBP', 100, 0, 0, 100, 0, 100, '[]', 'O-' || n, placed, placed, 1
from (select n, timestamptz '2021-01-01' + n * interval '5 years' / $2::integer as placed from generate_series(1, $2::integer) n) as made`

const fillPets = `
insert into orders.order_pets (account_id, pet_id, order_id)
select account_id, ('00000000-0000-7000-8000-' || lpad((row_number() over (order by id) % ($2::integer / 30))::text, 12, '0'))::uuid, id
from orders.orders where account_id = $1`

// The database is the test's own: transactions of others would keep vacuum from marking what index-only scans need not look up, and
// so would commits that are not on disk yet.
func full(t *testing.T, n int) (*Store, uuid.UUID) {
	t.Helper()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, n)
	k.Exec(fillPets, k.Account, n)
	k.Exec("update orders.orders set status = 'draft' where account_id = $1 and placed_at < '2021-01-15'", k.Account)
	k.ExecOnDisk("update orders.orders set updated_at = '2026-06-01' where account_id = $1 and placed_at < '2021-01-05'", k.Account)
	for range 300 { // so that the database takes an account that it does not know for a small one
		k.Exec(fill, uuid.New(), 40)
	}
	k.Exec("vacuum analyze orders.orders, orders.order_pets")
	return New(k.DB), k.Account
}

func day(text string) *time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return &t
}

func between(from, to string) (p clock.Period) {
	if from != "" {
		p.From.At = *day(from)
	}
	if to != "" {
		p.To.At = *day(to)
	}
	return p
}

// readsAll are steps that read all orders of an account, or of all accounts.
var readsAll = regexp.MustCompile("Seq Scan|Hash Join|Merge Join")

// explain runs the list and says how many pages of the database it read, how long it took and how many orders it found.
func (s *Store) explain(t *testing.T, account uuid.UUID, f orders.Filter, page paging.Request) (buffers int, took string, found int, plan string) {
	t.Helper()
	q := testkit.Must[*query](t)(s.plan(t.Context(), account, f, page))
	lines := testkit.Must[[]string](t)(s.Explain(t.Context(), q.listed(), page))
	plan = strings.Join(lines, "\n")
	for _, m := range regexp.MustCompile(`(?:hit|read)=(\d+)`).FindAllStringSubmatch(first(plan, "Buffers:"), -1) {
		n, _ := strconv.Atoi(m[1])
		buffers += n
	}
	found, _ = strconv.Atoi(regexp.MustCompile(`actual time=\S+ rows=(\d+)`).FindStringSubmatch(lines[0])[1])
	return buffers, first(plan, "Execution Time"), found, plan
}

func first(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func TestEachFilterReadsLittleMoreThanItsPage(t *testing.T) {
	t.Parallel()
	s, account := full(t, many)
	customer, pet := uuid.MustParse("00000000-0000-7000-8000-000000000017"), uuid.MustParse("00000000-0000-7000-8000-000000000017")
	deep := []string{fmt.Sprintf("01900000-%04x-7000-8000-%012x", many/50>>16, many/50)}
	for name, c := range map[string]struct {
		f     orders.Filter
		after []string
	}{
		"nothing":                                {orders.Filter{}, nil},
		"nothing, deep":                          {orders.Filter{}, deep},
		"status of most":                         {orders.Filter{Statuses: []string{"completed"}}, nil},
		"status of the oldest":                   {orders.Filter{Statuses: []string{"draft"}}, nil},
		"payment status":                         {orders.Filter{PaymentStatus: orders.Unpaid}, nil},
		"payment status of none":                 {orders.Filter{PaymentStatus: orders.Refunded}, nil},
		"customer":                               {orders.Filter{Customer: &customer}, nil},
		"pet":                                    {orders.Filter{Pet: &pet}, nil},
		"number":                                 {orders.Filter{Number: "N-17"}, nil},
		"placed on one old day":                  {orders.Filter{Placed: between("2021-06-01", "2021-06-02")}, nil},
		"placed in one old year":                 {orders.Filter{Placed: between("2021-01-01", "2022-01-01")}, nil},
		"placed until an old day":                {orders.Filter{Placed: between("", "2021-09-01")}, nil},
		"placed until an old day, deep":          {orders.Filter{Placed: between("", "2021-09-01")}, deep},
		"placed since ever":                      {orders.Filter{Placed: between("2000-01-01", "")}, nil},
		"placed since ever, deep":                {orders.Filter{Placed: between("2000-01-01", "")}, deep},
		"placed in the future":                   {orders.Filter{Placed: between("2040-01-01", "")}, nil},
		"starts in one old year":                 {orders.Filter{Starts: between("2021-01-01", "2022-01-01")}, nil},
		"starts until an old day":                {orders.Filter{Starts: between("", "2021-09-01")}, nil},
		"in the house, one day":                  {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21")}, nil},
		"in the house, one old day":              {orders.Filter{Overlaps: between("2021-06-01", "2021-06-02")}, nil},
		"in the house, one old month":            {orders.Filter{Overlaps: between("2021-06-01", "2021-07-01")}, nil},
		"in the house, one old year":             {orders.Filter{Overlaps: between("2021-06-01", "2022-06-01")}, nil},
		"in the house, one old year, deep":       {orders.Filter{Overlaps: between("2021-06-01", "2022-06-01")}, deep},
		"in the house from an old day":           {orders.Filter{Overlaps: between("2021-06-01", "")}, nil},
		"in the house from the last day":         {orders.Filter{Overlaps: between("2026-01-20", "")}, nil},
		"in the house until an old day":          {orders.Filter{Overlaps: between("", "2021-06-01")}, nil},
		"in the house, completed":                {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21"), Statuses: []string{"completed"}}, nil},
		"in the house, for training":             {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21"), ServiceType: "training"}, nil},
		"in the house by start":                  {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21"), Sort: orders.EarliestStarts}, nil},
		"in the house by start, status":          {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21"), Statuses: []string{"cancelled", "draft"}, Sort: orders.EarliestStarts}, nil},
		"in the house by start, unpaid training": {orders.Filter{Overlaps: between("2025-12-20", "2025-12-21"), ServiceType: "training", PaymentStatus: orders.Unpaid, Sort: orders.LatestStarts}, nil},
		"in the house for a year by start":       {orders.Filter{Overlaps: between("2021-06-01", "2022-06-01"), Sort: orders.EarliestStarts}, nil},
		"arriving by start":                      {orders.Filter{Starts: between("2025-12-20", "2025-12-21"), Sort: orders.EarliestStarts}, nil},
		"arriving, completed":                    {orders.Filter{Starts: between("2025-12-20", "2025-12-21"), Statuses: []string{"completed"}}, nil},
		"arriving in an old month, cancelled":    {orders.Filter{Starts: between("2021-06-01", "2021-07-01"), Statuses: []string{"cancelled"}}, nil},
		"by start":                               {orders.Filter{Sort: orders.EarliestStarts}, nil},
		"by start, deep":                         {orders.Filter{Sort: orders.EarliestStarts}, []string{"2023-06-01 00:00:00+00", deep[0]}},
		"latest starts":                          {orders.Filter{Sort: orders.LatestStarts}, nil},
		"by start, draft":                        {orders.Filter{Statuses: []string{"draft"}, Sort: orders.LatestStarts}, nil},
		"by start, unpaid":                       {orders.Filter{PaymentStatus: orders.Unpaid, Sort: orders.EarliestStarts}, nil},
		"by start, boarding":                     {orders.Filter{ServiceType: "boarding", Sort: orders.EarliestStarts}, nil},
		"by start, grooming":                     {orders.Filter{ServiceType: "grooming", Sort: orders.LatestStarts}, nil},
		"by start, training":                     {orders.Filter{ServiceType: "training", Sort: orders.EarliestStarts}, nil},
		"by start, placed on old days":           {orders.Filter{Placed: between("2021-06-01", "2021-06-11"), Statuses: []string{"completed"}, Sort: orders.EarliestStarts}, nil},
		"by start, placed on an old day":         {orders.Filter{Placed: between("2021-06-01", "2021-06-02"), Sort: orders.LatestStarts}, nil},
		"by start, customer":                     {orders.Filter{Customer: &customer, Sort: orders.EarliestStarts}, nil},
		"by start, pet":                          {orders.Filter{Pet: &pet, Sort: orders.EarliestStarts}, nil},
		"two statuses":                           {orders.Filter{Statuses: []string{"draft", "cancelled"}}, nil},
		"rare service":                           {orders.Filter{ServiceType: "training"}, nil},
		"service of none":                        {orders.Filter{ServiceType: "classes"}, nil},
		"number of another case":                 {orders.Filter{Number: "n-17"}, nil},
		"updated by nobody":                      {orders.Filter{UpdatedSince: day("2040-01-01")}, nil},
		"updated lately, but old":                {orders.Filter{UpdatedSince: day("2026-05-01")}, nil},
		"updated since ever":                     {orders.Filter{UpdatedSince: day("2000-01-01")}, nil},
		"updated since ever, deep":               {orders.Filter{UpdatedSince: day("2000-01-01")}, deep},
	} {
		buffers, took, found, plan := s.explain(t, account, c.f, paging.Request{Limit: 50, After: c.after})
		t.Logf("%-38s %5d pages, %2d orders, %s", name, buffers, found, took)
		if buffers > 4000 || readsAll.MatchString(plan) {
			t.Errorf("%s reads %d pages:\n%s", name, buffers, plan)
		}
	}
}

func TestAnOldPeriodBesideOtherFiltersIsFoundWithoutNewerOrders(t *testing.T) {
	t.Parallel()
	s, account := full(t, many)
	for name, f := range map[string]orders.Filter{
		"placed in an old month, completed": {Placed: between("2021-06-01", "2021-07-01"), Statuses: []string{"completed"}},
		"placed in one old year, unpaid":    {Placed: between("2021-01-01", "2022-01-01"), PaymentStatus: orders.Unpaid},
		"placed until an old day, boarding": {Placed: between("", "2021-09-01"), ServiceType: "boarding"},
		"starts until an old day, unpaid":   {Starts: between("", "2021-09-01"), PaymentStatus: orders.Unpaid},
	} {
		buffers, took, found, plan := s.explain(t, account, f, paging.Request{Limit: 50})
		t.Logf("%-38s %5d pages, %2d orders, %s", name, buffers, found, took)
		if buffers > 500 || found != 51 {
			t.Errorf("%s reads %d pages for %d orders:\n%s", name, buffers, found, plan)
		}
	}
}

// Imported orders are completed, so that statistics have no other status, nor services but one.
func TestTheFirstOrderOfItsKindIsFoundAmongThoseOfOthers(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, many)
	k.Exec(`update orders.orders set status = 'completed', payment_status = 'paid', service_types = '["boarding"]' where account_id = $1`, k.Account)
	k.Exec("analyze orders.orders")
	s, day := New(k.DB), between("2023-06-01", "2023-06-02")
	for _, f := range []orders.Filter{{Statuses: []string{"open"}}, {ServiceType: "grooming"}, {PaymentStatus: orders.Unpaid}, {Overlaps: day, Statuses: []string{"open"}},
		{Starts: day, Statuses: []string{"open"}}} {
		if buffers, _, found, plan := s.explain(t, k.Account, f, paging.Request{Limit: 50}); found > 0 || buffers > 2000 {
			t.Errorf("%+v: %d orders in %d pages:\n%s", f, found, buffers, plan)
		}
	}
}

// From 18 on, PostgreSQL tells decimals.
var nothing = regexp.MustCompile(` rows=0(\.00)? loops`)

// A period of some days is read in another way when few orders start in it.
func TestAPeriodOfDaysListsWhatStartsInIt(t *testing.T) {
	t.Parallel()
	s, account := full(t, 2000)
	busy := "update orders.orders set starts_at = '2023-06-01', ends_at = null where account_id = $1 and id in (select id from orders.orders limit $2)"
	testkit.Must[int64](t)(s.db.Exec(t.Context(), busy, account, fewStarts+1))
	many := between("2023-06-01", "2023-06-02")
	q := testkit.Must[*query](t)(s.newPage(account, orders.Filter{Starts: many}, paging.Request{Limit: 50}, true))
	q.days()
	if plan, err := s.Explain(t.Context(), q.listed(), paging.Request{Limit: 50}); err != nil || !nothing.MatchString(plan[0]) {
		t.Errorf("%v, many orders of some days are read to be sorted:\n%s", err, strings.Join(plan, "\n"))
	}
	for name, starts := range map[string]clock.Period{
		"few":  between("2024-03-01", "2024-03-08"),
		"many": many,
		"none": between("2040-06-01", "2040-06-02"),
	} {
		for _, f := range []orders.Filter{{}, {Statuses: []string{"completed"}}, {PaymentStatus: orders.Unpaid}, {Sort: orders.EarliestStarts},
			{Sort: orders.LatestStarts}} {
			f.Starts = starts
			var got []uuid.UUID
			for page := (paging.Request{Limit: 50}); ; {
				p := testkit.Must[paging.Page[orders.Order]](t)(s.List(t.Context(), account, f, page))
				for _, o := range p.Items() {
					got = append(got, o.ID)
				}
				if page.After = p.Next; p.Next == nil {
					break
				}
			}
			by := map[orders.Sort]string{"": "id desc", orders.EarliestStarts: "starts_at, id", orders.LatestStarts: "starts_at desc, id desc"}[f.Sort]
			want, err := s.db.IDs(t.Context(), `select id from orders.orders where account_id = $1 and starts_at between $2 and $3
				and ($4 = '' or payment_status = $4) and ($5::text[] is null or status = any($5)) order by `+by,
				account, starts.From.At, starts.To.At, string(f.PaymentStatus), f.Statuses)
			if err != nil || !slices.Equal(got, want) || (name != "none") != (len(want) > 0) {
				t.Errorf("%s, %q %q %q: %d orders, %v, want %d", name, f.Statuses, f.PaymentStatus, f.Sort, len(got), err, len(want))
			}
		}
	}
}
