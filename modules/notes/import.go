package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// NoteLine is an import line of type "note"; it names exactly one of customer, pet and order by external id. A note that was
// deleted here stays deleted, whatever the line says.
type NoteLine struct {
	importing.Dated
	Customer *string `json:"customer,omitempty" minLength:"1" maxLength:"100" doc:"External id of the customer it is about" example:"C-1"`
	Pet      *string `json:"pet,omitempty" minLength:"1" maxLength:"100" doc:"External id of the pet it is about" example:"P-1"`
	Order    *string `json:"order,omitempty" minLength:"1" maxLength:"100" doc:"External id of the order it is about" example:"O-1"`
	Title    *string `json:"title,omitempty" maxLength:"150" doc:"Headline" example:"Feeding"`
	Body     string  `json:"body" minLength:"1" maxLength:"10000" doc:"The note itself" example:"Eats only when somebody sits next to him."`

	Category   Category   `json:"category,omitempty" doc:"Kind of note (general)"`
	Pinned     bool       `json:"pinned,omitempty" doc:"Whether it comes first in lists (false)"`
	Visibility Visibility `json:"visibility,omitempty" enum:"staff,customer" doc:"Who may read it (staff)"`

	Author *string `json:"author,omitempty" minLength:"1" maxLength:"250" doc:"Who wrote it; does not change later" example:"Sam at the desk"`

	WrittenBy *caller.Actor `json:"written_by,omitempty" doc:"Who wrote it, as exports say; all of it counts if ids are kept, else the name"`
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
		Export: importing.Exported[NoteLine](s.notes, importing.Export[Note]{
			Values: map[string]func(*Note, importing.Name) any{
				"customer": aboutOne(Customer), "pet": aboutOne(Pet), "order": aboutOne(Order),
				"author": nil,
				"written_by": func(n *Note, _ importing.Name) any {
					if by := n.Author.Get(); by != nil {
						return by
					}
					return nil
				},
			},
			Without: map[string]string{"parent": "it is customer, pet or order"},
		}),
	})
}

// aboutOne is the name of the record that a note is about, if it is of a type.
func aboutOne(of ParentType) func(*Note, importing.Name) any {
	return func(n *Note, name importing.Name) any {
		if n.Parent.Type != of {
			return nil
		}
		return name(string(of), n.Parent.ID)
	}
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
	return importing.Upsert(ctx, s.notes, account, batch, func(line importing.Record[NoteLine], to *Note) error {
		refs := line.Line.parents()
		if len(refs) != 1 {
			line.Errors.Add("customer", "exactly_one", "is wanted, or pet, or order: a note is about exactly one record")
			return nil
		}
		parent := Parent{refs[0].of, resolve(string(refs[0].of), refs[0].externalID)}
		if line.Exists && to.Parent != parent {
			line.Errors.Add(string(parent.Type), "immutable", "is not what the note is about so far, and that cannot change")
			return nil
		}
		to.Parent = parent
		if !line.Exists {
			to.Author = jsonb.New(caller.From(ctx).Author())
			if name := text.Optional(line.Line.Author); name != nil {
				to.Author = jsonb.New(&caller.Actor{Type: "import", Name: *name})
			}
			switch by := line.Line.WrittenBy; {
			case line.Kept != nil:
				to.Author = jsonb.New(by)
			case by != nil:
				to.Author = jsonb.New(&caller.Actor{Type: "import", Name: by.Name})
			}
		}
		l := line.Line
		NoteCreate{l.Title, l.Body, l.Category, l.Pinned, l.Visibility, &line.ExternalID}.apply(to)
		return nil
	})
}
