package healthrecords_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
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
			for _, v := range list.Items() {
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
