package configlists

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// BreedLine is an import line of type "breed". A breed without external_id that has the name in the species, such as one of the master
// list, gets that of the line.
type BreedLine struct {
	Name    string `json:"name" minLength:"1" maxLength:"80" example:"Cavapoo"`
	Species string `json:"species" format:"species" doc:"The species that has it" example:"dog"`
	Source  Source `json:"source,omitempty" enum:"master,custom" doc:"Where it is from; counts for a new one that keeps its id (custom)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (BreedLine) Docs() map[string]string {
	return map[string]string{"name": "Unique in the species, in any case: a breed without external_id that has the name gets that of the line"}
}

func (l BreedLine) key() string { return l.Species + " " + namesOf(l.Name).NameKey }

// BreedImport offers "breed" to the import.
func (s *Service) BreedImport() importing.Type {
	return importing.For("configlists", importing.Spec[BreedLine]{
		Name: breed, Find: s.store.Breeds.IDs, Apply: s.importBreeds,
		Unique: &importing.Unique[BreedLine]{Field: "name", Of: BreedLine.key, Holders: importing.Identified(s.breedEntries),
			Taken: "is the name of a breed with another external_id"},
		Export: importing.Exported[BreedLine](s.breeds, importing.Export[Breed]{}),
	})
}

// breedEntries finds breeds by their keys.
func (s *Service) breedEntries(ctx context.Context, account uuid.UUID, keys []string) (map[string]importing.Entry, error) {
	names := map[string][]string{}
	for _, key := range keys {
		species, name, _ := strings.Cut(key, " ")
		names[species] = append(names[species], name)
	}
	known := map[string]importing.Entry{}
	for species, list := range names {
		found, err := s.store.Breeds.Named(ctx, account, species, Named{Folds: lists.Map(list, text.Fold)})
		if err != nil {
			return nil, err
		}
		for _, b := range found {
			known[BreedLine{Name: b.Name, Species: species}.key()] = importing.Entry{ID: b.ID, ExternalID: b.ExternalID}
		}
	}
	return known, nil
}

func (s *Service) importBreeds(ctx context.Context, account uuid.UUID, batch []importing.Record[BreedLine], _ importing.Resolve) error {
	keeps := func(r importing.Record[BreedLine]) bool { return r.Kept != nil }
	if !slices.ContainsFunc(batch, keeps) { // else the file has the list, with its ids
		if err := s.loadMasterList(ctx, account); err != nil {
			return err
		}
	}
	lines, err := importing.Adopt(ctx, account, batch, "name", BreedLine.key, s.breedEntries)
	if err != nil {
		return err
	}
	var renamed []*Breed
	err = importing.Upsert(ctx, s.breeds, account, lines, func(line importing.Record[BreedLine], to *Breed) error {
		before, from := *to, Custom
		switch {
		case line.Exists:
			from = before.Source
		case line.Kept != nil:
			from = cmp.Or(line.Line.Source, Custom)
		}
		*to = BreedCreate{line.Line.Name, line.Line.Species, &line.ExternalID}.breed(to.Meta, from)
		switch {
		case !line.Exists:
		case before.NameKey != to.NameKey || before.Species != to.Species:
			renamed = append(renamed, to)
		default: // case does not count
			to.Name, to.Names = before.Name, before.Names
		}
		return nil
	})
	for _, b := range renamed {
		if err == nil {
			err = s.bus.Publish(ctx, BreedChanged{account, *b})
		}
	}
	return err
}
