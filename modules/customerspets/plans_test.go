package customerspets_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/caller"
)

// Where one account has most of the records, the database expects less work for the others, and would plan each of their statements anew
// for their values. That takes longer than the statements.
func TestReadsOfASmallAccountAreNotPlannedEachTime(t *testing.T) {
	t.Parallel()
	w := worldOn(newWorld(t).Fresh())
	var pet uuid.UUID
	for i := range 15 {
		owner := w.customer(fmt.Sprintf(`{"first_name": "Amelie", "last_name": "Bartok", "email": "a%d@example.com"}`, i))
		pet = w.pet(owner.ID, `{"name": "Bruno", "species": "dog"}`).ID
	}
	large := uuid.New()
	for _, of := range []struct{ table, owner string }{{"customers", "id"}, {"pets", "customer_id"}, {"customer_changes", "id"}} {
		w.Exec(fmt.Sprintf(`insert into customerspets.%[1]s
			select (jsonb_populate_record(t, jsonb_build_object('account_id', $2::uuid, 'id', md5(i::text || id)::uuid, '%[2]s', md5(i::text || %[2]s)::uuid))).*
			from customerspets.%[1]s t, generate_series(1, 200) as i where account_id = $1`, of.table, of.owner), w.account, large)
	}
	w.Exec("analyze customerspets.customers, customerspets.pets, customerspets.customer_changes")
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
