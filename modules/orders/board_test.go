package orders_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// made is an order of the oracle.
type made struct {
	id, customer, status, service string
	starts, ends                  time.Time // zero: none
	paid                          bool
}

func (m made) line() string {
	change := keys{"customer": m.customer, "status": m.status, "service_types": []string{m.service}}
	if !m.starts.IsZero() {
		change["starts_at"] = m.starts.Format(time.RFC3339)
	}
	if !m.ends.IsZero() {
		change["ends_at"] = m.ends.Format(time.RFC3339)
	}
	if m.paid {
		change["totals"] = sums(1000, 0, 0, 1000, 1000, 0)
	}
	return sale(m.id, change)
}

// fits says in plain words what a filter means.
func (m made) fits(f orders.Filter, customer func(string) uuid.UUID) bool {
	within := func(t time.Time, p clock.Period) bool {
		return p.IsZero() || !t.IsZero() && (p.From.IsZero() || !t.Before(p.From.At)) && (p.To.IsZero() || !t.After(p.To.At))
	}
	o := f.Overlaps
	return (len(f.Statuses) == 0 || slices.Contains(f.Statuses, m.status)) &&
		(f.ServiceType == "" || f.ServiceType == m.service) &&
		(f.PaymentStatus == "" || (f.PaymentStatus == orders.Paid) == m.paid) &&
		(f.Customer == nil || *f.Customer == customer(m.customer)) &&
		within(m.starts, f.Starts) &&
		(o.IsZero() || !m.starts.IsZero() && (o.To.IsZero() || !m.starts.After(o.To.At)) &&
			(o.From.IsZero() || m.ends.IsZero() || !m.ends.Before(o.From.At)))
}

