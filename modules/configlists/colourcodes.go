package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ColourCodeType says what a colour code marks.
type ColourCodeType string

// The types of colour codes, which are named like the forms.
const (
	PetColour      ColourCodeType = "pet"
	CustomerColour ColourCodeType = "customer"
)

// LastNumber is the highest number that a colour code can have.
const LastNumber = 9999

// ColourCode is a coloured mark that staff put on pets or customers, as the API and events show it.
type ColourCode struct {
	record.Meta
	Type        ColourCodeType `json:"type" enum:"pet,customer" doc:"What it marks; never changes" example:"pet"`
	Number      int            `json:"number" minimum:"1" maximum:"9999" doc:"Number, unique in the account and type" example:"3"`
	Name        string         `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      string         `json:"colour" minLength:"7" maxLength:"7" format:"colour" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string        `json:"description" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
	ExternalID  *string        `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"CC-1"`
}

// ColourCodeCreate is what a new colour code is made from.
type ColourCodeCreate struct {
	Type ColourCodeType `json:"type" enum:"pet,customer" doc:"What it marks; never changes" example:"pet"`

	Number *int   `json:"number,omitempty" minimum:"1" maximum:"9999" doc:"Unique in the account and type; left out: the next" example:"3"`
	Name   string `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`

	Colour      string  `json:"colour" minLength:"7" maxLength:"7" format:"colour" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string `json:"description,omitempty" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
	ExternalID  *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"CC-1"`
}

// ColourCodePatch is a merge patch of a colour code; its type never changes.
type ColourCodePatch struct {
	Number      patch.Field[int]    `json:"number,omitzero" nullable:"false" minimum:"1" maximum:"9999" example:"4"`
	Name        patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"60" example:"Feeds alone"`
	Colour      patch.Field[string] `json:"colour,omitzero" nullable:"false" minLength:"7" maxLength:"7" format:"colour" example:"#E4572E"`
	Description patch.Field[string] `json:"description,omitzero" maxLength:"300" example:"Separate bowls, separate room"`
	ExternalID  patch.Field[string] `json:"external_id,omitzero" maxLength:"100" example:"CC-1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ColourCodePatch) Docs() map[string]string {
	return map[string]string{
		"number":      "New number, unique in the account and type",
		"description": "What staff do about it; null clears",
	}
}

// NextNumber is the number that the next colour code of a type gets when none is given.
type NextNumber struct {
	Type   ColourCodeType `json:"type" enum:"pet,customer" doc:"The type" example:"pet"`
	Number int            `json:"number" minimum:"1" maximum:"9999" doc:"The highest number of the type + 1; nothing is reserved" example:"4"`
}

func (c ColourCodeCreate) colourCode(account uuid.UUID, number int) ColourCode {
	return ColourCode{record.New(account), c.Type, number, c.Name, c.Colour, text.Optional(c.Description),
		text.Optional(c.ExternalID)}
}

func (p ColourCodePatch) apply(_ context.Context, c *ColourCode) error {
	var errs apperr.FieldErrors
	p.Number.NotNull(&c.Number, "number", &errs)
	p.Name.NotNull(&c.Name, "name", &errs)
	p.Colour.NotNull(&c.Colour, "colour", &errs)
	patch.Text(p.Description, &c.Description)
	patch.Text(p.ExternalID, &c.ExternalID)
	return errs.Err()
}

// ListColourCodes lists colour codes by type and number; kind "" is both types. Customers get those of the types that they may see.
func (s *Service) ListColourCodes(ctx context.Context, account uuid.UUID, kind ColourCodeType,
	page paging.Request) (paging.Page[ColourCode], error) {
	var kinds []ColourCodeType
	for _, each := range []ColourCodeType{CustomerColour, PetColour} {
		shown, err := s.shows(ctx, account, Form(each), ColourCodes)
		if err != nil {
			return paging.Page[ColourCode]{}, err
		}
		if shown && (kind == "" || kind == each) {
			kinds = append(kinds, each)
		}
	}
	return s.store.ColourCodes.List(ctx, account, kinds, page)
}

// GetColourCode is one colour code; apperr.NotFound when there is none, and for customers who may not see it.
func (s *Service) GetColourCode(ctx context.Context, account, id uuid.UUID) (ColourCode, error) {
	c, err := s.store.ColourCodes.Get(ctx, account, id)
	if err != nil {
		return ColourCode{}, err
	}
	if err := s.mayRead(ctx, account, Form(c.Type), ColourCodes, "colour code"); err != nil {
		return ColourCode{}, err
	}
	return c, nil
}

// GetNextNumber is the highest number of the type + 1, and 1 when there is none; it reserves nothing. It fails with
// ErrNumbersFull.
func (s *Service) GetNextNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType) (NextNumber, error) {
	last, err := s.store.ColourCodes.LastNumber(ctx, account, kind)
	if err != nil {
		return NextNumber{}, err
	}
	if last >= LastNumber {
		return NextNumber{}, ErrNumbersFull
	}
	return NextNumber{kind, last + 1}, nil
}

// CreateColourCode adds a colour code, with the next number when none is given. It fails with ErrNumberTaken,
// ErrExternalIDTaken or ErrNumbersFull.
func (s *Service) CreateColourCode(ctx context.Context, account uuid.UUID, create ColourCodeCreate) (c ColourCode, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		// Whoever sets a number holds this lock, so nobody takes the next number between reading and using it.
		if err := s.lock(ctx, account, create.Type.lock()); err != nil {
			return err
		}
		number := create.Number
		if number == nil {
			next, err := s.GetNextNumber(ctx, account, create.Type)
			if err != nil {
				return err
			}
			number = &next.Number
		}
		c, err = s.colourCodes.Create(ctx, create.colourCode(account, *number))
		return err
	})
	return c, err
}

// UpdateColourCode changes a colour code. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, ErrNumberTaken
// or ErrExternalIDTaken.
func (s *Service) UpdateColourCode(ctx context.Context, account, id uuid.UUID, change ColourCodePatch,
	match patch.Precondition) (c ColourCode, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if change.Number.Set {
			// As in CreateColourCode, the lock on the numbers comes before the one on the row.
			c, err := s.store.ColourCodes.Get(ctx, account, id) // its type never changes
			if err != nil {
				return err
			}
			if err := s.lock(ctx, account, c.Type.lock()); err != nil {
				return err
			}
		}
		c, err = s.colourCodes.Update(ctx, account, id, match, change.apply)
		return err
	})
	return c, err
}

// DeleteColourCode removes a colour code, also from pets or customers in the same transaction. It fails with
// apperr.NotFound or apperr.VersionMismatch.
func (s *Service) DeleteColourCode(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.colourCodes.Delete(ctx, account, id, match, func(ctx context.Context, c ColourCode) error {
		return s.bus.Publish(ctx, ColourCodeDeleted{account, c.Type, id})
	})
}
