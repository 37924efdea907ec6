package healthrecords_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// Filters find what a look through the whole list finds, current among them, after writes to the same few records at the same time.
func TestAccountVaccinationsEqualAPlainSearch(t *testing.T) {
	w := newWorld(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var kinds []healthrecords.VaccinationType
	for i := range 3 {
		kinds = append(kinds, w.createType(fmt.Sprint("Kind ", i)))
	}
	pets := map[uuid.UUID]healthrecords.Pet{}
	for i, species := range []string{"dog", "cat", "dog", "horse"} {
		id := ids.New()
		pets[id] = healthrecords.Pet{ID: id, NameKey: "oscar", Species: species, Status: []string{"active", "deceased"}[i%2], CustomerID: ids.New()}
		w.savePets(pets[id])
	}
	owned := slices.SortedFunc(func(yield func(uuid.UUID) bool) {
		for id := range pets {
			if !yield(id) {
				return
			}
		}
	}, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	start := day(t, "2026-01-01")
	var writers sync.WaitGroup
	for worker := range uint64(8) {
		writers.Go(func() {
			r := rand.New(rand.NewPCG(seed, worker))
			var mine []healthrecords.Vaccination
			for range 40 {
				on, pet := start.Add(r.IntN(300)), owned[r.IntN(len(owned))*r.IntN(2)] // one is asked for more often
				var err error
				switch i := 0; {
				case len(mine) < 3 || r.IntN(2) == 0:
					var v healthrecords.Vaccination
					v, err = w.service.CreateVaccination(w.ctx, w.account, pet, healthrecords.VaccinationCreate{VaccinationTypeID: kinds[r.IntN(3)].ID, VaccinationDetails: details{ExpiresOn: &on}})
					mine = append(mine, v)
				case r.IntN(3) > 0:
					i = r.IntN(len(mine))
					_, err = w.service.UpdateVaccination(w.ctx, w.account, mine[i].PetID, mine[i].ID, healthrecords.VaccinationPatch{ExpiresOn: patch.Of(on)}, anyVersion)
				default:
					i = r.IntN(len(mine))
					err = w.service.DeleteVaccination(w.ctx, w.account, mine[i].PetID, mine[i].ID, anyVersion)
					mine = slices.Delete(mine, i, i+1)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	find := func(f healthrecords.AccountFilter, limit int) []healthrecords.ListedVaccination {
		return testkit.AllPages(t, limit, func(r paging.Request) (paging.Page[healthrecords.ListedVaccination], error) {
			return w.service.ListAccountVaccinations(w.ctx, w.account, f, r)
		})
	}
	all := find(healthrecords.AccountFilter{}, 200)
	if len(all) < 40 {
		t.Fatalf("only %d vaccinations are left", len(all))
	}
	last := map[[2]uuid.UUID]uuid.UUID{} // of each pet and type; all come by expires_on and id
	for _, v := range all {
		last[[2]uuid.UUID{v.PetID, v.VaccinationTypeID}] = v.ID
	}
	for _, v := range all {
		if v.Current != (last[[2]uuid.UUID{v.PetID, v.VaccinationTypeID}] == v.ID) {
			t.Errorf("%s, %s, shows current %t", v.ID, v.ExpiresOn, v.Current)
		}
	}
	r := rand.New(rand.NewPCG(seed, 99))
	for range 300 {
		var f healthrecords.AccountFilter
		for i, narrow := range []func(){
			func() { f.Current = new(r.IntN(2) == 0) },
			func() { f.Type = &kinds[r.IntN(3)].ID },
			func() { f.Pet.Species = []string{"dog", "cat", "rabbit"}[r.IntN(3)] },
			func() { f.Pet.Status = []string{"active", "deceased"}[r.IntN(2)] },
			func() { f.From = start.Add(r.IntN(300)) },
			func() {
				if f.To = start.Add(r.IntN(300)); f.To.Before(f.From) {
					f.From, f.To = f.To, f.From
				}
			},
			func() { f.Pet.Customer = pets[owned[r.IntN(len(owned))]].CustomerID },
			func() {
				f.Statuses = [][]healthrecords.Status{{"valid"}, {"expired", "valid"}, {"expiring", "expired"}, {"valid", "expiring"}}[r.IntN(4)]
			},
			func() { f.UpdatedSince = new(w.Now().Add(-time.Hour)) },
		} {
			if r.IntN(3+i/6*2) == 0 {
				narrow()
			}
		}
		var want, got []uuid.UUID
		for _, v := range all {
			p := pets[v.PetID]
			if (f.Current == nil || *f.Current == v.Current) && (f.Type == nil || *f.Type == v.VaccinationTypeID) &&
				(f.Pet.Species == "" || f.Pet.Species == p.Species) && (f.Pet.Status == "" || f.Pet.Status == p.Status) &&
				(f.Pet.Customer == uuid.Nil || f.Pet.Customer == p.CustomerID) && (f.From.IsZero() || !v.ExpiresOn.Before(f.From)) &&
				(f.To.IsZero() || !v.ExpiresOn.After(f.To)) && (len(f.Statuses) == 0 || slices.Contains(f.Statuses, v.Status)) {
				want = append(want, v.ID)
			}
		}
		for _, v := range find(f, []int{3, 11, 200}[r.IntN(3)]) {
			got = append(got, v.ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v finds %d, want %d", f, len(got), len(want))
		}
	}
}

func TestAccountVaccinationsOfSomePetsAreFoundBehindManyOthers(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Kind")
	cat := healthrecords.Pet{ID: ids.New(), NameKey: "zoe", Species: "cat", Status: "deceased", CustomerID: ids.New()}
	w.savePets(cat)
	add := func(pet uuid.UUID, first, many int) {
		w.Exec(`insert into healthrecords.vaccinations select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'pet_id', $2::uuid,
			'expires_on', v.expires_on + i))).*
			from healthrecords.vaccinations v, generate_series($3::int, $3 + $4 - 1) as i where account_id = $1 and expires_on = '2020-01-01'`,
			w.account, pet, first, many)
	}
	w.vaccinate(kind, "2020-01-01")
	add(cat.ID, 500, 5)
	add(w.pet, 1, 3100)
	add(cat.ID, 4000, 5)
	start := day(t, "2020-01-01")
	for what, c := range map[string]struct {
		filter healthrecords.AccountFilter
		want   int
	}{
		"of cats":                     {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Species: "cat"}}, 10},
		"of the deceased, from a day": {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Status: "deceased"}, From: start.Add(502)}, 8},
		"of the deceased, current":    {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Status: "deceased"}, Current: new(true)}, 1},
		"of a customer":               {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Customer: cat.CustomerID}}, 10},
		"of dogs":                     {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Species: "dog"}}, 3101},
		"of rabbits":                  {healthrecords.AccountFilter{Pet: healthrecords.PetFilter{Species: "rabbit"}}, 0},
	} {
		for _, limit := range []int{max(3, c.want/10), 200} {
			found := testkit.AllPages(t, limit, func(r paging.Request) (paging.Page[healthrecords.ListedVaccination], error) {
				return w.service.ListAccountVaccinations(w.ctx, w.account, c.filter, r)
			})
			sorted := slices.IsSortedFunc(found, func(a, b healthrecords.ListedVaccination) int { return a.ExpiresOn.Sub(b.ExpiresOn) })
			if len(found) != c.want || !sorted {
				t.Errorf("%s, by %d: %d, want %d, sorted %t", what, limit, len(found), c.want, sorted)
			}
		}
	}
}

