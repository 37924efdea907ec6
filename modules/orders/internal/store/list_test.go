package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// many is how many orders there are.
const many = 20000

// Five years of orders, ids and times rising together; $2 is the number of orders.
const fill = `
insert into orders.orders (account_id, id, number, customer_id, pet_ids, status, payment_status, service_types, starts_at, ends_at,
	placed_at, lines, currency, subtotal, discount, tax, total, paid, balance_due, payments, external_id, created_at, updated_at, version)
select $1, ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'N-' || n,
	('00000000-0000-7000-8000-' || lpad((n % ($2::integer / 40))::text, 12, '0'))::uuid,
	json_build_array('00000000-0000-7000-8000-' || lpad((n % ($2::integer / 30))::text, 12, '0')),
	case when n % 5 = 0 then 'cancelled' when n < $2 / 130 then 'draft' when n > $2 * 0.97 then 'open' else 'completed' end,
	(array['paid', 'paid', 'unpaid'])[1 + n % 3],
	case when n % 1000 = 0 then '["training"]' when n % 10 = 0 then '["boarding","grooming"]' else '["boarding"]' end::json,
	placed + interval '10 days', placed + interval '10 days' + (1 + n % 9) * interval '20 hours' * (1 + 100 * (n % 997 = 0)::integer),
	placed, '[]', 'GBP', 100, 0, 0, 100, 0, 100, '[]', 'O-' || n, placed,
	case when n < $2 / 450 then '2026-06-01' else placed end, 1
from (select n, timestamptz '2021-01-01' + n * interval '5 years' / $2::integer as placed from generate_series(1, $2::integer) n) as made`

