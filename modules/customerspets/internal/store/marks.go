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

// What pets are marked with (breeds, colour codes, tags) is kept once more in the order in which the list by one of them is read.

func tagMark(tag string) string { return "#" + tag }

// whereMarked narrows a list to pets with all marks; it is read in the order of the first one.
func whereMarked(q *postgres.Query, marks []string) {
	for i, mark := range marks {
		if i == 0 {
			q.From("customerspets.pet_marks m join customerspets.pets t on t.account_id = m.account_id and t.id = m.pet_id").
				Where("m.account_id = $1").Where("m.mark = ?", mark).
				OrderBy(postgres.Order{By: "m.pet_id", Type: "uuid", Desc: true})
			continue
		}
		q.Where("exists (select from customerspets.pet_marks o where o.account_id = $1 and o.mark = ? and o.pet_id = t.id)", mark)
	}
}

func marksOf(f customerspets.PetFilter) (marks []string) {
	for _, id := range []uuid.UUID{f.Breed, f.ColourCode} {
		if id != uuid.Nil {
			marks = append(marks, id.String())
		}
	}
	if f.Tag != "" {
		marks = append(marks, tagMark(f.Tag))
	}
	return marks
}

func isMarkedAlike(a, b customerspets.Pet) bool {
	return bytes.Equal(a.BreedIDs.Text(), b.BreedIDs.Text()) && bytes.Equal(a.ColourCodeIDs.Text(), b.ColourCodeIDs.Text()) &&
		bytes.Equal(a.Tags.Text(), b.Tags.Text())
}

// remark writes the marks of pets of an account anew.
func (s *Pets) remark(ctx context.Context, changes []record.Change[customerspets.Pet]) error {
	var pets []customerspets.Pet
	var ids []uuid.UUID
	for _, c := range changes {
		if !isMarkedAlike(c.Before, c.After) {
			pets, ids = append(pets, c.After), append(ids, c.After.ID)
		}
	}
	if len(pets) == 0 {
		return nil
	}
	err := s.db.Queue(ctx, nil, "delete from customerspets.pet_marks where account_id = $1 and pet_id = any($2)", pets[0].AccountID, ids)
	if err != nil {
		return fmt.Errorf("take marks off pets: %w", err)
	}
	return s.mark(ctx, pets)
}

func (s *Pets) mark(ctx context.Context, pets []customerspets.Pet) error {
	var ids []uuid.UUID
	var marks []string
	for _, p := range pets {
		for _, id := range append(append([]uuid.UUID{}, p.BreedIDs.Get()...), p.ColourCodeIDs.Get()...) {
			ids, marks = append(ids, p.ID), append(marks, id.String())
		}
		for _, tag := range p.Tags.Get() {
			ids, marks = append(ids, p.ID), append(marks, tagMark(tag))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	err := s.db.Queue(ctx, nil, `insert into customerspets.pet_marks (account_id, mark, pet_id)
		select $1, m.mark, m.pet from unnest($2::text[], $3::uuid[]) as m (mark, pet)`, pets[0].AccountID, marks, ids)
	if err != nil {
		return fmt.Errorf("mark pets: %w", err)
	}
	return nil
}
