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

// marked is a table of records that keeps a second one, which a list by what records are marked with is read from, in its order:
// customers by colour code; pets by breed, colour code and tag.
type marked[R, M any] struct {
	*postgres.Table[R]
	entries
	marks   func(R) []M
	isAlike func(a, b R) bool // the marks of both are the same
	remove  string            // those of the records $2 of the account $1
	insert  string            // $2, each of its record in $3
}

func markedCustomers(table *postgres.Table[customerspets.Customer], e entries) marked[customerspets.Customer, uuid.UUID] {
	return marked[customerspets.Customer, uuid.UUID]{
		Table: table, entries: e,
		marks: func(c customerspets.Customer) []uuid.UUID { return c.ColourCodeIDs.Get() },
		isAlike: func(a, b customerspets.Customer) bool {
			return bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text())
		},
		remove: "delete from customerspets.customer_colour_codes where account_id = $1 and customer_id = any($2)",
		insert: `insert into customerspets.customer_colour_codes (account_id, colour_code_id, customer_id)
			select $1, m.code, m.customer from unnest($2::uuid[], $3::uuid[]) as m (code, customer)`,
	}
}

func markedPets(table *postgres.Table[customerspets.Pet], e entries) marked[customerspets.Pet, string] {
	return marked[customerspets.Pet, string]{
		Table: table, entries: e,
		marks: marksOfPet,
		isAlike: func(a, b customerspets.Pet) bool {
			return bytes.Equal(a.BreedIDs.Text(), b.BreedIDs.Text()) && bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text()) &&
				bytes.Equal(a.Tags.Text(), b.Tags.Text())
		},
		remove: "delete from customerspets.pet_marks where account_id = $1 and pet_id = any($2)",
		insert: `insert into customerspets.pet_marks (account_id, mark, pet_id)
			select $1, m.mark, m.pet from unnest($2::text[], $3::uuid[]) as m (mark, pet)`,
	}
}

// Insert implements record.Store.
func (m marked[R, M]) Insert(ctx context.Context, records ...R) error {
	if err := m.Table.Insert(ctx, records...); err != nil {
		return err
	}
	return m.mark(ctx, records)
}

func (m marked[R, M]) mark(ctx context.Context, records []R) error {
	var list []M
	var owners []uuid.UUID
	for i := range records {
		for _, mark := range m.marks(records[i]) {
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

// Update implements record.Store. It writes marks anew where they have changed.
func (m marked[R, M]) Update(ctx context.Context, changes ...record.Change[R]) error {
	if err := m.Table.Update(ctx, changes...); err != nil {
		return err
	}
	var changed []R
	var ids []uuid.UUID
	for i := range changes {
		c := &changes[i]
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
	return m.mark(ctx, changed)
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
