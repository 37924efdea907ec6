package configlists

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ColourCodeLine is an import line of type "colour_code". A colour code without external_id that has the number
// in the type gets that of the line.
type ColourCodeLine struct {
	Type   ColourCodeType `json:"colour_code_type" enum:"pet,customer" doc:"What it marks" example:"pet"`
	Number int            `json:"number" minimum:"1" maximum:"9999" example:"3"`

	Name        string  `json:"name" minLength:"1" maxLength:"60" doc:"What it means" example:"Feeds alone"`
	Colour      string  `json:"colour" minLength:"7" maxLength:"7" format:"colour" doc:"The colour, #RRGGBB" example:"#E4572E"`
	Description *string `json:"description,omitempty" maxLength:"300" doc:"What staff do about it" example:"Separate bowls, separate room"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ColourCodeLine) Docs() map[string]string {
	return map[string]string{"number": "Unique in the type: a colour code without external_id that has the number gets that of the line"}
}

func (l ColourCodeLine) key() string { return string(l.Type) + " " + strconv.Itoa(l.Number) }

// ColourCodeImport offers "colour_code" to the import.
func (s *Service) ColourCodeImport() importing.Type {
	return importing.For("configlists", importing.Spec[ColourCodeLine]{
		Name: colourCode, Find: s.store.ColourCodes.IDs, Apply: s.importColourCodes,
		Unique: &importing.Unique[ColourCodeLine]{Field: "number", Of: ColourCodeLine.key, Holders: importing.Identified(s.colourCodeEntries),
			Taken: "is the number of a colour code with another external_id"},
		Export: importing.Exported[ColourCodeLine](s.colourCodes, importing.Export[ColourCode]{
			Values: map[string]func(*ColourCode, importing.Name) any{
				"colour_code_type": func(c *ColourCode, _ importing.Name) any { return c.Type },
			},
			Without: map[string]string{"type": "it is colour_code_type, because type is that of the line"},
		}),
	})
}

// colourCodeEntries finds colour codes by their keys.
func (s *Service) colourCodeEntries(ctx context.Context, account uuid.UUID, keys []string) (map[string]importing.Entry, error) {
	known := map[string]importing.Entry{}
	for _, kind := range []ColourCodeType{CustomerColour, PetColour} {
		var numbers []int
		for _, key := range keys {
			if digits, ok := strings.CutPrefix(key, string(kind)+" "); ok {
				number, _ := strconv.Atoi(digits)
				numbers = append(numbers, number)
			}
		}
		if len(numbers) == 0 {
			continue
		}
		found, err := s.store.ColourCodes.Named(ctx, account, kind, numbers, nil)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			known[ColourCodeLine{Type: kind, Number: c.Number}.key()] = importing.Entry{ID: c.ID, ExternalID: c.ExternalID}
		}
	}
	return known, nil
}

func (s *Service) importColourCodes(ctx context.Context, account uuid.UUID, batch []importing.Record[ColourCodeLine],
	_ importing.Resolve) error {
	for _, kind := range []ColourCodeType{CustomerColour, PetColour} {
		if err := s.lock(ctx, account, kind.lock()); err != nil {
			return err
		}
	}
	lines, err := importing.Adopt(ctx, account, batch, "number", ColourCodeLine.key, s.colourCodeEntries)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.colourCodes, account, lines, func(line importing.Record[ColourCodeLine], to *ColourCode) error {
		l := line.Line
		if line.Exists && to.Type != l.Type {
			line.Errors.Add("colour_code_type", "immutable", "is not the type of the colour code, "+string(to.Type)+", and that cannot change")
		}
		*to = ColourCode{to.Meta, l.Type, l.Number, l.Name, l.Colour, text.Optional(l.Description), &line.ExternalID}
		return nil
	})
}
