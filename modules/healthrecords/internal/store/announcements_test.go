package store

import (
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/testkit"
)

// Each day few vaccinations of an account change their status. Its others are not looked at.
func TestDueVaccinationsAreFoundByTheirIndex(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "healthrecords", Files: fxgroups.Sub(healthrecords.Files)})
	k.Exec(`with of as (
			insert into healthrecords.vaccination_types
			select $1, gen_random_uuid(), 'Kind', 'kind', null, '[]', '[]', 12, false, now(), now(), 1, null returning id)
		insert into healthrecords.vaccinations (account_id, id, pet_id, vaccination_type_id, expires_on, verified, created_at, updated_at,
			version, known_status, known_on)
		select $1, gen_random_uuid(), gen_random_uuid(), of.id, expires, false, now(), now(), 1, case when expires < current_date then 'expired'
			when expires <= current_date + 30 then 'expiring' else 'valid' end, current_date
		from of, generate_series(1, 20000) n, lateral (select current_date - 1000 + n / 10 as expires) as of_day`, k.Account)
	k.Exec("analyze healthrecords.vaccinations")
	tomorrow := clock.DayOf(time.Now(), time.UTC).Add(1)
	if plan := k.Explain("select t.id"+due, k.Account, tomorrow.Add(30), tomorrow, 500); strings.Count(plan, "vaccinations_by_known") != 2 {
		t.Error(plan)
	}
}
