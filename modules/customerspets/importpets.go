package customerspets

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/text"
)

// PetLine is an import line of type "pet": the pet as it is to be. A key that is left out is emptied.
type PetLine struct {
	Customer string `json:"customer" minLength:"1" maxLength:"100" doc:"External id of the owner" example:"C-0001"`
	Name     string `json:"name" minLength:"1" maxLength:"100" doc:"Name" example:"Biscuit"`
	Species  string `json:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"Species" example:"dog"`
	PetDetails
	Breeds             []string `json:"breeds,omitempty" maxItems:"5" uniqueItems:"true" minLength:"1" maxLength:"80" doc:"Names of breeds of the account and species, in order"`
	SecondaryPetStatus *string  `json:"secondary_pet_status,omitempty" maxLength:"60" doc:"Name of a secondary pet status" example:"Senior"`
	ColourCodes        []int    `json:"colour_codes,omitempty" maxItems:"20" uniqueItems:"true" minimum:"1" maximum:"9999" doc:"Numbers of colour codes of type pet"`
}

// PetImport offers "pet" to the import.
func (s *Service) PetImport() importing.Type {
	return importing.For("customerspets", importing.Spec[PetLine]{
		Name:  "pet",
		After: []string{"customer"},
		Refs: func(line *PetLine, refer func(field, recordType, externalID string)) {
			refer("customer", "customer", line.Customer)
		},
		Find:  s.store.PetIDs,
		Apply: s.importPets,
	})
}

func (s *Service) importPets(ctx context.Context, account uuid.UUID, batch []importing.Record[PetLine], resolve importing.Resolve) error {
	b, err := s.preparePets(ctx, account, batch)
	if err != nil {
		return err
	}
	b.resolve = resolve
	var failed error
	out, err := importing.UpsertPlan[PetLine, Pet]{
		Created: PetCreated, Updated: PetUpdated,
		Make: func(r importing.Record[PetLine]) Pet {
			p := newPet(account, resolve("customer", r.Line.Customer), r.ID)
			p.ExternalID, p.CreatedAt, p.UpdatedAt, p.Version = &r.ExternalID, b.reader.now, b.reader.now, 1
			return p
		},
		Apply: func(r importing.Record[PetLine], to *Pet) {
			if failed == nil {
				failed = b.apply(ctx, r, to)
			}
		},
		Touch: func(to *Pet) { to.Version, to.UpdatedAt = to.Version+1, b.reader.now },
	}.Plan(account, batch, b.known)
	if failed != nil {
		return failed
	}
	if err != nil {
		return err
	}
	if err := s.store.SavePets(ctx, out.Created, out.Changed); err != nil {
		return err
	}
	return s.events.Record(ctx, out.Events...)
}

// petBatch is a batch with everything held that it depends on.
type petBatch struct {
	form     Form
	breeds   map[string]map[string]Breed // by species and folded name
	statuses map[string]uuid.UUID        // by folded name
	names    map[uuid.UUID]string        // of statuses
	codes    map[int]uuid.UUID
	known    map[uuid.UUID]Pet
	reader   *reader
	resolve  importing.Resolve
}

func (s *Service) preparePets(ctx context.Context, account uuid.UUID, batch []importing.Record[PetLine]) (*petBatch, error) {
	b := &petBatch{reader: s.reader(ctx, account, nil), known: map[uuid.UUID]Pet{}}
	var err error
	if b.form, err = s.lists.FormForShare(ctx, account, OfPets); err != nil {
		return nil, err
	}
	if err := b.holdBreeds(ctx, s.lists, account, batch); err != nil {
		return nil, err
	}
	if err := b.holdStatuses(ctx, s.lists, account, batch); err != nil {
		return nil, err
	}
	var numbers []int
	for _, line := range batch {
		numbers = append(numbers, line.Line.ColourCodes...)
	}
	if b.codes, err = s.holdNumbers(ctx, account, OfPets, numbers); err != nil {
		return nil, err
	}
	existing := importing.Existing(batch)
	if len(existing) == 0 {
		return b, nil
	}
	locked, err := s.store.LockPets(ctx, account, existing)
	if err != nil {
		return nil, err
	}
	if err := nameStatuses(ctx, s.lists, account, locked); err != nil {
		return nil, err
	}
	for _, p := range locked {
		b.known[p.ID] = p
	}
	return b, nil
}

