package store

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// many is how many orders there are. With 1,000,000 the test takes a minute, and no list reads more than some 2,000 pages
// either: the most for a time range of five years, which is 260 weeks.
const many = 20000

// Five years of orders, ids and times rising together; $2 is the number of orders.
const fill = `
insert into orders.orders (account_id, id, number, customer_id, pet_ids, status, payment_status, service_types, starts_at, ends_at,
	placed_at, lines, currency, subtotal, discount, tax, total, paid, balance_due, payments, external_id, created_at, updated_at, version)
select $1, ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'N-' || n,
	('00000000-0000-7000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid, '[]',
	(array['completed', 'completed', 'completed', 'completed', 'cancelled'])[1 + n % 5], (array['paid', 'paid', 'paid', 'unpaid'])[1 + n % 4],
	'["boarding"]', placed + interval '10 days', placed + interval '12 days', placed, '[]', 'GBP', 100, 0, 0, 100, 0, 100, '[]', 'O-' || n, placed, placed, 1
from (select n, timestamptz '2021-01-01' + n * interval '5 years' / $2::integer as placed from generate_series(1, $2::integer) n) as made`

const fillPets = `
insert into orders.order_pets (account_id, pet_id, order_id)
select account_id, ('00000000-0000-7000-8000-' || lpad((row_number() over (order by id) % 700)::text, 12, '0'))::uuid, id
from orders.orders where account_id = $1`

func full(t *testing.T, n int) (*Store, uuid.UUID) {
	t.Helper()
	k := testkit.New(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, n)
	k.Exec(fillPets, k.Account)
	k.Exec("update orders.orders set status = 'draft' where account_id = $1 and placed_at < '2021-01-15'", k.Account)
	k.Exec("update orders.orders set updated_at = '2026-06-01' where account_id = $1 and placed_at < '2021-01-05'", k.Account)
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

// explain runs the list and says how many pages of the database it read, how long it took and how many orders it found.
func (s *Store) explain(t *testing.T, account uuid.UUID, f orders.Filter, page paging.Request) (buffers int, took string, found int, plan string) {
	t.Helper()
	q, err := s.newQuery(account, f, page)
	if err != nil {
		t.Fatal(err)
	}
	statement, err := s.plan(t.Context(), account, f, q)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	err = s.db.Rows(t.Context(), func(r postgres.Scanner) error {
		var line string
		err := r.Scan(&line)
		lines = append(lines, line)
		return err
	}, "explain (analyze, buffers) "+statement, q.args...)
	if err != nil {
		t.Fatal(err)
	}
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
		"nothing":                       {orders.Filter{}, nil},
		"nothing, deep":                 {orders.Filter{}, deep},
		"status of most":                {orders.Filter{Status: "completed"}, nil},
		"status of the oldest":          {orders.Filter{Status: "draft"}, nil},
		"payment status":                {orders.Filter{PaymentStatus: orders.Unpaid}, nil},
		"payment status of none":        {orders.Filter{PaymentStatus: orders.Refunded}, nil},
		"customer":                      {orders.Filter{Customer: &customer}, nil},
		"pet":                           {orders.Filter{Pet: &pet}, nil},
		"number":                        {orders.Filter{Number: "N-17"}, nil},
		"placed on one old day":         {orders.Filter{PlacedFrom: day("2021-06-01"), PlacedTo: day("2021-06-02")}, nil},
		"placed in one old year":        {orders.Filter{PlacedFrom: day("2021-01-01"), PlacedTo: day("2022-01-01")}, nil},
		"placed until an old day":       {orders.Filter{PlacedTo: day("2021-09-01")}, nil},
		"placed until an old day, deep": {orders.Filter{PlacedTo: day("2021-09-01")}, deep},
		"placed since ever":             {orders.Filter{PlacedFrom: day("2000-01-01")}, nil},
		"placed since ever, deep":       {orders.Filter{PlacedFrom: day("2000-01-01")}, deep},
		"placed in the future":          {orders.Filter{PlacedFrom: day("2040-01-01")}, nil},
		"starts in one old year":        {orders.Filter{StartsFrom: day("2021-01-01"), StartsTo: day("2022-01-01")}, nil},
		"starts until an old day":       {orders.Filter{StartsTo: day("2021-09-01")}, nil},
		"updated lately, but old":       {orders.Filter{UpdatedSince: day("2026-05-01")}, nil},
		"updated since ever":            {orders.Filter{UpdatedSince: day("2000-01-01")}, nil},
		"updated since ever, deep":      {orders.Filter{UpdatedSince: day("2000-01-01")}, deep},
	} {
		buffers, took, found, plan := s.explain(t, account, c.f, paging.Request{Limit: 50, After: c.after})
		t.Logf("%-30s %5d pages, %2d orders, %s", name, buffers, found, took)
		if buffers > 4000 || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s reads %d pages:\n%s", name, buffers, plan)
		}
	}
}
