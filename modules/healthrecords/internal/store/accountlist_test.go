package store

import (
	"context"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// insertVaccinations inserts n of one type, a thousand of each day from 2026-01-01 on.
func insertVaccinations(k *testkit.Kit, n int) {
	k.Helper()
	k.ExecOnDisk(`with of as (
			insert into healthrecords.vaccination_types
			select $1, gen_random_uuid(), 'Kind', 'kind', null, '[]', '[]', 12, false, now(), now(), 1, null returning id)
		insert into healthrecords.vaccinations (account_id, id, pet_id, vaccination_type_id, expires_on, verified, created_at, updated_at,
			version, known_status, known_on, note)
		select $1, gen_random_uuid(), gen_random_uuid(), of.id, date '2026-01-01' + n / 1000, false, now(), now(), 1, 'valid', current_date, repeat('n', 600)
		from of, generate_series(1, $2) n`, k.Account, n)
	k.Exec("vacuum analyze healthrecords.vaccinations, healthrecords.vaccination_types")
}

// The vaccinations of a page are of few types.
func TestATypeIsLookedUpOnceForAPage(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)})
	insertVaccinations(k, 500)
	s := New(k.DB).Vaccinations
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		for range 10 { // the database plans the first five times for the values
			n := k.RowsRead(ctx, "relid = 'healthrecords.vaccination_types'::regclass", func() {
				testkit.Must[paging.Page[healthrecords.Vaccination]](t)(s.ListAccount(ctx, k.Account, healthrecords.AccountFilter{}, nil, paging.Request{Limit: 50}))
			})
			if n != 1 {
				t.Errorf("a page reads %d types", n)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// More than fewRows vaccinations of some days are counted by an index: in the table they may lie behind all others.
func TestVaccinationsOfSomeDaysAreCountedWithoutLookingThroughOthers(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)})
	insertVaccinations(k, 40000)
	s := New(k.DB).Vaccinations
	f := healthrecords.AccountFilter{From: clock.DayOf(time.Date(2026, 2, 4, 0, 0, 0, 0, time.UTC), time.UTC)}
	f.Pet.Species = "cat"
	n := k.BlocksRead(`oid = 'healthrecords.vaccinations'::regclass or oid in (
		select indexrelid from pg_index where indrelid = 'healthrecords.vaccinations'::regclass)`, func(ctx context.Context) {
		if _, err := s.ListAccount(ctx, k.Account, f, nil, paging.Request{Limit: 50}); err != nil {
			t.Error(err)
		}
	})
	if n > 120 {
		t.Errorf("%d blocks are read", n)
	}
}
