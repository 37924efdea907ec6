package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/importing"
)

// NoteLine is an import line of type "note"; it names exactly one of customer, pet and order by external id.
type NoteLine struct {
	Customer   *string    `json:"customer,omitempty" minLength:"1" maxLength:"100" doc:"External id of the customer it is about" example:"C-1"`
	Pet        *string    `json:"pet,omitempty" minLength:"1" maxLength:"100" doc:"External id of the pet it is about" example:"P-1"`
	Order      *string    `json:"order,omitempty" minLength:"1" maxLength:"100" doc:"External id of the order it is about" example:"O-1"`
	Title      *string    `json:"title,omitempty" maxLength:"150" doc:"Headline" example:"Feeding"`
	Body       string     `json:"body" minLength:"1" maxLength:"10000" doc:"The note itself" example:"Eats only when somebody sits next to him."`
	Category   Category   `json:"category,omitempty" enum:"general,medical,behaviour,grooming,boarding,billing,incident,other" doc:"What sort of note it is (general)"`
	Pinned     bool       `json:"pinned,omitempty" doc:"Whether it comes first in lists (false)"`
	Visibility Visibility `json:"visibility,omitempty" enum:"staff,customer" doc:"Who may read it (staff)"`
}

// Import offers "note" to the import.
func (s *Service) Import() importing.Type {
	return importing.For("notes", importing.Spec[NoteLine]{
		Name:  "note",
		After: []string{"customer", "pet", "order"},
		Refs: func(l *NoteLine, refer func(field, recordType, externalID string)) {
			for _, p := range l.parents() {
				refer(string(p.of), string(p.of), p.externalID)
			}
		},
		Find:  s.store.IDs,
		Apply: s.importNotes,
	})
}

type parentRef struct {
	of         ParentType
	externalID string
}

// parents are the references of a line; a sound line has one.
func (l *NoteLine) parents() []parentRef {
	var list []parentRef
	add := func(of ParentType, externalID *string) {
		if externalID != nil {
			list = append(list, parentRef{of, *externalID})
		}
	}
	add(Customer, l.Customer)
	add(Pet, l.Pet)
	add(Order, l.Order)
	return list
}

func (s *Service) importNotes(ctx context.Context, account uuid.UUID, batch []importing.Record[NoteLine], resolve importing.Resolve) error {
	known, err := s.store.LockAll(ctx, account, importing.Existing(batch))
	if err != nil {
		return err
	}
	now := s.clock.Now()
	out, err := importing.Upsert[NoteLine, Note]{
		Created: Created, Updated: Updated,
		Make: func(r importing.Record[NoteLine]) Note {
			return Note{ID: r.ID, AccountID: account, Author: author(caller.From(ctx)), CreatedAt: now, UpdatedAt: now, Version: 1}
		},
		Apply: func(r importing.Record[NoteLine], to *Note) { apply(r, to, resolve) },
		Touch: func(to *Note) { to.Version, to.UpdatedAt = to.Version+1, now },
	}.Plan(account, batch, known)
	if err != nil {
		return err
	}
	if err := s.store.Save(ctx, out.Created, out.Changed); err != nil {
		return err
	}
	return s.events.Record(ctx, out.Events...)
}

func apply(r importing.Record[NoteLine], to *Note, resolve importing.Resolve) {
	refs := r.Line.parents()
	if len(refs) != 1 {
		r.Errors.Add("customer", "exactly_one", "is wanted, or pet, or order: a note is about exactly one record")
		return
	}
	parent := Parent{refs[0].of, resolve(string(refs[0].of), refs[0].externalID)}
	if to.Parent != (Parent{}) && to.Parent != parent {
		r.Errors.Add(string(parent.Type), "immutable", "is not what the note is about so far, and that cannot change")
		return
	}
	line := NoteCreate{r.Line.Title, r.Line.Body, r.Line.Category, r.Line.Pinned, r.Line.Visibility, &r.ExternalID}.note()
	line.ID, line.AccountID, line.Parent, line.Author = to.ID, to.AccountID, parent, to.Author
	line.CreatedAt, line.UpdatedAt, line.Version = to.CreatedAt, to.UpdatedAt, to.Version
	*to = line
}
