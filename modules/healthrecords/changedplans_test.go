package healthrecords_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// many is how many vaccinations there are. With 1,000,000 no page reads more blocks either.
const many = 30000

// blocks counts the blocks of the vaccinations and their indexes that a request reads.
func (w *world) blocks(read func(context.Context)) int {
	w.Helper()
	return w.BlocksRead(`oid = 'healthrecords.vaccinations'::regclass or oid in (
		select indexrelid from pg_index where indrelid = 'healthrecords.vaccinations'::regclass)`, read)
}

// Where most have changed, the first are soon found in the order of the list; where those that come first have not, all are sorted.
func TestManyChangedVaccinationsAreReadPageByPage(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)}))
	kind := w.createType("Kind")
	cat := healthrecords.Pet{ID: ids.New(), NameKey: "zoe", Species: "cat", Status: "active", CustomerID: ids.New()}
	w.savePets(cat)
	w.vaccinate(kind, "2020-01-01")
	w.Exec(`insert into healthrecords.vaccinations select made.* from healthrecords.vaccinations v, generate_series(1, $3::int) as i,
		jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'pet_id', case when i % 7 = 0 then $2 else pet_id end,
			'expires_on', date '2020-01-02' + i * 7919 % 2000, 'replaced', i % 3 > 0, 'note', repeat('n', 600), 'updated_at',
			case when i * 7919 % 2000 > 1500 then '2026-03-01T00:00Z' when i % 4 > 0 then '2026-01-01T00:00Z' else '2020-01-01T00:00Z' end)) as made
		where v.account_id = $1`, w.account, cat.ID, many)
	w.Exec(`insert into healthrecords.vaccination_changes
		select account_id, id, updated_at from healthrecords.vaccinations where account_id = $1
		on conflict (account_id, id) do update set updated_at = excluded.updated_at`, w.account)
	w.Exec("vacuum analyze healthrecords.vaccinations, healthrecords.vaccination_changes")
	most, last := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	ofCats := healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Species: "cat"}}
	for what, c := range map[string]struct {
		filter healthrecords.AccountFilter
		since  time.Time
		where  string
		blocks int
	}{
		"all":          {healthrecords.AccountFilter{}, most, "true", 1000},
		"current":      {healthrecords.AccountFilter{Current: new(true)}, most, "not replaced", 1000},
		"of a type":    {healthrecords.AccountFilter{Type: &kind.ID}, most, "true", 1000},
		"of cats":      {ofCats, most, "pet_id = '" + cat.ID.String() + "'", 1500},
		"later days":   {healthrecords.AccountFilter{From: day(t, "2022-01-01")}, most, "expires_on >= '2022-01-01'", 1000},
		"only last":    {healthrecords.AccountFilter{}, last, "true", many * 2},
		"last of cats": {ofCats, last, "pet_id = '" + cat.ID.String() + "'", many * 2},
	} {
		c.filter.UpdatedSince = &c.since
		want := testkit.Must[[]uuid.UUID](w)(w.db.IDs(w.ctx, `select id from healthrecords.vaccinations where account_id = $1 and updated_at >= $2
			and `+c.where+" order by expires_on, id", w.account, c.since))
		next := paging.Request{Limit: 50}
		for i := range 4 {
			var got []uuid.UUID
			var list paging.Page[healthrecords.ListedVaccination]
			n := w.blocks(func(ctx context.Context) {
				list = testkit.Must[paging.Page[healthrecords.ListedVaccination]](w)(w.service.ListAccountVaccinations(ctx, w.account, c.filter, next))
			})
			for _, v := range list.Items {
				got = append(got, v.ID)
			}
			t.Logf("%-12s page %d: %d blocks", what, i, n)
			if n > c.blocks {
				t.Errorf("%s: page %d of %d takes %d blocks", what, i, len(got), n)
			}
			if !slices.Equal(got, want[i*50:i*50+50]) || list.Next == nil {
				t.Errorf("%s: page %d has others", what, i)
			}
			next.After = list.Next
		}
	}
}

// Where one account has most of the vaccinations, the database would plan the list of another anew for each page, and look through all
// of the large one's where it does not know which account it is.
func TestTheVaccinationsOfSomeDaysAreNotPlannedEachTime(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)}))
	kind := w.createType("Kind")
	w.vaccinate(kind, "2020-01-01")
	w.Exec(`insert into healthrecords.vaccination_types select made.* from healthrecords.vaccination_types t, generate_series(1, 200) as a,
		jsonb_populate_record(t, jsonb_build_object('account_id', md5(a::text)::uuid)) as made where t.account_id = $1`, w.account)
	w.Exec(`insert into healthrecords.vaccinations select made.* from healthrecords.vaccinations v, generate_series(0, 200) as a,
		generate_series(1, case a when 0 then $2::int else 40 end) as i, jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(),
			'account_id', case a when 0 then v.account_id else md5(a::text)::uuid end, 'note', repeat('n', 600),
			'expires_on', date '2020-01-02' + i * 7919 % 2000, 'replaced', i % 3 > 0)) as made where v.account_id = $1`, w.account, many)
	w.Exec("vacuum analyze healthrecords.vaccinations")
	for what, f := range map[string]healthrecords.AccountFilter{
		"all":     {},
		"current": {Current: new(true)},
		"days":    {From: day(t, "2022-01-01"), To: day(t, "2022-06-01")},
		"expired": {Statuses: []healthrecords.Status{healthrecords.Expired}},
	} {
		read := func(ctx context.Context) (list paging.Page[healthrecords.ListedVaccination]) {
			return testkit.Must[paging.Page[healthrecords.ListedVaccination]](w)(w.service.ListAccountVaccinations(ctx, w.account, f, paging.Request{Limit: 50}))
		}
		once := w.PlannedOnce(func(ctx context.Context) { read(caller.With(ctx, w.Key)) })
		if !slices.ContainsFunc(once, func(sql string) bool { return strings.Contains(sql, "as hits cross join") }) {
			t.Errorf("%s: the list is planned for its values; planned once are:\n%s", what, strings.Join(once, "\n"))
		}
		n := w.blocks(func(ctx context.Context) {
			if _, err := w.db.Exec(ctx, "set local plan_cache_mode = force_generic_plan"); err != nil {
				t.Fatal(err)
			}
			if list := read(ctx); len(list.Items) != 50 {
				t.Errorf("%s: %d vaccinations", what, len(list.Items))
			}
		})
		t.Logf("%-8s %d blocks", what, n)
		if n > 400 {
			t.Errorf("%s: a page takes %d blocks", what, n)
		}
	}
}
