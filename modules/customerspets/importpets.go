package customerspets

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// PetLine is an import line of type "pet": the pet as it is to be. A key that is left out or null is emptied.
type PetLine struct {
	importing.Dated
	Customer string `json:"customer" minLength:"1" maxLength:"100" doc:"External id of the owner" example:"C-0001"`
	Name     string `json:"name" minLength:"1" maxLength:"100" doc:"Name" example:"Biscuit"`
	Species  string `json:"species" format:"species" doc:"Species" example:"dog"`
	PetDetails

	Weight patch.Field[PetWeight] `json:"weight,omitzero" doc:"Weight: both keys, because nothing of a pet stays that its line leaves out"`

	Breeds             []string `json:"breeds,omitempty" maxItems:"5" uniqueItems:"true" minLength:"1" maxLength:"100"`
	SecondaryPetStatus *string  `json:"secondary_pet_status,omitempty" maxLength:"100" doc:"Name or external id of one" example:"Senior"`

	ColourCodes []importing.NumberOrID `json:"colour_codes,omitempty" maxItems:"20" uniqueItems:"true" format:"number-or-id" maxLength:"100"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PetLine) Docs() map[string]string {
	return map[string]string{
		"breeds":       "Breeds of the account and species, in order, by external id or name",
		"colour_codes": "Colour codes of type pet, by number (7) or external id (\"CC-7\")",
	}
}

// PetImport offers "pet" to the import.
func (s *Service) PetImport() importing.Type {
	return importing.For("customerspets", importing.Spec[PetLine]{
		Name:  "pet",
		After: []string{"customer", "breed", "secondary_pet_status", "colour_code", "pet_field"},
		Refs: func(line *PetLine, refer func(field, recordType, externalID string)) {
			refer("customer", "customer", line.Customer)
		},
		Find:  s.pets.IDs,
		Words: s.petWords,
		Apply: s.importPets,
		Export: importing.Exported[PetLine](s.petLife, importing.Export[Pet]{
			Names: map[string]string{"customer": "customer", "breeds": "breed", "secondary_pet_status": "secondary_pet_status",
				"colour_codes": "colour_code"},
			Without: map[string]string{"merged_into": "only events have it", "breed": "it follows from the breeds",
				"photo":         "files are not exported",
				"photo_file_id": "files are not exported", "secondary_pet_status": "it follows from secondary_pet_status_id"},
		}),
	})
}

func (s *Service) petWords(ctx context.Context, account uuid.UUID) (map[string]map[string]string, error) {
	all, err := s.words(ctx, account, OfPets)
	if err != nil {
		return nil, err
	}
	names, err := s.lists.BreedNames(ctx, account)
	breeds := make(map[string]string, len(names))
	for _, name := range names {
		breeds[text.Fold(name)] = name
	}
	all["breeds"] = breeds
	return all, err
}

func (s *Service) importPets(ctx context.Context, account uuid.UUID, batch []importing.Record[PetLine], resolve importing.Resolve) error {
	b, err := s.preparePets(ctx, account, batch)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.petLife, account, batch, func(line importing.Record[PetLine], to *Pet) error {
		return b.apply(line, resolve("customer", line.Line.Customer), to)
	})
}

// petBatch is a batch with everything held that it depends on.
type petBatch struct {
	*Service
	form     Form
	needed   requirements
	breeds   map[string]map[string]Breed // by species and what lines call them
	statuses map[string]uuid.UUID        // by what lines call them
	codes    map[string]uuid.UUID
	reader   *reader
}

func (s *Service) preparePets(ctx context.Context, account uuid.UUID, batch []importing.Record[PetLine]) (b *petBatch, err error) {
	b = &petBatch{Service: s, reader: s.reader(ctx, account, nil)}
	if b.form, err = s.lists.FormForShare(ctx, account, OfPets); err != nil {
		return nil, err
	}
	b.needed = b.form.requirements(ctx)
	var codes []importing.NumberOrID
	breeds, statuses := map[string][]string{}, []string{}
	for _, line := range batch {
		l := line.Line
		codes = append(codes, l.ColourCodes...)
		if len(l.Breeds) > 0 {
			breeds[l.Species] = append(breeds[l.Species], l.Breeds...)
		}
		if name := text.Optional(l.SecondaryPetStatus); name != nil {
			statuses = append(statuses, *name)
		}
	}
	if err := b.holdBreeds(ctx, account, breeds); err != nil {
		return nil, err
	}
	if err := b.holdStatuses(ctx, account, statuses); err != nil {
		return nil, err
	}
	b.codes, err = s.namedCodesForShare(ctx, account, OfPets, codes)
	return b, err
}

// holdBreeds finds the breeds, then holds them by id: the names are those that are held.
func (b *petBatch) holdBreeds(ctx context.Context, account uuid.UUID, names map[string][]string) error {
	b.breeds = map[string]map[string]Breed{}
	var breeds []uuid.UUID
	for species, names := range names {
		found, err := b.lists.BreedsNamed(ctx, account, species, text.Distinct(names))
		if err != nil {
			return err
		}
		b.breeds[species] = found
		for _, breed := range found {
			breeds = append(breeds, breed.ID)
		}
	}
	if len(breeds) == 0 {
		return nil
	}
	held, err := b.lists.BreedsForShare(ctx, account, ids.Distinct(breeds))
	for species, found := range b.breeds {
		for name, breed := range found {
			found[name] = held[breed.ID]
		}
		maps.DeleteFunc(found, func(_ string, breed Breed) bool { return breed.Species != species })
	}
	return err
}

func (b *petBatch) holdStatuses(ctx context.Context, account uuid.UUID, names []string) (err error) {
	if len(names) == 0 {
		return nil
	}
	if b.statuses, err = b.lists.StatusesNamed(ctx, account, text.Distinct(names)); err != nil {
		return err
	}
	held, err := b.lists.StatusesForShare(ctx, account, ids.Distinct(slices.Collect(maps.Values(b.statuses))))
	maps.DeleteFunc(b.statuses, func(_ string, id uuid.UUID) bool { _, ok := held[id]; return !ok })
	return err
}

// apply makes the pet what the line says.
func (b *petBatch) apply(r importing.Record[PetLine], owner uuid.UUID, to *Pet) error {
	line, before := &r.Line, *to
	external := &r.ExternalID
	if r.Exists && !sameText(before.ExternalID, external) { // the line is of a pet that was merged into this one
		owner, external = before.CustomerID, before.ExternalID
	}
	if r.Exists && before.CustomerID != owner {
		r.Errors.Add("customer", "immutable", "is another customer than the pet's owner: transfer the pet first")
		owner = before.CustomerID
	}
	if !r.Exists || r.Given == nil {
		*to = newPet(to.Meta, owner)
	}
	to.ExternalID, to.Name, to.Species = external, line.Name, line.Species
	b.reader.faults = r.Errors
	line.Sex, line.Altered, line.Status = orLeftOut(line.Sex), orLeftOut(line.Altered), orLeftOut(line.Status)
	w := line.Weight
	weight := PetWeightPatch{Value: patch.Of(w.Value.Value), Unit: patch.Of(w.Value.Unit)}
	line.PetDetails.Weight = patch.Field[PetWeightPatch]{Set: w.Set, Null: w.Null, Value: weight}
	line.apply(b.reader, to)
	if !r.Keeps("breeds") {
		b.chooseBreeds(line, to, r.Errors)
	} else if line.Species != before.Species && len(before.BreedIDs.Get()) > 0 {
		r.Errors.Add("species", "species", "is another species than that of the pet's breeds: give breeds, too")
	}
	if !r.Keeps("secondary_pet_status") {
		to.SecondaryPetStatusID = nil
	}
	if name := text.Optional(line.SecondaryPetStatus); name != nil {
		id, ok := b.statuses[*name]
		if to.SecondaryPetStatusID = &id; !ok {
			r.Errors.Add("secondary_pet_status", "not_found", "is not the name or external id of a secondary pet status of the account")
		}
	}
	if !r.Keeps("colour_codes") {
		to.ColourCodeIDs = b.reader.codesOf(line.ColourCodes, b.codes)
	}
	b.form.mergeCustom(b.reader, line.CustomFields, &to.CustomFields)
	to.index()
	requiredOfLine(&r, b.petLineFields, b.petFields, b.needed, &before, to)
	return b.reader.err
}

func (b *petBatch) chooseBreeds(line *PetLine, to *Pet, faults *apperr.FieldErrors) {
	chosen := make([]uuid.UUID, 0, len(line.Breeds))
	known := map[uuid.UUID]Breed{}
	for i, name := range line.Breeds {
		breed, ok := b.breeds[line.Species][name]
		if !ok {
			faults.Add(fmt.Sprintf("breeds[%d]", i), "not_found", "is not the name or external id of a breed of the account and species")
			continue
		}
		if slices.Contains(chosen, breed.ID) { // by another name
			faults.Add(fmt.Sprintf("breeds[%d]", i), "not_unique", "must not hold a value twice")
			continue
		}
		known[breed.ID] = breed
		chosen = append(chosen, breed.ID)
	}
	to.chooseBreeds(chosen, known, faults)
}
