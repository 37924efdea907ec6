package customerspets_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

func TestListsReadFewOfManyRecords(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, tables...))
	breed := w.breed("dog", "Test Hound")
	c := w.customer(`{"first_name": "Rosalind", "last_name": "Okafor"}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+breed.ID.String()+`"]}`)
	w.fill(5000, c, p)
	page, late := paging.Request{Limit: 50}, c.CreatedAt.AddDate(1, 0, 0)
	lists := map[string]func(context.Context) error{
		"customers": func(ctx context.Context) error { return w.listed(ctx, customerspets.CustomerQuery{}) },
		"customers by time": func(ctx context.Context) error {
			return w.listed(ctx, customerspets.CustomerQuery{UpdatedSince: &late})
		},
		"pets by breed": func(ctx context.Context) error {
			return second(w.service.ListAccountPets(ctx, w.account, customerspets.PetFilter{Breed: breed.ID}, page))
		},
	}
	for _, query := range []string{"mail4321@", "example", "amara", "ann family75", "rex family75", "zzz"} {
		lists["customers with "+query] = func(ctx context.Context) error { return w.listed(ctx, customerspets.CustomerQuery{Search: query}) }
		lists["pets with "+query] = func(ctx context.Context) error {
			return second(w.service.ListAccountPets(ctx, w.account, customerspets.PetFilter{Words: customerspets.SearchWords(query)}, page))
		}
	}
	for what, list := range lists {
		err := w.db.InTx(w.ctx, func(ctx context.Context) (err error) {
			ctx = caller.With(ctx, w.Key)
			if n := w.RowsRead(ctx, "schemaname = 'customerspets'", func() { err = list(ctx) }); n > 1000 {
				t.Errorf("%s: %d of 30,000 rows", what, n)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func (w *world) listed(ctx context.Context, q customerspets.CustomerQuery) error {
	return second(w.service.ListCustomers(ctx, w.account, q, paging.Request{Limit: 50}))
}
