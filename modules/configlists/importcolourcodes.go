package configlists

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ColourCodeLine is an import line of type "colour_code". Its type and number say which colour code it is; the external id only
// names the line.
type ColourCodeLine struct {
	Type   ColourCodeType `json:"colour_code_type" enum:"pet,customer" doc:"What it marks" example:"pet"`
	Number int            `json:"number" minimum:"1" maximum:"9999" example:"3"`

	Name        string  `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      string  `json:"colour" minLength:"7" maxLength:"7" format:"colour" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string `json:"description,omitempty" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ColourCodeLine) Docs() map[string]string {
	return map[string]string{"number": "Its number; identifies it in the type. A colour code that was deleted is made anew"}
}

func (l ColourCodeLine) key() string { return string(l.Type) + " " + strconv.Itoa(l.Number) }

// ColourCodeImport offers "colour_code" to the import.
func (s *Service) ColourCodeImport() importing.Type {
	return importing.For("configlists", importing.Spec[ColourCodeLine]{
		Name: colourCode, Unique: &importing.Unique[ColourCodeLine]{Field: "number", Of: ColourCodeLine.key}, Apply: s.importColourCodes,
	})
}

func (s *Service) importColourCodes(ctx context.Context, account uuid.UUID, batch []importing.Record[ColourCodeLine],
	_ importing.Resolve) error {
	known := map[string]uuid.UUID{}
	for _, kind := range []ColourCodeType{CustomerColour, PetColour} {
		var numbers []int
		for _, line := range batch {
			if line.Line.Type == kind {
				numbers = append(numbers, line.Line.Number)
			}
		}
		if len(numbers) == 0 {
			continue
		}
		if err := s.lock(ctx, account, kind.lock()); err != nil {
			return err
		}
		found, err := s.store.ColourCodes.Numbered(ctx, account, kind, numbers)
		if err != nil {
			return err
		}
		for _, c := range found {
			known[ColourCodeLine{Type: kind, Number: c.Number}.key()] = c.ID
		}
	}
	lines := importing.Matched(batch, "number", ColourCodeLine.key, known)
	return importing.Upsert(ctx, s.colourCodes, account, lines, func(line importing.Record[ColourCodeLine], to *ColourCode) error {
		l := line.Line
		*to = ColourCode{to.Meta, l.Type, l.Number, l.Name, l.Colour, text.Optional(l.Description)}
		return nil
	})
}
