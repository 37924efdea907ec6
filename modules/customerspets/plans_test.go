package customerspets_test

import (
	"context"
	"fmt"
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
	for _, of := range []struct{ table, owner string }{{"customers", "id"}, {"pets", "customer_id"}} {
		w.Exec(fmt.Sprintf(`insert into customerspets.%[1]s
			select (jsonb_populate_record(t, jsonb_build_object('account_id', $2::uuid, 'id', md5(i::text || id)::uuid, '%[2]s', md5(i::text || %[2]s)::uuid))).*
			from customerspets.%[1]s t, generate_series(1, $3::int) as i where account_id = $1`, of.table, of.owner), w.account, large, times)
	}
	w.index()
	w.Exec("analyze customerspets.customers, customerspets.pets, customerspets.customer_texts, customerspets.pet_texts")
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

func TestAClientThatAsksForChangesReadsThemByTheIndex(t *testing.T) {
	t.Parallel()
	w, _, large := besideALargeAccount(t, 400)
	w.account = large
	since := w.Now().AddDate(5, 0, 0)
	n := w.blocks(func(ctx context.Context) {
		w.ctx = caller.With(ctx, w.Key)
		for range 10 {
			found := w.customersWith(w.ctx, customerspets.CustomerQuery{UpdatedSince: &since})
			if found = append(found, w.petsWith(customerspets.PetFilter{UpdatedSince: &since})...); len(found) > 0 {
				t.Errorf("%d customers and pets have changed", len(found))
			}
		}
	})
	if n > 200 {
		t.Errorf("20 requests take %d blocks", n)
	}
}

// A client that has not asked for some days reads page after page.
func TestAPageOfChangesLooksUpNoOtherPages(t *testing.T) {
	t.Parallel()
	w, _, large := besideALargeAccount(t, 200)
	w.account = large
	w.Exec("update customerspets.pets set id = overlay(id::text placing '00000' from 1 for 5)::uuid, updated_at = $2 where account_id = $1",
		large, w.Now())
	w.Exec("vacuum analyze customerspets.pets")
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
