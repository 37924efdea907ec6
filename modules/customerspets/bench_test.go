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

// fill copies one customer and one pet until there are n customers with two pets each. Names repeat after a while, as
// they do in life.
func (w *world) fill(n int, customer customerspets.Customer, pet customerspets.Pet) {
	w.t.Helper()
	for _, statement := range []string{
		`insert into customerspets.customers select account_id, (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid, (array['Ann','Zoe','Tom','Amara','Lee'])[1 + i % 5], 'Family' || i % 5000,
			company_name, 'mail' || i || '@example.com', jsonb_build_array(jsonb_build_object('type', 'mobile', 'number', '+4477' || lpad(i::text, 8, '0'), 'primary', true)),
			address, (array['active','active','active','inactive','blocked'])[1 + i % 5], referral_source, contacts, vet, communication, colour_code_ids, tags, alert, custom_fields,
			'X-' || i, false, null, null, (array['ann','zoe','tom','amara','lee'])[1 + i % 5] || ' family' || i % 5000 || ' mail' || i || '@example.com 4477' || lpad(i::text, 8, '0') || ' 077' || lpad(i::text, 8, '0'),
			created_at, created_at + i * interval '1 second', version from customerspets.customers, generate_series(1, $2::int) i where account_id = $1 and id = $3`,
		`insert into customerspets.pets select p.account_id, gen_random_uuid(), c.id, name, species, breed_ids, breed_names, breed, sex, altered, birth_date, birth_date_precision,
			p.status, deceased_on, secondary_pet_status_id, weight, coat, colour, markings, microchip, p.vet, feeding_instructions, medications, allergies, medical_notes,
			behaviour_notes, grooming_notes, p.alert, p.colour_code_ids, p.tags, p.custom_fields, null, p.created_at, p.updated_at, p.version
			from customerspets.pets p join customerspets.customers c on c.account_id = $1 and c.id <> $3 cross join generate_series(1, least(2, $2::int)) where p.account_id = $1 and p.id = '` + pet.ID.String() + `'`,
	} {
		testkit.Must[int64](w.t)(w.db.Exec(w.ctx, statement, w.account, n, customer.ID))
	}
	for _, code := range customer.ColourCodeIDs.Get() {
		_, err := w.db.Exec(w.ctx, `insert into customerspets.customer_colour_codes select account_id, $2, id from customerspets.customers where account_id = $1 on conflict do nothing`, w.account, code)
		if err != nil {
			w.t.Fatal(err)
		}
	}
	_, err := w.db.Exec(w.ctx, `insert into customerspets.customer_changes select account_id, id, updated_at from customerspets.customers where account_id = $1
		on conflict do nothing`, w.account)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.db.Exec(w.ctx, "vacuum analyze customerspets.customers, customerspets.pets, customerspets.customer_colour_codes"); err != nil {
		w.t.Fatal(err)
	}
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
	w.Exec(`insert into customerspets.pet_marks select account_id, $2, id from customerspets.pets where account_id = $1 on conflict do nothing`,
		w.account, breed.ID.String())
	i := 0
	for b.Loop() {
		i++
		change := configlists.BreedPatch{Name: patch.Of(fmt.Sprintf("Hound %d", i))}
		testkit.Must[configlists.Breed](b)(w.lists.UpdateBreed(w.ctx, w.account, breed.ID, change, patch.Precondition{}))
	}
}