func day(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

func between(from, to string) (p clock.Period) {
	if from != "" {
		p.From.At = day(from)
	}
	if to != "" {
		p.To.At = day(to)
	}
	return p
}

func TestEachFilterReadsLittleMoreThanItsPage(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, many)
	for range 200 {
		k.Exec(fill, uuid.New(), 40)
	}
	k.Exec("vacuum analyze orders.orders")
	s := store.New(k.DB)
	customer, pet := uuid.MustParse("00000000-0000-7000-8000-000000000017"), uuid.MustParse("00000000-0000-7000-8000-000000000017")
	deep := []string{fmt.Sprintf("01900000-%04x-7000-8000-%012x", many/50>>16, many/50)}
	since := func(text string) orders.Filter { at := day(text); return orders.Filter{UpdatedSince: &at} }
	today, aDay, aYear := between("2025-12-20", "2025-12-21"), between("2021-06-01", "2021-06-02"), between("2021-06-01", "2022-06-01")
	earliest, latest := orders.EarliestStarts, orders.LatestStarts
	for name, c := range map[string]struct {
		f     orders.Filter
		found int
		after []string
	}{
		"nothing":                        {orders.Filter{}, 50, nil},
		"nothing, deep":                  {orders.Filter{}, 50, deep},
		"status of most":                 {orders.Filter{Statuses: []string{"completed"}}, 50, nil},
		"status of the oldest":           {orders.Filter{Statuses: []string{"draft"}}, 50, nil},
		"two statuses":                   {orders.Filter{Statuses: []string{"draft", "cancelled"}}, 50, nil},
		"payment status":                 {orders.Filter{PaymentStatus: orders.Unpaid}, 50, nil},
		"payment status of none":         {orders.Filter{PaymentStatus: orders.Refunded}, 0, nil},
		"service of most":                {orders.Filter{ServiceType: "boarding"}, 50, nil},
		"rare service":                   {orders.Filter{ServiceType: "training"}, 20, nil},
		"service of none":                {orders.Filter{ServiceType: "classes"}, 0, nil},
		"customer":                       {orders.Filter{Customer: &customer}, 40, nil},
		"pet":                            {orders.Filter{Pet: &pet}, 31, nil},
		"number of another case":         {orders.Filter{Number: "n-17"}, 1, nil},
		"placed on one old day":          {orders.Filter{Placed: aDay}, 11, nil},
		"placed in one old year":         {orders.Filter{Placed: aYear}, 50, nil},
		"placed until an old day":        {orders.Filter{Placed: between("", "2021-09-01")}, 50, nil},
		"placed until an old day, deep":  {orders.Filter{Placed: between("", "2021-09-01")}, 50, deep},
		"placed since ever":              {orders.Filter{Placed: between("2000-01-01", "")}, 50, nil},
		"placed in the future":           {orders.Filter{Placed: between("2040-01-01", "")}, 0, nil},
		"starts in one old year":         {orders.Filter{Starts: aYear}, 50, nil},
		"starts until an old day":        {orders.Filter{Starts: between("", "2021-09-01")}, 50, nil},
		"in the house, one day":          {orders.Filter{Overlaps: today}, 50, nil},
		"in the house, one old day":      {orders.Filter{Overlaps: aDay}, 50, nil},
		"in the house, one old year":     {orders.Filter{Overlaps: aYear}, 50, nil},
		"in the house from an old day":   {orders.Filter{Overlaps: between("2021-06-01", "")}, 50, nil},
		"in the house from the last day": {orders.Filter{Overlaps: between("2026-01-20", "")}, 5, nil},
		"in the house until an old day":  {orders.Filter{Overlaps: between("", "2021-06-01")}, 50, nil},
		"in the house by start":          {orders.Filter{Overlaps: today, Sort: earliest}, 50, nil},
		"in the house, a year, by start": {orders.Filter{Overlaps: aYear, Sort: earliest}, 50, nil},
		"in the house, open":             {orders.Filter{Overlaps: today, Statuses: []string{"open"}}, 46, nil},
		"arriving by start":              {orders.Filter{Starts: today, Sort: earliest}, 11, nil},
		"by start":                       {orders.Filter{Sort: earliest}, 50, nil},
		"by start, deep":                 {orders.Filter{Sort: earliest}, 50, []string{"2023-06-01 00:00:00+00", deep[0]}},
		"latest starts":                  {orders.Filter{Sort: latest}, 50, nil},
		"by start, draft":                {orders.Filter{Statuses: []string{"draft"}, Sort: latest}, 50, nil},
		"by start, open":                 {orders.Filter{Statuses: []string{"open"}, Sort: earliest}, 50, nil},
		"by start, open or draft":        {orders.Filter{Statuses: []string{"open", "draft"}, Sort: earliest}, 50, nil},
		"by start, unpaid":               {orders.Filter{PaymentStatus: orders.Unpaid, Sort: earliest}, 50, nil},
		"by start, training":             {orders.Filter{ServiceType: "training", Sort: earliest}, 20, nil},
		"by start, placed on an old day": {orders.Filter{Placed: aDay, Sort: latest}, 11, nil},
		"by start, customer":             {orders.Filter{Customer: &customer, Sort: earliest}, 40, nil},
		"by start, pet":                  {orders.Filter{Pet: &pet, Sort: earliest}, 31, nil},
		"updated by nobody":              {since("2040-01-01"), 0, nil},
		"updated lately, but old":        {since("2026-05-01"), 43, nil},
		"updated since ever":             {since("2000-01-01"), 50, nil},
		"updated since ever, deep":       {since("2000-01-01"), 50, deep},
	} {
		var found int
		read := func(ctx context.Context) {
			page := testkit.Must[paging.Page[orders.Order]](t)(s.List(ctx, k.Account, c.f, paging.Request{Limit: 50, After: c.after}))
			found = len(page.Items)
		}
		blocks := k.BlocksRead("relnamespace = 'orders'::regnamespace", read)
		t.Logf("%-32s %5d blocks, %2d orders", name, blocks, found)
		most := 300
		if strings.HasSuffix(name, "an old day") {
			most = 1000 // without the other end of the period, its orders or those before it in the list are all read
		}
		if blocks > most || found != c.found {
			t.Errorf("%s: %d orders in %d blocks", name, found, blocks)
		}
	}
}