// Two who add a record of the same type at the same time do not see each other's: the second waits.
func TestOfTwoRecordsAddedAtOnceOneIsReplaced(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Kind")
	add := func(ctx context.Context, expires string) error {
		_, err := w.service.CreateVaccination(ctx, w.account, w.pet, healthrecords.VaccinationCreate{VaccinationTypeID: kind.ID, VaccinationDetails: details{ExpiresOn: new(day(t, expires))}})
		return err
	}
	var done <-chan error
	err := w.Env().Tx.InTx(w.ctx, func(ctx context.Context) error {
		if err := add(ctx, "2027-01-01"); err != nil {
			return err
		}
		done = w.Blocks(ctx, func() error { return add(w.ctx, "2028-01-01") })
		return nil
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, current := range []bool{true, false} {
		page, err := w.service.ListAccountVaccinations(w.ctx, w.account, healthrecords.AccountFilter{Current: &current}, paging.Request{Limit: 9})
		if err != nil || len(page.Items) != 1 || page.Items[0].Current != current {
			t.Errorf("current=%t: %+v %v", current, page.Items, err)
		}
	}
}

func TestCustomersSeeRecordsOfTheirOwnPetsOnly(t *testing.T) {
	w := newWorld(t)
	owner := ids.New()
	w.savePets(healthrecords.Pet{ID: w.pet, CustomerID: owner, NameKey: "oscar", Species: "dog", Status: "active"})
	w.vaccinate(w.typeNamed("Rabies"), "2027-05-01")
	page := paging.Request{Limit: 9}
	for who, want := range map[uuid.UUID]int{owner: 1, ids.New(): 0} {
		ctx := w.AsCustomer(who)
		list, err := w.service.ListVaccinations(ctx, w.account, w.pet, healthrecords.VaccinationFilter{}, page)
		if len(list.Items) != want || (want == 0) != apperr.Is(err, apperr.NotFound) {
			t.Errorf("%d vaccinations, %v, want %d", len(list.Items), err, want)
		}
		if _, err := w.service.ListPreventives(ctx, w.account, w.pet, page); (want == 0) != apperr.Is(err, apperr.NotFound) {
			t.Errorf("preventives: %v", err)
		}
		if _, err := w.service.ListExemptions(ctx, w.account, w.pet, page); (want == 0) != apperr.Is(err, apperr.NotFound) {
			t.Errorf("exemptions: %v", err)
		}
		for _, f := range []healthrecords.AccountFilter{{}, {UpdatedSince: new(w.Now().Add(-time.Hour))}} {
			if all, err := w.service.ListAccountVaccinations(ctx, w.account, f, page); err != nil || len(all.Items) != want {
				t.Errorf("%d vaccinations of the account, %v, want %d", len(all.Items), err, want)
			}
		}
	}
}

func TestOneDayIsAPeriodAndAVaccinationOfToday(t *testing.T) {
	w := newWorld(t)
	today := day(t, "2026-05-01")
	c := healthrecords.VaccinationCreate{VaccinationTypeID: w.typeNamed("Rabies").ID, VaccinationDetails: details{ExpiresOn: &today, AdministeredOn: &today}}
	must(t, second(w.service.CreateVaccination(w.ctx, w.account, w.pet, c))) // given today until today
	q := healthrecords.ComplianceQuery{Service: "boarding", From: today, To: today}
	must(t, second(w.service.ListCompliance(w.ctx, w.account, q, paging.Request{Limit: 9}))) // from today to today
	for _, q := range []healthrecords.ComplianceQuery{{From: today, To: today.Add(-1)}, {To: today.Add(-1)}} {
		q.Service = "boarding"
		if _, err := w.service.ListCompliance(w.ctx, w.account, q, paging.Request{Limit: 9}); !apperr.Is(err, apperr.Invalid) {
			t.Errorf("until yesterday: %v", err)
		}
	}
}
