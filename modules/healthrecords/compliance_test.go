package healthrecords_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// past is what a pet has been through, by type.
type past struct {
	pet        healthrecords.Pet
	records    map[uuid.UUID][]clock.Day // live ones
	exemptions map[uuid.UUID][]*clock.Day
}

// told is what a row says, in short.
type told struct {
	status, until                      string
	missing, expired, expiring, exempt []string
}

// oracle says in the plainest way how a pet stands on the last day of a stay.
func (p past) oracle(types []healthrecords.VaccinationType, service string, last clock.Day, warning int) told {
	t := told{status: "not_required", until: "none"}
	for _, kind := range types {
		of := kind.Species.Get()
		if !slices.Contains(kind.RequiredFor.Get(), service) || len(of) > 0 && !slices.Contains(of, p.pet.Species) {
			continue
		}
		if t.status == "not_required" {
			t.status = "compliant"
		}
		latest, exempt := "", ""
		for _, d := range p.records[kind.ID] {
			latest = max(latest, d.String())
		}
		for _, d := range p.exemptions[kind.ID] {
			if d == nil {
				exempt = "none" // sorts behind all days
				break
			}
			exempt = max(exempt, d.String())
		}
		soon := last.Add(warning).String()
		switch {
		case max(latest, exempt) < last.String() && latest == "":
			t.missing = append(t.missing, kind.Name)
		case max(latest, exempt) < last.String():
			t.expired = append(t.expired, kind.Name)
		case latest >= last.String() && max(latest, exempt) <= soon:
			t.expiring = append(t.expiring, kind.Name)
		case latest <= soon:
			t.exempt = append(t.exempt, kind.Name)
		}
		t.until = min(t.until, max(latest, exempt))
	}
	if len(t.missing)+len(t.expired) > 0 {
		t.status, t.until = "non_compliant", "none"
	} else if len(t.expiring) > 0 {
		t.status = "expiring"
	}
	return t
}

func short(c healthrecords.Compliance) told {
	names := func(list []healthrecords.ComplianceEntry) (names []string) {
		for _, e := range list {
			names = append(names, e.VaccinationType.Name)
		}
		return names
	}
	until := "none"
	if c.ValidUntil != nil {
		until = c.ValidUntil.String()
	}
	return told{string(c.Status), until, names(c.Missing), names(c.Expired), names(c.Expiring), names(c.Exempt)}
}

// histories gives the account random pets with random records around a day.
func (w *world) histories(n int, around clock.Day, types []healthrecords.VaccinationType, r *rand.Rand) map[uuid.UUID]past {
	w.Helper()
	all := map[uuid.UUID]past{}
	var pets []healthrecords.Pet
	var of, kinds, made []uuid.UUID
	var days []string
	var gone []bool
	var exemptOf, exemptKinds []uuid.UUID
	var exemptDays []*string
	for i := range n {
		p := past{healthrecords.Pet{ID: ids.New(), NameKey: fmt.Sprintf("pet %d", r.IntN(n/2)), Species: []string{"dog", "cat", "rabbit"}[r.IntN(3)],
			Status: []string{"active", "active", "inactive", "deceased"}[r.IntN(4)], CustomerID: ids.New()},
			map[uuid.UUID][]clock.Day{}, map[uuid.UUID][]*clock.Day{}}
		for range r.IntN(10) {
			kind, day, deleted := types[r.IntN(len(types))].ID, around.Add(r.IntN(160)-60), r.IntN(6) == 0
			of, kinds, made = append(of, p.pet.ID), append(kinds, kind), append(made, ids.New())
			days, gone = append(days, day.String()), append(gone, deleted)
			if !deleted {
				p.records[kind] = append(p.records[kind], day)
			}
		}
		for range r.IntN(3) {
			kind := types[r.IntN(len(types))].ID
			day, until := (*clock.Day)(nil), (*string)(nil)
			if r.IntN(4) > 0 {
				d := around.Add(r.IntN(160) - 60)
				day, until = &d, new(d.String())
			}
			p.exemptions[kind] = append(p.exemptions[kind], day)
			exemptOf, exemptKinds, exemptDays = append(exemptOf, p.pet.ID), append(exemptKinds, kind), append(exemptDays, until)
		}
		pets, all[p.pet.ID] = append(pets, p.pet), p
		_ = i
	}
	w.savePets(pets...)
	w.Exec(`insert into healthrecords.vaccinations (account_id, id, pet_id, vaccination_type_id, expires_on, verified, created_at, updated_at, version,
			deleted_at, known_status, known_on)
		select $1, i, p, k, d::date, false, now(), now(), 1, case when g then now() end, 'valid', d::date
		from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bool[]) as v (i, p, k, d, g)`, w.account, made, of, kinds, days, gone)
	w.Exec(`insert into healthrecords.exemptions (account_id, id, pet_id, vaccination_type_id, kind, until, created_at, updated_at, version)
		select $1, gen_random_uuid(), p, k, 'titer', u::date, now(), now(), 1 from unnest($2::uuid[], $3::uuid[], $4::text[]) as e (p, k, u)`,
		w.account, exemptOf, exemptKinds, exemptDays)
	return all
}