// holdBreeds finds the breeds by name, then holds them by id: the names are those that are held.
func (b *petBatch) holdBreeds(ctx context.Context, lists Lists, account uuid.UUID, batch []importing.Record[PetLine]) error {
	asked := map[string][]string{}
	for _, line := range batch {
		if len(line.Line.Breeds) > 0 {
			asked[line.Line.Species] = append(asked[line.Line.Species], line.Line.Breeds...)
		}
	}
	b.breeds = map[string]map[string]Breed{}
	var ids []uuid.UUID
	for species, names := range asked {
		found, err := lists.BreedsByName(ctx, account, species, distinct(names))
		if err != nil {
			return err
		}
		b.breeds[species] = found
		for _, breed := range found {
			ids = append(ids, breed.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	held, err := lists.BreedsForShare(ctx, account, set(ids))
	if err != nil {
		return err
	}
	for species, found := range b.breeds {
		for name, breed := range found {
			if now, ok := held[breed.ID]; ok && now.Species == species {
				found[name] = now
				continue
			}
			delete(found, name)
		}
	}
	return nil
}

func (b *petBatch) holdStatuses(ctx context.Context, lists Lists, account uuid.UUID, batch []importing.Record[PetLine]) error {
	var names []string
	for _, line := range batch {
		if name := text.Optional(line.Line.SecondaryPetStatus); name != nil {
			names = append(names, *name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	var err error
	if b.statuses, err = lists.StatusesByName(ctx, account, distinct(names)); err != nil {
		return err
	}
	var ids []uuid.UUID
	for _, id := range b.statuses {
		ids = append(ids, id)
	}
	b.names, err = lists.StatusesForShare(ctx, account, set(ids))
	return err
}

func distinct(names []string) []string {
	seen := map[string]bool{}
	var list []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}

// apply makes the pet what the line says.
func (b *petBatch) apply(ctx context.Context, r importing.Record[PetLine], to *Pet) error {
	before, line := *to, r.Line
	owner := b.resolve("customer", line.Customer)
	if r.Exists && before.CustomerID != owner {
		r.Errors.Add("customer", "immutable", "is another customer than the pet's owner")
	}
	*to = newPet(before.AccountID, before.CustomerID, before.ID)
	to.ExternalID, to.CreatedAt, to.UpdatedAt, to.Version = before.ExternalID, before.CreatedAt, before.UpdatedAt, before.Version
	to.Name, to.Species = line.Name, line.Species
	b.reader.faults = r.Errors
	line.apply(b.reader, to)
	if b.reader.err != nil {
		return b.reader.err
	}
	b.chooseBreeds(line, to, r.Errors)
	if name := text.Optional(line.SecondaryPetStatus); name != nil {
		id := b.statuses[text.Fold(*name)]
		to.SecondaryPetStatusID = &id
		if to.nameStatus(b.names); to.SecondaryPetStatus == nil {
			r.Errors.Add("secondary_pet_status", "not_found", "is not the name of a secondary pet status of the account")
		}
	}
	to.ColourCodeIDs = numbered(line.ColourCodes, b.codes, r.Errors)
	custom := b.form.merge(line.CustomFields.Value, nil, r.Errors)
	to.CustomFields = jsonb.New(custom)
	var had state
	if r.Exists {
		had = state{before, before.CustomFields.Get()}
	}
	return b.form.demandOfLine(ctx, line, had, state{*to, custom}, r.Errors)
}

func (b *petBatch) chooseBreeds(line PetLine, to *Pet, faults *apperr.FieldErrors) {
	chosen := make([]uuid.UUID, 0, len(line.Breeds))
	known := map[uuid.UUID]Breed{}
	for i, name := range line.Breeds {
		breed, ok := b.breeds[line.Species][text.Fold(name)]
		if !ok {
			faults.Add(fmt.Sprintf("breeds[%d]", i), "not_found", "is not the name of a breed of the account and species")
			continue
		}
		if slices.Contains(chosen, breed.ID) { // in other letters
			faults.Add(fmt.Sprintf("breeds[%d]", i), "not_unique", "must not hold a value twice")
			continue
		}
		known[breed.ID] = breed
		chosen = append(chosen, breed.ID)
	}
	to.chooseBreeds(chosen, known, faults)
}
