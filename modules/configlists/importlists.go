package configlists

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// BreedLine is an import line of type "breed". The name and species say which breed it is, whatever the case of the name; the
// external id only names the line. A breed that the account has stays as it is.
type BreedLine struct {
	Name    string `json:"name" minLength:"1" maxLength:"80" example:"Cavapoo"`
	Species string `json:"species" format:"species" doc:"The species that has it" example:"dog"`
}

// Docs describes the keys whose texts are too long for a tag.
func (BreedLine) Docs() map[string]string {
	return map[string]string{"name": "Name, in any case; identifies the breed in the species. A breed that was deleted is made anew"}
}

func (l BreedLine) key() string { return l.Species + " " + namesOf(l.Name).NameKey }

// StatusLine is an import line of type "secondary_pet_status". The name says which status it is, whatever its case; the external
// id only names the line. A status that the account has stays as it is, new ones come last.
type StatusLine struct {
	Name string `json:"name" minLength:"1" maxLength:"60" example:"Needs assessment"`
}

// Docs describes the keys whose texts are too long for a tag.
func (StatusLine) Docs() map[string]string {
	return map[string]string{"name": "Name, in any case; it says which status it is. A status that was deleted is made anew"}
}

func (l StatusLine) key() string { return namesOf(l.Name).NameKey }

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

// BreedImport offers "breed" to the import.
func (s *Service) BreedImport() importing.Type {
	return importing.For("configlists", importing.Spec[BreedLine]{
		Name: breed, Unique: &importing.Unique[BreedLine]{Field: "name", Of: BreedLine.key}, Apply: s.importBreeds,
	})
}

// StatusImport offers "secondary_pet_status" to the import.
func (s *Service) StatusImport() importing.Type {
	return importing.For("configlists", importing.Spec[StatusLine]{
		Name: secondaryPetStatus, Unique: &importing.Unique[StatusLine]{Field: "name", Of: StatusLine.key}, Apply: s.importStatuses,
	})
}

// ColourCodeImport offers "colour_code" to the import.
func (s *Service) ColourCodeImport() importing.Type {
	return importing.For("configlists", importing.Spec[ColourCodeLine]{
		Name: colourCode, Unique: &importing.Unique[ColourCodeLine]{Field: "number", Of: ColourCodeLine.key}, Apply: s.importColourCodes,
	})
}

func (s *Service) importBreeds(ctx context.Context, account uuid.UUID, batch []importing.Record[BreedLine], _ importing.Resolve) error {
	if err := s.loadMasterList(ctx, account); err != nil {
		return err
	}
	names := map[string][]string{}
	for _, line := range batch {
		names[line.Line.Species] = append(names[line.Line.Species], line.Line.Name)
	}
	known := map[string]uuid.UUID{}
	for species, list := range names {
		found, err := s.store.Breeds.Folded(ctx, account, species, foldsOf(list))
		if err != nil {
			return err
		}
		for _, b := range found {
			known[BreedLine{b.Name, species}.key()] = b.ID
		}
	}
	lines := importing.Matched(batch, "name", BreedLine.key, known)
	return importing.Upsert(ctx, s.breeds, account, lines, func(line importing.Record[BreedLine], to *Breed) error {
		if !line.Exists {
			*to = BreedCreate(line.Line).breed(to.Meta, Custom)
		}
		return nil
	})
}

func (s *Service) importStatuses(ctx context.Context, account uuid.UUID, batch []importing.Record[StatusLine], _ importing.Resolve) error {
	if err := s.lock(ctx, account, statusList); err != nil {
		return err
	}
	names := make([]string, len(batch))
	for i, line := range batch {
		names[i] = line.Line.Name
	}
	found, err := s.store.Statuses.Folded(ctx, account, foldsOf(names))
	if err != nil {
		return err
	}
	last, err := s.store.Statuses.LastOrder(ctx, account)
	if err != nil {
		return err
	}
	known := map[string]uuid.UUID{}
	for _, status := range found {
		known[status.NameKey] = status.ID
	}
	lines := importing.Matched(batch, "name", StatusLine.key, known)
	return importing.Upsert(ctx, s.statuses, account, lines, func(line importing.Record[StatusLine], to *SecondaryPetStatus) error {
		if !line.Exists {
			last++
			*to = SecondaryPetStatus{to.Meta, line.Line.Name, last, namesOf(line.Line.Name)}
		}
		return nil
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
