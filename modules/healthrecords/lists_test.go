package healthrecords_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// many is how many pets there are, each with two vaccinations.
const many = 10000

// fill makes pets, two for each customer, one in a thousand a horse and one in a hundred deceased, with two vaccinations of one type each:
// the current ones of the living expire within the next year, those before within the last one; those of the deceased three years earlier.
func (w *world) fill(n int) {
	w.Helper()
	w.ExecOnDisk(`insert into customerspets.customers select c.* from customerspets.customers one, generate_series(1, $2::int) as i,
		jsonb_populate_record(one, jsonb_build_object('id', md5('c' || i)::uuid)) as c where one.account_id = $1`, w.account, n/2)
	w.ExecOnDisk(`insert into customerspets.pets select p.* from customerspets.pets one, generate_series(1, $3::int) as i, jsonb_populate_record(one,
			jsonb_build_object('id', md5('p' || i)::uuid, 'customer_id', md5('c' || (i + 1) / 2)::uuid, 'name', 'Pet' || i, 'name_key', 'pet' || i,
				'species', case when i % 1000 = 7 then 'horse' when i % 3 = 0 then 'cat' else 'dog' end,
				'status', case when i % 100 = 0 then 'deceased' else 'active' end)) as p
		where one.account_id = $1 and one.id = $2`, w.account, w.pet, n)
	kind := w.typeNamed("Rabies")
	w.require("Rabies", "boarding")
	w.ExecOnDisk(`insert into healthrecords.vaccinations (account_id, id, pet_id, vaccination_type_id, expires_on, verified, created_at, updated_at,
			version, known_status, known_on, note)
		select $1, md5('v' || i || ' ' || year)::uuid, md5('p' || i)::uuid, $2, $3::date + 365 * (year - 1) + i * 7919 % 365
			- case when i % 100 = 0 then 1095 else 0 end, false, now(), case when i % 50 = 0 then $4::timestamptz else $4::timestamptz - interval '1 year' end, 1,
			case when year = 0 then 'expired' else 'valid' end, $3::date, repeat('n', 200)
		from generate_series(1, $5::int) i, generate_series(0, 1) year`, w.account, kind.ID, w.Now().Format(time.DateOnly), w.Now(), n)
	w.Exec("vacuum analyze customerspets.customers, customerspets.pets, healthrecords.vaccinations")
}

func TestListsReadLittleMoreThanTheirPage(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, migrations()...))
	w.fill(many)
	today := day(t, w.Now().Format(time.DateOnly))
	kind, lately := w.typeNamed("Rabies").ID, w.Now().Add(-time.Hour)
	deep := []string{today.String(), uuid.Nil.String()}
	dogs, horses, deceased := healthrecords.PetFilter{Species: "dog"}, healthrecords.PetFilter{Species: "horse"}, healthrecords.PetFilter{Status: "deceased"}
	for name, c := range map[string]struct {
		f     healthrecords.AccountFilter
		after []string
		found int
	}{
		"all":                      {healthrecords.AccountFilter{}, nil, 50},
		"all, deep":                {healthrecords.AccountFilter{}, deep, 50},
		"of a type":                {healthrecords.AccountFilter{Type: &kind}, nil, 50},
		"expiring":                 {healthrecords.AccountFilter{Statuses: []healthrecords.Status{"expiring"}}, nil, 50},
		"valid or expiring":        {healthrecords.AccountFilter{Statuses: []healthrecords.Status{"valid", "expiring"}}, nil, 50},
		"valid or expired, deep":   {healthrecords.AccountFilter{Statuses: []healthrecords.Status{"valid", "expired"}}, deep, 50},
		"current, deep":            {healthrecords.AccountFilter{Current: new(true)}, deep, 50},
		"not current":              {healthrecords.AccountFilter{Current: new(false)}, nil, 50},
		"current, expiring":        {healthrecords.AccountFilter{Current: new(true), Statuses: []healthrecords.Status{"expiring"}}, nil, 50},
		"of dogs":                  {healthrecords.AccountFilter{Pet: dogs}, nil, 50},
		"of horses":                {healthrecords.AccountFilter{Pet: horses}, nil, 20},
		"of horses to come":        {healthrecords.AccountFilter{Pet: horses, From: today}, nil, 10},
		"of nobody":                {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Species: "rabbit"}}, nil, 0},
		"of the deceased":          {healthrecords.AccountFilter{Pet: deceased}, nil, 50},
		"of the deceased, 90 days": {healthrecords.AccountFilter{Pet: deceased, From: today, To: today.Add(90)}, nil, 0},
		"updated":                  {healthrecords.AccountFilter{UpdatedSince: &lately}, nil, 50},
		"updated, to come":         {healthrecords.AccountFilter{UpdatedSince: &lately, From: today}, nil, 50},
		"updated never":            {healthrecords.AccountFilter{UpdatedSince: new(w.Now().Add(time.Hour))}, nil, 0},
		"updated ever":             {healthrecords.AccountFilter{UpdatedSince: new(w.Now().AddDate(-2, 0, 0))}, nil, 50},
		"updated, of horses":       {healthrecords.AccountFilter{UpdatedSince: &lately, Pet: horses}, nil, 0},
	} {
		// The rows are looked up, too, where vacuum has not marked them as seen by all.
		w.wantBlocks(name, 1500, c.found, func(ctx context.Context) int {
			return len(testkit.Must[paging.Page[healthrecords.ListedVaccination]](t)(
				w.service.ListAccountVaccinations(ctx, w.account, c.f, paging.Request{Limit: 50, After: c.after})).Items)
		})
	}
	for name, c := range map[string]struct {
		q     healthrecords.ComplianceQuery
		found int
	}{
		"compliance":            {healthrecords.ComplianceQuery{}, 50},
		"compliance of horses":  {healthrecords.ComplianceQuery{Pets: horses}, 10},
		"compliance of nobody":  {healthrecords.ComplianceQuery{Pets: healthrecords.PetFilter{Species: "rabbit"}}, 0},
		"compliance, compliant": {healthrecords.ComplianceQuery{Status: healthrecords.Compliant}, 50}, // looks at 1,000 pets
	} {
		c.q.Service = "boarding"
		w.wantBlocks(name, 2000, c.found, func(ctx context.Context) int {
			return len(testkit.Must[paging.Page[healthrecords.Compliance]](t)(w.service.ListCompliance(ctx, w.account, c.q, paging.Request{Limit: 50})).Items)
		})
	}
	w.wantBlocks("announcements", 6000, 500, func(ctx context.Context) int {
		due, err := store.New(w.DB).Announcements.Due(ctx, w.account, today.Add(31), today.Add(1), 500)
		if err != nil {
			t.Error(err)
		}
		return len(due)
	})
}

// wantBlocks checks how many rows a list finds, and how many blocks of tables and indexes it reads at most.
func (w *world) wantBlocks(name string, most, found int, list func(context.Context) int) {
	w.Helper()
	var got int
	blocks := w.BlocksRead("relnamespace in ('healthrecords'::regnamespace, 'customerspets'::regnamespace)",
		func(ctx context.Context) { got = list(ctx) })
	w.Logf("%-25s %5d blocks, %3d rows", name, blocks, got)
	if blocks > most || got != found {
		w.Errorf("%s: %d rows in %d blocks, want %d", name, got, blocks, found)
	}
}
