package customerspets_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

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

func benchWorld(b *testing.B) (*world, customerspets.Customer, customerspets.Pet, configlists.Breed) {
	w := worldOn(testkit.Fresh(b, tables...))
	breed, code := w.breed("dog", "Test Hound"), w.colourCode(configlists.CustomerColour)
	c := w.customer(`{"first_name": "Rosalind", "last_name": "Okafor", "email": "r@example.com", "phones": [{"number": "07700 900123"}], "address": {"line1": "12 Willow Lane", "city": "London"},
		"tags": ["VIP", "weekly"], "contacts": [{"name": "Tom"}], "colour_code_ids": ["` + code.ID.String() + `"]}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+breed.ID.String()+`"], "weight": {"value": "12.5", "unit": "kg"}, "coat": "curly"}`)
	return w, c, p, breed
}

func BenchmarkCustomers(b *testing.B) {
	w, c, p, _ := benchWorld(b)
	w.fill(100_000, c, p)
	run := func(name string, do func(i int) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := do(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	list := func(q customerspets.CustomerQuery) func(int) error {
		return func(int) error {
			_, err := w.service.ListCustomers(w.ctx, w.account, q, paging.Request{Limit: 50})
			return err
		}
	}
	run("get", func(int) error { return second(w.service.GetCustomer(w.ctx, w.account, c.ID)) })
	run("get pet", func(int) error { return second(w.service.FindPet(w.ctx, w.account, p.ID)) })
	run("list pets", func(int) error {
		return second(w.service.ListPets(w.ctx, w.account, c.ID, customerspets.PetFilter{}, paging.Request{Limit: 50}))
	})
	run("list", list(customerspets.CustomerQuery{}))
	run("search rare", list(customerspets.CustomerQuery{Search: "family77 mail77"}))
	run("search one of five", list(customerspets.CustomerQuery{Search: "amara"}))
	run("search two letters", list(customerspets.CustomerQuery{Search: "zo"}))
	run("search two letters nobody has", list(customerspets.CustomerQuery{Search: "qx"}))
	run("phone", list(customerspets.CustomerQuery{Phone: "07700012345"}))
	run("colour code", list(customerspets.CustomerQuery{ColourCode: c.ColourCodeIDs.Get()[0]}))
	middle := c.CreatedAt.Add(99_000 * time.Second)
	run("updated since, 1 of 100", list(customerspets.CustomerQuery{UpdatedSince: &middle}))
	run("create", func(i int) error {
		return second(w.create(w.ctx, fmt.Sprintf(`{"first_name": "Ann", "last_name": "Number %d"}`, i)))
	})
	run("change", func(i int) error { return second(w.change(w.ctx, c.ID, fmt.Sprintf(`{"referral_source": "%d"}`, i))) })
	run("change the name", func(i int) error { return second(w.change(w.ctx, c.ID, fmt.Sprintf(`{"last_name": "Name %d"}`, i))) })
	run("create pet", func(i int) error {
		return second(w.createPet(w.ctx, c.ID, `{"name": "Rex", "species": "dog", "breed_ids": `+asJSON(b, p.BreedIDs)+`}`))
	})
}

func BenchmarkBreedCascadeOver10000Pets(b *testing.B) {
	w, c, p, breed := benchWorld(b)
	w.fill(5_000, c, p)
	i := 0
	for b.Loop() {
		i++
		change := configlists.BreedPatch{Name: patch.Of(fmt.Sprintf("Hound %d", i))}
		testkit.Must[configlists.Breed](b)(w.lists.UpdateBreed(w.ctx, w.account, breed.ID, change, patch.Precondition{}))
	}
}
