package orders_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// list reads all pages, two orders each, and joins their external ids.
func (d *desk) list(ctx context.Context, f orders.Filter) string {
	d.t.Helper()
	return walk(d.t, func(p paging.Request) (paging.Page[orders.ListedOrder], error) {
		return d.List(ctx, d.account, f, orders.Include{}, p)
	})
}

func walk(t testing.TB, list func(paging.Request) (paging.Page[orders.ListedOrder], error)) string {
	t.Helper()
	all := ""
	for _, o := range testkit.AllPages(t, 2, list) {
		all += *o.ExternalID
	}
	return all
}

// between is a period of instants or days; "" is no bound.
func between(from, to string) clock.Period {
	moment := func(text string) (m clock.Moment) {
		if text != "" {
			if err := m.UnmarshalText([]byte(text)); err != nil {
				panic(err)
			}
		}
		return m
	}
	return clock.Period{From: moment(from), To: moment(to)}
}

// five loads orders 1 to 5: placed a day apart over New Year, but 5 long before; starting in reverse; 5 changed later.
func five(t *testing.T) *desk {
	t.Helper()
	d := open(t)
	paid := keys{"totals": keys{"subtotal": keys{"amount": 1000, "currency": "GBP"}, "discount": keys{"amount": 0, "currency": "GBP"},
		"tax": keys{"amount": 0, "currency": "GBP"}, "total": keys{"amount": 1000, "currency": "GBP"}, "paid": keys{"amount": 1000, "currency": "GBP"},
		"balance_due": keys{"amount": 0, "currency": "GBP"}}}
	d.mustLoad(
		sale("1", keys{"placed_at": "2025-12-30T10:00:00Z", "starts_at": "2026-02-05T10:00:00Z", "pets": []string{"P-1", "P-2"}, "status": "completed", "totals": paid["totals"]}),
		sale("2", keys{"placed_at": "2025-12-31T10:00:00Z", "starts_at": "2026-02-04T10:00:00Z", "customer": "C-2"}),
		sale("3", keys{"placed_at": "2026-01-01T10:00:00Z", "starts_at": "2026-01-20T10:00:00Z", "pets": []string{"P-2"}}),
		sale("4", keys{"placed_at": "2026-01-02T10:00:00Z", "customer": "C-2", "status": "draft", "lines": []any{
			keys{"kind": "fee", "name": "Late", "unit_price": keys{"amount": 1000, "currency": "GBP"}, "pet": "P-2"}}}),
		sale("5", keys{"placed_at": "1969-05-01T10:00:00Z", "starts_at": "2026-01-01T10:00:00Z"}),
	)
	d.Advance(time.Hour)
	d.mustLoad(sale("5", keys{"placed_at": "1969-05-01T10:00:00Z", "starts_at": "2026-01-01T10:00:00Z", "status": "cancelled"}))
	return d
}

func TestOrdersAreFilteredNewestFirst(t *testing.T) {
	d := five(t)
	ref := func(external string) *uuid.UUID { id := d.ref(external); return &id }
	later, never := d.Now(), d.Now().Add(time.Microsecond)
	for name, c := range map[string]struct {
		f    orders.Filter
		want string
	}{
		"unknown customer":       {orders.Filter{Customer: ref("C-9")}, ""},
		"pet":                    {orders.Filter{Pet: ref("P-1")}, "1"},
		"pet, also of a line":    {orders.Filter{Pet: ref("P-2")}, "431"},
		"number":                 {orders.Filter{Number: "N-3"}, "3"},
		"number of another case": {orders.Filter{Number: "n-3"}, "3"},
		"number is not a part":   {orders.Filter{Number: "N-"}, ""},
		"placed from":            {orders.Filter{Placed: between("2025-12-31T10:00:00Z", "")}, "432"},
		"placed after that":      {orders.Filter{Placed: between("2025-12-31T10:00:01Z", "")}, "43"},
		"placed to":              {orders.Filter{Placed: between("", "2025-12-31T10:00:00Z")}, "521"},
		"placed before that":     {orders.Filter{Placed: between("", "2025-12-31T09:59:59Z")}, "51"},
		"placed before 1970":     {orders.Filter{Placed: between("1969-01-01T00:00:00Z", "1969-12-31T00:00:00Z")}, "5"},
		"pet and starts":         {orders.Filter{Pet: ref("P-2"), Starts: between("2026-01-20T10:00:00Z", "2026-01-21T10:00:00Z")}, "3"},
		"number and starts":      {orders.Filter{Number: "n-2", Starts: between("2026-02-04T10:00:00Z", "2026-02-05T10:00:00Z")}, "2"},
		"updated since":          {orders.Filter{UpdatedSince: &later}, "5"},
		"not updated since":      {orders.Filter{UpdatedSince: &never}, ""},
		"placed and updated":     {orders.Filter{Placed: between("", "2025-12-31T10:00:00Z"), UpdatedSince: &later}, "5"},
	} {
		if got := d.list(t.Context(), c.f); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCustomersSeeTheirOwnOrdersOnly(t *testing.T) {
	d := five(t)
	mine, theirs, other := d.get("4"), d.get("3"), d.ref("C-1")
	if got := d.list(d.as("C-2"), orders.Filter{}); got != "42" {
		t.Error(got)
	}
	if got := d.list(d.as("C-2"), orders.Filter{Customer: &other}); got != "" {
		t.Errorf("asked for another's orders and got %s", got)
	}
	pet := d.ref("P-2")
	if got := d.list(d.as("C-2"), orders.Filter{Pet: &pet, Placed: between("2020-01-01T00:00:00Z", "")}); got != "4" {
		t.Error(got)
	}
	if _, err := d.Get(d.as("C-2"), d.account, mine.ID); err != nil {
		t.Error(err)
	}
	if _, err := d.Get(d.as("C-2"), d.account, theirs.ID); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("read another's order: %v", err)
	}
	if err := d.Service.Exists(d.as("C-2"), d.account, mine.ID); err != nil {
		t.Error(err)
	}
	if err := d.Service.Exists(d.as("C-2"), d.account, theirs.ID); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("another's order exists: %v", err)
	}
	err := d.db.InTx(t.Context(), func(ctx context.Context) error { return d.Service.Exists(ctx, d.account, uuid.New()) })
	if !apperr.Is(err, apperr.NotFound) {
		t.Errorf("no order exists: %v", err)
	}
}

func TestOrdersOfACustomer(t *testing.T) {
	d := five(t)
	of := func(customer string, f orders.Filter) (string, error) {
		page, err := d.ListOfCustomer(t.Context(), d.account, d.ref(customer), f, orders.Include{}, paging.Request{Limit: 50})
		got := ""
		for _, o := range page.Items {
			got += *o.ExternalID
		}
		return got, err
	}
	same, other := d.ref("C-2"), d.ref("C-1")
	for _, c := range []struct {
		f    orders.Filter
		want string
	}{{orders.Filter{}, "42"}, {orders.Filter{Statuses: []string{"draft"}}, "4"}, {orders.Filter{Customer: &same}, "42"}, {orders.Filter{Customer: &other}, ""}} {
		if got, err := of("C-2", c.f); got != c.want || err != nil {
			t.Errorf("%+v: %s, %v", c.f, got, err)
		}
	}
	if got, err := of("C-without", orders.Filter{}); got != "" || err != nil {
		t.Errorf("customer without orders: %s, %v", got, err)
	}
	if _, err := of("C-nobody", orders.Filter{}); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("nobody's orders: %v", err)
	}
	if _, err := of("C-nobody", orders.Filter{Customer: &other}); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("nobody's orders that are somebody's: %v", err)
	}
}
