package store

import (
	"bytes"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
)

// markedCustomers are customers by colour code.
func markedCustomers(table *postgres.Table[customerspets.Customer]) postgres.Inverted[customerspets.Customer, uuid.UUID] {
	return postgres.Inverted[customerspets.Customer, uuid.UUID]{
		Table:  table,
		Values: func(c customerspets.Customer) []uuid.UUID { return c.ColourCodeIDs.Get() },
		Same: func(a, b customerspets.Customer) bool {
			return bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text())
		},
		Remove: "delete from customerspets.customer_colour_codes where account_id = $1 and customer_id = any($2)",
		Add: `insert into customerspets.customer_colour_codes (account_id, colour_code_id, customer_id)
			select $1, m.code, m.customer from unnest($2::uuid[], $3::uuid[]) as m (code, customer)`,
	}
}

// markedPets are pets by breed, colour code and tag.
func markedPets(table *postgres.Table[customerspets.Pet]) postgres.Inverted[customerspets.Pet, string] {
	return postgres.Inverted[customerspets.Pet, string]{
		Table:  table,
		Values: marksOfPet,
		Same: func(a, b customerspets.Pet) bool {
			return bytes.Equal(a.BreedIDs.Text(), b.BreedIDs.Text()) && bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text()) &&
				bytes.Equal(a.Tags.Text(), b.Tags.Text())
		},
		Remove: "delete from customerspets.pet_marks where account_id = $1 and pet_id = any($2)",
		Add: `insert into customerspets.pet_marks (account_id, mark, pet_id)
			select $1, m.mark, m.pet from unnest($2::text[], $3::uuid[]) as m (mark, pet)`,
	}
}

func tagMark(tag string) string { return "#" + tag }

func marksOfPet(p customerspets.Pet) (list []string) {
	for _, id := range append(p.BreedIDs.Get(), p.ColourCodeIDs.Get()...) {
		list = append(list, id.String())
	}
	for _, tag := range p.Tags.Get() {
		list = append(list, tagMark(tag))
	}
	return list
}

// whereMarked narrows a list to pets with all marks; it is read in the order of the first one.
func whereMarked(q *postgres.Query, list []string) {
	for i, mark := range list {
		if i == 0 {
			q.From("customerspets.pet_marks m join customerspets.pets t on t.account_id = m.account_id and t.id = m.pet_id").
				Where("m.account_id = $1").Where("m.mark = ?", mark).
				OrderBy(postgres.Order{By: "m.pet_id", Type: "uuid", Desc: true})
			continue
		}
		q.Where("exists (select from customerspets.pet_marks o where o.account_id = $1 and o.mark = ? and o.pet_id = t.id)", mark)
	}
}

func marksOf(f customerspets.PetFilter) (list []string) {
	for _, id := range []uuid.UUID{f.Breed, f.ColourCode} {
		if id != uuid.Nil {
			list = append(list, id.String())
		}
	}
	if f.Tag != "" {
		list = append(list, tagMark(f.Tag))
	}
	return list
}
