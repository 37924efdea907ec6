package customerspets_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/internal/store"
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

// The database knows of other accounts only, and takes an account that has just imported for empty: it may join each change with all.
func TestDuplicatesAreCountedWithOneReadOfTheirChanges(t *testing.T) {
	t.Parallel()
	const n = 3000
	w := worldOn(testkit.Fresh(t, tables...))
	w.Exec(`insert into customerspets.duplicate_changes (account_id, kind, reason, key, n)
		select md5(i % 50 || '')::uuid, 'customer', 1, i, 1 from generate_series(1, 1000) as i`)
	w.Exec("analyze customerspets.duplicate_changes")
	w.Exec("delete from customerspets.duplicate_changes")
	w.Exec(`insert into customerspets.duplicate_changes (account_id, kind, reason, key, n)
		select $1, 'customer', 1, i / 2, 1 from generate_series(1, $2::int) as i`, w.account, n)
	must(t, w.db.InTx(w.ctx, func(ctx context.Context) (err error) {
		read := w.RowsRead(ctx, "relid = 'customerspets.duplicate_changes'::regclass", func() {
			_, err = store.NewMerges(w.db).CountDuplicates(ctx)
		})
		if read > 4*n {
			t.Errorf("%d rows were read", read)
		}
		return err
	}))
}

func (w *world) listed(ctx context.Context, q customerspets.CustomerQuery) error {
	return second(w.service.ListCustomers(ctx, w.account, q, paging.Request{Limit: 50}))
}

// fill copies one customer and one pet until there are n customers with two pets each. Names repeat after a while, as they do in life.
func (w *world) fill(n int, customer customerspets.Customer, pet customerspets.Pet) {
	w.Helper()
	w.Exec(`insert into customerspets.customers select made.* from customerspets.customers c, generate_series(1, $3::int) as i,
		lateral (select (array['Ann','Zoe','Tom','Amara','Lee'])[1 + i % 5] as first, 'Family' || i % 5000 as last,
			'mail' || i || '@example.com' as mail, '+4477' || lpad(i::text, 8, '0') as phone) as n,
		jsonb_populate_record(c, jsonb_build_object('id', overlay(c.id::text placing lpad(to_hex(i), 8, '0') from 1 for 8), 'external_id', 'X-' || i,
			'first_name', first, 'last_name', last, 'email', mail, 'status', (array['active','active','active','inactive','blocked'])[1 + i % 5],
			'phones', jsonb_build_array(jsonb_build_object('type', 'mobile', 'number', phone, 'primary', true)),
			'known_by', lower(' ' || first || ' ' || last) || ' ' || substr(phone, 2) || ' 0' || substr(phone, 4),
			'search', lower(' ' || first || ' ' || last) || ' ' || substr(phone, 2) || ' 0' || substr(phone, 4) || ' ' || mail,
			'updated_at', created_at + i * interval '1 second')) as made
		where c.account_id = $1 and c.id = $2`, w.account, customer.ID, n)
	w.Exec(`insert into customerspets.pets select made.* from customerspets.customers c, customerspets.pets p, generate_series(1, 2) as k,
		jsonb_populate_record(p, jsonb_build_object('id', md5(k || c.id::text)::uuid, 'customer_id', c.id)) as made
		where c.account_id = $1 and c.id <> $2 and p.account_id = $1 and p.id = $3`, w.account, customer.ID, pet.ID)
	w.index()
	w.Exec("vacuum analyze customerspets.customers, customerspets.pets, customerspets.customer_texts, customerspets.pet_texts")
}

// index writes the search texts of customers and pets that a test has inserted by SQL.
func (w *world) index() {
	w.Helper()
	w.Exec(`insert into customerspets.customer_texts as t (account_id, id, text)
		select account_id, id, search || coalesce((select string_agg(distinct name_key, '') from customerspets.pets p
			where p.account_id = c.account_id and p.customer_id = c.id), '') from customerspets.customers c
		on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`)
	w.Exec(`insert into customerspets.pet_texts as t (account_id, id, text)
		select p.account_id, p.id, p.search || c.known_by
			from customerspets.pets p join customerspets.customers c on c.account_id = p.account_id and c.id = p.customer_id
		on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`)
}