func (w *world) require(name string, services ...string) {
	w.Helper()
	_, err := w.service.UpdateRequirement(w.ctx, w.account, w.typeNamed(name).ID, healthrecords.Requirement{RequiredFor: patch.Of(services)}, anyVersion)
	if err != nil {
		w.Fatal(err)
	}
}

func TestComplianceEqualsAPlainOracle(t *testing.T) {
	for _, c := range []struct {
		zone string
		now  time.Time
	}{
		{"Pacific/Auckland", time.Date(2028, 2, 28, 12, 30, 0, 0, time.UTC)}, // there it is 29 February
		{"America/Los_Angeles", time.Date(2027, 1, 1, 5, 0, 0, 0, time.UTC)}, // there it is last year
	} {
		t.Run(c.zone, func(t *testing.T) {
			w := newWorld(t)
			w.zone, w.warning = zone(t, c.zone), 21
			w.SetTime(c.now)
			for _, n := range []string{"Rabies", "DHPP", "FVRCP", "RHD"} {
				w.require(n, "boarding", "daycare")
			}
			w.require("Bordetella", "grooming")
			all := w.createType("For all")
			w.require("For all", "boarding")
			types := slices.DeleteFunc(w.types(), func(k healthrecords.VaccinationType) bool { return k.BuiltIn && len(k.RequiredFor.Get()) == 0 })
			sort.Slice(types, func(i, j int) bool { return types[i].NameKey < types[j].NameKey })
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			today := clock.DayOf(w.Now(), w.zone)
			pasts := w.histories(histories(), today, append(types, all), rand.New(rand.NewPCG(seed, 1)))
			for service, from := range map[string]clock.Day{"boarding": {}, "daycare": today.Add(1), "grooming": today.Add(20), "retail": {}} {
				seen, last := 0, ""
				for _, row := range w.comply(healthrecords.ComplianceQuery{Service: service, From: from}, 200) {
					p, ok := pasts[row.Pet.ID]
					if !ok {
						continue // the two pets of every world
					}
					seen++
					on := from
					if on.IsZero() {
						on = today
					}
					if got, want := fmt.Sprint(short(row)), fmt.Sprint(p.oracle(types, service, on, w.warning)); got != want {
						t.Fatalf("%s on %s, %+v\n got %s\nwant %s", service, on, p, got, want)
					}
					if p.pet.NameKey < last {
						t.Fatalf("%q comes after %q", p.pet.NameKey, last)
					}
					last = p.pet.NameKey
				}
				if seen != len(pasts) {
					t.Errorf("%s lists %d pets of %d", service, seen, len(pasts))
				}
			}
			found := len(w.comply(healthrecords.ComplianceQuery{
				Service: "boarding", Status: healthrecords.NonCompliant, Pets: healthrecords.PetFilter{Status: "active"}}, 150))
			want := 2 // of every world: they have nothing
			for _, p := range pasts {
				if p.pet.Status == "active" && p.oracle(types, "boarding", today, w.warning).status == "non_compliant" {
					want++
				}
			}
			if found != want {
				t.Errorf("%d active pets are not compliant, want %d", found, want)
			}
		})
	}
}

// comply reads a whole list in pages of the given size.
func (w *world) comply(q healthrecords.ComplianceQuery, limit int) []healthrecords.Compliance {
	w.Helper()
	return testkit.AllPages(w, limit, func(r paging.Request) (paging.Page[healthrecords.Compliance], error) {
		return w.service.ListCompliance(w.ctx, w.account, q, r)
	})
}

