package store

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// Starts are the firsts of months, so that many are equal and bounds are met exactly. Some stays end on the first of a month, last
// longer than any class but the last, or have no end; some orders have no start.
const months = `
update orders.orders set starts_at = first, ends_at = case n % 6
	when 0 then first when 1 then first + interval '1 month' when 2 then first + interval '30 hours'
	when 3 then first + interval '200 days' when 4 then first + interval '5000 days' end
from (select id as of, substr(number, 3)::integer as n,
	case when substr(number, 3)::integer % 5 <> 1 then date_trunc('month', starts_at) end as first from orders.orders) as made
where account_id = $1 and id = of`

const plainly = `
select id from orders.orders where account_id = $1
	and (cardinality($2::text[]) = 0 or status = any($2)) and ($3 = '' or service_types::jsonb ? $3)
	and ($4::timestamptz is null or starts_at >= $4) and ($5::timestamptz is null or starts_at <= $5)
	and ($6::timestamptz is null or starts_at is not null and (ends_at is null or ends_at >= $6))
	and ($7::timestamptz is null or starts_at <= $7)
	and ($8::timestamptz is null or placed_at >= $8) and ($9::timestamptz is null or placed_at <= $9)
order by `

// plansOf are all plans that find what fits. Which of them is taken depends on how many orders there are.
func plansOf(f orders.Filter) map[string]func(*query) {
	plans := map[string]func(*query){"sorted": (*query).sorted}
	if f.Sort.ByStart() {
		plans["by start"] = (*query).byStart
		return plans
	}
	plans["walk"] = func(*query) {}
	if !f.Overlaps.IsZero() || !f.Starts.IsZero() {
		plans["stays"] = (*query).stays
	}
	if !f.Overlaps.IsZero() {
		plans["overlapping"] = (*query).overlapping
	}
	if !f.Starts.IsZero() {
		plans["weeks of starts"] = func(q *query) { q.windows("starts", f.Starts) }
	}
	if !f.Placed.IsZero() {
		plans["weeks of orders"] = func(q *query) { q.windows("placed", f.Placed) }
	}
	if len(f.Statuses) > 0 {
		plans["per status"] = (*query).perStatus
	}
	if f.ServiceType != "" {
		plans["per service"] = (*query).perService
	}
	return plans
}

func TestEachPlanListsTheSameOnEachPage(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, 280)
	k.Exec(months, k.Account)
	s, account := New(k.DB), k.Account
	at := func(m clock.Moment) any {
		if m.IsZero() {
			return nil
		}
		return m.At
	}
	by := map[orders.Sort]string{orders.NewestFirst: "id desc",
		orders.EarliestStarts: "starts_at nulls last, id", orders.LatestStarts: "starts_at desc nulls last, id desc"}
	various, service := []string{"completed", "cancelled", "completed"}, "grooming"
	for _, f := range []orders.Filter{
		{Statuses: various}, {ServiceType: service}, {Overlaps: between("2023-06-01", "2023-09-01")}, {Overlaps: between("2023-06-01", ""), Statuses: various},
		{Overlaps: between("", "2023-06-01")}, {Starts: between("2023-06-01", "2024-06-01"), Statuses: various}, {Starts: between("2024-06-01", "")},
		{Overlaps: between("2023-06-01", "2023-09-01"), Starts: between("2023-02-01", "2023-08-01")}, {Placed: between("", "2022-06-01")},
		{Overlaps: between("2023-06-01", "2023-09-01"), ServiceType: service},
		{Placed: between("2022-01-01", "2023-01-01"), Statuses: various}, {Placed: between("2022-01-01", "2023-01-01"), ServiceType: service},
	} {
		for sort, order := range by {
			f.Sort = sort
			want := testkit.Must[[]uuid.UUID](t)(k.DB.IDs(t.Context(), plainly+order, account, append([]string{}, f.Statuses...), f.ServiceType,
				at(f.Starts.From), at(f.Starts.To), at(f.Overlaps.From), at(f.Overlaps.To), at(f.Placed.From), at(f.Placed.To)))
			for name, plan := range plansOf(f) {
				if got := s.walk(t.Context(), t, account, f, plan); len(got) == 0 || !slices.Equal(got, want) {
					t.Errorf("%s, %+v: %d orders, want %d:\n%v\n%v", name, f, len(got), len(want), got, want)
				}
			}
		}
	}
}

func TestNoOrderHasAServiceThatThereIsNot(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, 280)
	f := orders.Filter{ServiceType: "walking"}
	for name, plan := range plansOf(f) {
		if got := New(k.DB).walk(t.Context(), t, k.Account, f, plan); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Without this, the list of a service that setsWith does not know would be empty.
func TestTheSetsOfEachServiceOfAccountsAreThoseOfTheIndex(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	for _, service := range accounts.ServiceTypes() {
		var set int32
		if err := k.DB.Row(t.Context(), `select orders.service_set(json_build_array($1::text))`, service).Scan(&set); err != nil {
			t.Fatal(err)
		}
		if sets := setsWith(service); set == 0 || !slices.Contains(sets, set) {
			t.Errorf("%s is %d in the index, and is looked for in %v", service, set, sets)
		}
	}
}

// walk reads all pages by one plan.
func (s *Store) walk(ctx context.Context, t *testing.T, account uuid.UUID, f orders.Filter, plan func(*query)) (found []uuid.UUID) {
	t.Helper()
	for _, o := range testkit.AllPages(t, 31, func(page paging.Request) (paging.Page[orders.Order], error) {
		q, err := s.newPage(account, f, page, hasOnePlan(f))
		if err != nil {
			return paging.Page[orders.Order]{}, err
		}
		plan(q)
		return s.Table.List(ctx, q.listed(), page)
	}) {
		found = append(found, o.ID)
	}
	return found
}

// Planning a list takes longer than reading its page, also where one account has most of the orders.
func TestListsThatNeedOnePlanAreNotPlannedEachTime(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	k.Exec(fill, k.Account, 280)
	k.Exec(fill, uuid.New(), 8000)
	k.Exec("vacuum analyze orders.orders")
	s := New(k.DB)
	for _, statement := range k.PlannedEachTime(func(ctx context.Context) {
		for _, f := range []orders.Filter{{}, {Sort: orders.NewestFirst}, {Number: "n-17"}, {Number: "n-17", Sort: orders.LatestStarts}, {Statuses: []string{"cancelled"}}, {ServiceType: "grooming"}, {PaymentStatus: orders.Unpaid}, {UpdatedSince: day("2022-01-01")},
			{Placed: between("2022-01-01", "")}, {Starts: between("2022-01-01", "2023-01-01")}, {Starts: between("2023-01-01", "2023-01-07")},
			{Overlaps: between("2023-01-01", "2023-03-01")}, {Overlaps: between("2023-01-01", "2023-03-01"), Statuses: []string{"completed"}}} {
			page := paging.Request{Limit: 50}
			if q := testkit.Must[*query](t)(s.plan(ctx, k.Account, f, page)); slices.Contains(q.listed().Args(), any(postgres.Unprepared)) {
				t.Errorf("%+v is planned for its values", f)
			}
			if p, err := s.List(ctx, k.Account, f, page); err != nil || p.Len() == 0 {
				t.Errorf("%+v: %d orders, %v", f, p.Len(), err)
			}
		}
	}) {
		t.Error(statement)
	}
}
