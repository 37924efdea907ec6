package customerspets_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// besideALargeAccount makes an account with 15 customers, and 15 dogs called Bruno, beside one with many times as many of each.
func besideALargeAccount(t *testing.T, times int) (w *world, pet, large uuid.UUID) {
	t.Helper()
	w = worldOn(newWorld(t).Fresh())
	for i := range 15 {
		owner := w.customer(fmt.Sprintf(`{"first_name": "Amelie", "last_name": "Bartok", "email": "a%d@example.com"}`, i))
		pet = w.pet(owner.ID, `{"name": "Bruno", "species": "dog"}`).ID
	}
	large = uuid.New()
	for _, of := range []struct{ table, owner string }{{"customers", "id"}, {"pets", "customer_id"}, {"customer_changes", "id"}} {
		w.Exec(fmt.Sprintf(`insert into customerspets.%[1]s
			select (jsonb_populate_record(t, jsonb_build_object('account_id', $2::uuid, 'id', md5(i::text || id)::uuid, '%[2]s', md5(i::text || %[2]s)::uuid))).*
			from customerspets.%[1]s t, generate_series(1, $3::int) as i where account_id = $1`, of.table, of.owner), w.account, large, times)
	}
	w.Exec("analyze customerspets.customers, customerspets.pets, customerspets.customer_changes")
	return w, pet, large
}

// Statistics of imported records may know but one status and one species.
func TestTheFirstRecordOfItsKindIsFoundAmongThoseOfAnother(t *testing.T) {
	t.Parallel()
	w, _, large := besideALargeAccount(t, 400)
	w.account = large
	for what, read := range map[string]func(context.Context) []string{
		"customers": func(ctx context.Context) []string {
			return w.customersWith(ctx, customerspets.CustomerQuery{Status: customerspets.Inactive})
		},
		"pets by status": func(context.Context) []string {
			return w.petsWith(customerspets.PetFilter{Status: customerspets.PetDeceased})
		},
		"pets by species": func(context.Context) []string { return w.petsWith(customerspets.PetFilter{Species: "cat"}) },
	} {
		n := w.blocks(func(ctx context.Context) {
			w.ctx = caller.With(ctx, w.Key)
			for range 8 {
				read(w.ctx)
			}
		})
		if n > 1000 {
			t.Errorf("%s: %d blocks", what, n)
		}
	}
}

// Where one account has most of the records, the database expects less work for the others, and would plan each of their statements anew
// for their values. That takes longer than the statements.
func TestReadsOfASmallAccountAreNotPlannedEachTime(t *testing.T) {
	t.Parallel()
	w, pet, _ := besideALargeAccount(t, 200)
	since := w.Now().AddDate(0, 0, -1)
	for _, statement := range w.PlannedEachTime(func(ctx context.Context) {
		ctx = caller.With(ctx, w.Key)
		for _, q := range []customerspets.CustomerQuery{{Search: "amelie"}, {Search: "bruno"}, {Search: "amelie", Status: customerspets.Active}, {UpdatedSince: &since}} {
			if n := len(w.customersWith(ctx, q)); n != 15 {
				t.Errorf("%+v finds %d", q, n)
			}
		}
		w.ctx = ctx
		if n := len(w.petsFound("bruno")); n != 15 {
			t.Errorf("found %d pets", n)
		}
		if _, err := w.service.GetAccountPet(ctx, w.account, pet); err != nil {
			t.Error(err)
		}
	}) {
		t.Error(statement)
	}
}