func TestStaysAreCheckedInTheirOrderEachOnItsLastDay(t *testing.T) {
	w := newWorld(t)
	rabies := w.typeNamed("Rabies")
	w.require("Rabies", "boarding")
	v := w.vaccinate(rabies, "2026-06-10")
	first, second := day(t, "2026-06-01"), day(t, "2026-06-11")
	rows := testkit.Must[[]healthrecords.Compliance](t)(
		w.service.CheckCompliance(w.ctx, w.account, healthrecords.ComplianceCheck{ServiceType: "boarding", Stays: []healthrecords.Stay{
			{PetID: w.other, From: first, To: first}, {PetID: w.pet, From: first, To: second}, {PetID: w.pet, From: first, To: first}}}))
	if rows[0].Status != "non_compliant" || len(rows[0].Missing) != 1 || rows[1].Status != "non_compliant" || *rows[1].Expired[0].VaccinationID != v.ID ||
		rows[2].Status != "expiring" || rows[2].ValidUntil.String() != "2026-06-10" {
		t.Errorf("%+v", rows)
	}
	_, err := w.service.CheckCompliance(w.ctx, w.account, healthrecords.ComplianceCheck{ServiceType: "boarding", Stays: []healthrecords.Stay{
		{PetID: ids.New(), From: second, To: first}}})
	testkit.WantFieldErrors(t, err, "stays[0].to order", "stays[0].pet_id not_found")
	_, err = w.service.CheckCompliance(w.ctx, w.account, healthrecords.ComplianceCheck{ServiceType: "boarding",
		Stays: make([]healthrecords.Stay, healthrecords.MaxStays+1)})
	testkit.WantFieldErrors(t, err, "stays too_many")
}

func TestExemptionHoldsToItsLastDay(t *testing.T) {
	w := newWorld(t)
	w.require("Rabies", "boarding")
	e := testkit.Must[healthrecords.Exemption](t)(w.service.CreateExemption(w.ctx, w.account, w.pet, healthrecords.ExemptionCreate{
		VaccinationTypeID: w.typeNamed("Rabies").ID, Kind: "titer", Until: new(day(t, "2026-06-10"))}))
	_, err := w.service.CreateExemption(w.ctx, w.account, w.pet, healthrecords.ExemptionCreate{VaccinationTypeID: ids.New(), Kind: "titer"})
	testkit.WantFieldErrors(t, err, "vaccination_type_id unknown")
	check := func(last, want string) {
		t.Helper()
		rows, err := w.service.CheckCompliance(w.ctx, w.account, healthrecords.ComplianceCheck{ServiceType: "boarding",
			Stays: []healthrecords.Stay{{PetID: w.pet, From: day(t, last), To: day(t, last)}}})
		if err != nil || string(rows[0].Status) != want {
			t.Errorf("until %s: %v %+v", last, err, rows)
		}
	}
	check("2026-06-10", "compliant")
	check("2026-06-11", "non_compliant")
	if e, err = w.service.UpdateExemption(w.ctx, w.account, e.ID, healthrecords.ExemptionPatch{Until: patch.Null[clock.Day]()}, anyVersion); err != nil {
		t.Fatal(err)
	}
	check("2036-06-11", "compliant")
	must(t, w.service.DeleteExemption(w.ctx, w.account, e.ID, patch.IfMatch([]int64{2})))
	check("2026-06-10", "non_compliant")
	w.wantEvents(healthrecords.VaccinationTypeUpdated, healthrecords.ExemptionCreated, healthrecords.ExemptionUpdated, healthrecords.ExemptionDeleted)
}

func TestVaccinationFitsTheSpeciesAndIsReckonedFromItsType(t *testing.T) {
	w := newWorld(t)
	create := func(name string, c healthrecords.VaccinationCreate) (healthrecords.Vaccination, error) {
		c.VaccinationTypeID = w.typeNamed(name).ID
		return w.service.CreateVaccination(w.ctx, w.account, w.pet, c)
	}
	_, err := create("FeLV", healthrecords.VaccinationCreate{VaccinationDetails: details{ExpiresOn: new(day(t, "2027-01-01"))}})
	testkit.WantKind(t, err, apperr.Invalid)
	testkit.WantKind(t, second(create("Lyme", healthrecords.VaccinationCreate{})), apperr.Invalid)
	v, err := create("Lyme", healthrecords.VaccinationCreate{VaccinationDetails: details{AdministeredOn: new(day(t, "2024-02-29"))}})
	if err != nil || v.ExpiresOn.String() != "2025-02-28" {
		t.Errorf("%v: %s", err, v.ExpiresOn)
	}
}

// histories is how many pets an account of the oracle has.
func histories() int {
	if testing.Short() {
		return 300
	}
	return 5000
}