// oracle lists what fits; made come oldest first.
func oracle(all []made, f orders.Filter, customer func(string) uuid.UUID) string {
	var found []made
	for _, m := range slices.Backward(all) {
		if m.fits(f, customer) {
			found = append(found, m)
		}
	}
	if f.Sort.ByStart() {
		if f.Sort == orders.EarliestStarts {
			slices.Reverse(found)
		}
		slices.SortStableFunc(found, func(a, b made) int {
			if a.starts.IsZero() || b.starts.IsZero() {
				return map[bool]int{true: 1}[a.starts.IsZero()] - map[bool]int{true: 1}[b.starts.IsZero()]
			}
			if f.Sort == orders.LatestStarts {
				return b.starts.Compare(a.starts)
			}
			return a.starts.Compare(b.starts)
		})
	}
	var ids []string
	for _, m := range found {
		ids = append(ids, m.id)
	}
	return strings.Join(ids, "")
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// The lists equal a plain search through random orders, whatever the filters, the order and the page.
func TestBoardEqualsAPlainSearch(t *testing.T) {
	d := open(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	instant := func() time.Time { return epoch.Add(time.Duration(r.IntN(90*24)) * time.Hour) }
	var all []made
	var lines []string
	for i := range 300 {
		m := made{id: fmt.Sprintf("<%d>", i), customer: pick(r, "C-1", "C-2", "C-3"), status: pick(r, "draft", "open", "open", "completed", "cancelled"),
			service: pick(r, "boarding", "boarding", "daycare", "training"), paid: r.IntN(3) == 0}
		if r.IntN(8) > 0 {
			m.starts = instant()
			if r.IntN(6) > 0 {
				m.ends = m.starts.Add(pick(r, 0, time.Hour, 23*time.Hour, 24*time.Hour, 48*time.Hour, 7*24*time.Hour, 200*24*time.Hour, 6000*24*time.Hour))
			}
		}
		all, lines = append(all, m), append(lines, m.line())
	}
	d.mustLoad(lines...)
	period := func() (p clock.Period) {
		from := instant()
		if r.IntN(4) > 0 {
			p.From.At = from
		}
		if r.IntN(4) > 0 {
			p.To.At = from.Add(pick(r, 0, time.Hour, 24*time.Hour, 20*24*time.Hour))
		}
		return p
	}
	for range 200 {
		f := orders.Filter{Sort: pick(r, orders.NewestFirst, orders.EarliestStarts, orders.LatestStarts)}
		for i, narrow := range []func(){
			func() { f.Overlaps = period() },
			func() { f.Starts = period() },
			func() {
				f.Statuses = pick(r, []string{"open"}, []string{"draft", "cancelled"}, []string{"open", "open", "completed"})
			},
			func() { f.ServiceType = pick(r, "boarding", "training", "classes") },
			func() { f.PaymentStatus = pick(r, orders.Paid, orders.Unpaid) },
			func() { id := d.ref(pick(r, "C-1", "C-2")); f.Customer = &id },
		} {
			if r.IntN([]int{2, 3, 3, 3, 5, 6}[i]) == 0 {
				narrow()
			}
		}
		limit := pick(r, 9, 33, 200)
		got := ""
		for request := (paging.Request{Limit: limit}); ; {
			page, err := d.List(t.Context(), d.account, f, orders.Include{}, request)
			if err != nil {
				t.Fatalf("seed %d: %+v: %v", seed, f, err)
			}
			for _, o := range page.Items {
				got += *o.ExternalID
			}
			if request.After = page.Next; page.Next == nil {
				break
			}
		}
		if want := oracle(all, f, d.ref); got != want {
			t.Fatalf("seed %d: %+v, pages of %d:\n%s\nwant\n%s", seed, f, limit, got, want)
		}
	}
}

func TestDaysAreThoseOfTheAccount(t *testing.T) {
	d := open(t)
	// In June the day of London begins at 23:00 UTC.
	d.mustLoad(
		sale("a", keys{"placed_at": "2026-05-31T22:59:59Z", "starts_at": "2026-05-31T22:59:59Z", "ends_at": "2026-05-31T22:59:59Z"}),
		sale("b", keys{"placed_at": "2026-05-31T23:00:00Z", "starts_at": "2026-05-31T23:00:00Z", "ends_at": "2026-06-01T10:00:00Z"}),
		sale("c", keys{"placed_at": "2026-06-01T22:59:59.999999Z", "starts_at": "2026-06-01T22:59:59.999999Z"}),
		sale("d", keys{"placed_at": "2026-06-01T23:00:00Z", "starts_at": "2026-06-01T23:00:00Z", "ends_at": "2026-06-03T10:00:00Z"}),
		sale("e", keys{"ends_at": "2026-06-03T10:00:00Z"}),
	)
	day := between("2026-06-01", "2026-06-01")
	for name, c := range map[string]struct {
		f    orders.Filter
		want string
	}{
		"placed":           {orders.Filter{Placed: day}, "cb"},
		"starts":           {orders.Filter{Starts: day}, "cb"},
		"overlaps":         {orders.Filter{Overlaps: day}, "cb"},
		"placed from":      {orders.Filter{Placed: between("2026-06-01", "")}, "dcb"},
		"placed to":        {orders.Filter{Placed: between("", "2026-06-01")}, "cba"},
		"starts from":      {orders.Filter{Starts: between("2026-06-01", "")}, "dcb"},
		"starts to":        {orders.Filter{Starts: between("", "2026-06-01")}, "cba"},
		"overlaps from":    {orders.Filter{Overlaps: between("2026-06-02", "")}, "dc"}, // c has no end
		"overlaps to":      {orders.Filter{Overlaps: between("", "2026-05-31")}, "a"},
		"day and instant":  {orders.Filter{Overlaps: between("2026-06-01", "2026-05-31T23:00:00Z")}, "b"},
		"to its last hour": {orders.Filter{Overlaps: between("2026-06-01T10:00:00Z", "2026-06-01T10:00:00Z")}, "b"},
	} {
		if got := d.list(t.Context(), c.f); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	_, err := d.List(t.Context(), d.account, orders.Filter{Overlaps: between("2026-06-02", "2026-06-01")}, orders.Include{}, paging.Request{Limit: 1})
	if !apperr.Is(err, apperr.Invalid) {
		t.Errorf("a period that ends before it begins: %v", err)
	}
}

func TestSummariesAreOneQuestionAPage(t *testing.T) {
	d := open(t)
	d.mustLoad(sale("1", keys{"pets": []string{"P-2", "P-gone", "P-1"}}), sale("2", keys{"customer": "C-2", "pets": []string{"P-1"}}), sale("3", nil))
	page, err := d.List(t.Context(), d.account, orders.Filter{}, orders.Include{Customer: true, Pets: true}, paging.Request{Limit: 9})
	if err != nil || len(page.Items) != 3 {
		t.Fatal(page, err)
	}
	if d.asked != 2 {
		t.Errorf("it took %d questions", d.asked)
	}
	none, second, first := page.Items[0], page.Items[1], page.Items[2]
	if first.Customer.ID != d.ref("C-1") || second.Customer.ID != d.ref("C-2") || none.Pets == nil || len(none.Pets) != 0 {
		t.Errorf("%+v", page.Items)
	}
	if len(first.Pets) != 2 || first.Pets[0].ID != d.ref("P-2") || first.Pets[1].ID != d.ref("P-1") {
		t.Errorf("in the order of pet_ids: %+v", first.Pets)
	}
	one, err := d.GetListed(t.Context(), d.account, first.ID, orders.Include{Pets: true})
	if err != nil || one.Customer != nil || len(one.Pets) != 2 {
		t.Errorf("%+v %v", one, err)
	}
	if one, err := d.GetListed(t.Context(), d.account, first.ID, orders.Include{Customer: true}); err != nil || one.Customer == nil || one.Pets != nil {
		t.Errorf("%+v %v", one, err)
	}
	if plain, err := d.GetListed(t.Context(), d.account, first.ID, orders.Include{}); err != nil || plain.Customer != nil || plain.Pets != nil || d.asked != 4 {
		t.Errorf("%+v %v", plain, err)
	}
}