// After an import, the table of changes is not vacuumed for some time.
func TestAClientThatAsksForChangesReadsThemByTheIndex(t *testing.T) {
	t.Parallel()
	w, _, _ := besideALargeAccount(t, 1)
	w.Exec(`insert into customerspets.customer_changes (account_id, id, updated_at)
		select $1, gen_random_uuid(), timestamptz '2024-01-01' + i * interval '1 minute' from generate_series(1, 100000) as i`, w.account)
	w.Exec("analyze customerspets.customer_changes")
	since := w.Now().AddDate(5, 0, 0)
	read := func(ctx context.Context) {
		if found := w.customersWith(caller.With(ctx, w.Key), customerspets.CustomerQuery{UpdatedSince: &since}); len(found) > 0 {
			t.Errorf("%d customers have changed", len(found))
		}
	}
	n := w.blocks(func(ctx context.Context) {
		for range 10 {
			read(ctx)
		}
	})
	if n > 400 {
		t.Errorf("10 requests take %d blocks", n)
	}
	once := strings.Join(w.PlannedOnce(read), "\n")
	if !strings.Contains(once, "as hits cross join") {
		t.Errorf("the list is planned for its values; planned once are:\n%s", once)
	}
}

// A client that has not asked for some days reads page after page.
func TestAPageOfChangesLooksUpNoOtherPages(t *testing.T) {
	t.Parallel()
	w, _, large := besideALargeAccount(t, 200)
	w.account = large
	w.Exec(`with changed as (
			update customerspets.pets set id = overlay(id::text placing '00000' from 1 for 5)::uuid, updated_at = $2 where account_id = $1 returning id)
		insert into customerspets.pet_changes select $1, id, $2 from changed`, large, w.Now())
	w.Exec("vacuum analyze customerspets.pets, customerspets.pet_changes")
	n := w.BlocksRead("oid = 'customerspets.pets'::regclass", func(ctx context.Context) {
		w.ctx = caller.With(ctx, w.Key)
		if found := len(w.petsWith(customerspets.PetFilter{UpdatedSince: new(w.Now().AddDate(0, 0, -1))})); found != 200 {
			t.Errorf("%d pets", found)
		}
	})
	if n > 500 {
		t.Errorf("a page of 200 of 3,000 changed pets takes %d blocks", n)
	}
}

func TestListsByStatusAndSpeciesArePlannedOnce(t *testing.T) {
	t.Parallel()
	w, _, _ := besideALargeAccount(t, 200)
	once := w.PlannedOnce(func(ctx context.Context) {
		w.ctx = caller.With(ctx, w.Key)
		for _, status := range []customerspets.Status{"", customerspets.Active} {
			if n := len(w.customersWith(w.ctx, customerspets.CustomerQuery{Status: status})); n != 15 {
				t.Errorf("%d customers", n)
			}
		}
		for _, f := range []customerspets.PetFilter{{}, {Status: customerspets.PetActive}, {Species: "dog"}, {Status: customerspets.PetActive, Species: "dog"}} {
			if n := len(w.petsWith(f)); n != 15 {
				t.Errorf("%+v: %d pets", f, n)
			}
		}
	})
	lists := slices.DeleteFunc(once, func(sql string) bool { return !strings.Contains(sql, "order by t.id desc limit") })
	if len(lists) != 6 {
		t.Errorf("%d of 6 lists are planned once:\n%s", len(lists), strings.Join(lists, "\n"))
	}
}

// Tools look each of their records up by its external_id.
func TestALookupByExternalIDIsPlannedOnce(t *testing.T) {
	t.Parallel()
	w, _, _ := besideALargeAccount(t, 200)
	once := w.PlannedOnce(func(ctx context.Context) {
		w.ctx = caller.With(ctx, w.Key)
		customers, pets := w.customersWith(w.ctx, customerspets.CustomerQuery{ExternalID: "none"}), w.petsWith(customerspets.PetFilter{ExternalID: "none"})
		if len(customers)+len(pets) > 0 {
			t.Errorf("found %v and %v", customers, pets)
		}
	})
	lookups := slices.DeleteFunc(once, func(sql string) bool { return !strings.Contains(sql, "t.external_id = $2") })
	if len(lookups) != 2 {
		t.Errorf("%d of 2 lookups are planned once:\n%s", len(lookups), strings.Join(lookups, "\n"))
	}
}
