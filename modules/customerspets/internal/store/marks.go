package store

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
)

// marks keeps a table that a list by what records are marked with is read from, in its order: customers by colour code; pets by breed,
// colour code and tag.
type marks[R, M any] struct {
	db      *postgres.DB
	of      func(R) []M
	isAlike func(a, b R) bool // the marks of both are the same
	remove  string            // those of the records $2 of the account $1
	insert  string            // $2, each of its record in $3
}

func colourMarks(db *postgres.DB) marks[customerspets.Customer, uuid.UUID] {
	return marks[customerspets.Customer, uuid.UUID]{
		db: db,
		of: func(c customerspets.Customer) []uuid.UUID { return c.ColourCodeIDs.Get() },
		isAlike: func(a, b customerspets.Customer) bool {
			return bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text())
		},
		remove: "delete from customerspets.customer_colour_codes where account_id = $1 and customer_id = any($2)",
		insert: `insert into customerspets.customer_colour_codes (account_id, colour_code_id, customer_id)
			select $1, m.code, m.customer from unnest($2::uuid[], $3::uuid[]) as m (code, customer)`,
	}
}

func petMarks(db *postgres.DB) marks[customerspets.Pet, string] {
	return marks[customerspets.Pet, string]{
		db: db,
		of: marksOfPet,
		isAlike: func(a, b customerspets.Pet) bool {
			return bytes.Equal(a.BreedIDs.Text(), b.BreedIDs.Text()) && bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text()) &&
				bytes.Equal(a.Tags.Text(), b.Tags.Text())
		},
		remove: "delete from customerspets.pet_marks where account_id = $1 and pet_id = any($2)",
		insert: `insert into customerspets.pet_marks (account_id, mark, pet_id)
			select $1, m.mark, m.pet from unnest($2::text[], $3::uuid[]) as m (mark, pet)`,
	}
}

// add writes the marks of records of an account.
func (m marks[R, M]) add(ctx context.Context, records []R) error {
	var list []M
	var owners []uuid.UUID
	for i := range records {
		for _, mark := range m.of(records[i]) {
			list, owners = append(list, mark), append(owners, record.MetaOf(&records[i]).ID)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := m.db.Queue(ctx, nil, m.insert, record.MetaOf(&records[0]).AccountID, list, owners); err != nil {
		return fmt.Errorf("mark %T: %w", records[0], err)
	}
	return nil
}

// replace writes the marks of records of an account anew where they have changed.
func (m marks[R, M]) replace(ctx context.Context, changes []record.Change[R]) error {
	var changed []R
	var ids []uuid.UUID
	for _, c := range changes {
		if !m.isAlike(c.Before, c.After) {
			changed, ids = append(changed, c.After), append(ids, record.MetaOf(&c.After).ID)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := m.db.Queue(ctx, nil, m.remove, record.MetaOf(&changed[0]).AccountID, ids); err != nil {
		return fmt.Errorf("take marks off %T: %w", changed[0], err)
	}
	return m.add(ctx, changed)
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
