package configlists

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// The other modules look records up here. What does not exist is missing from the result. A …ForShare look-up keeps what it
// found from changing until the transaction of ctx ends.

// BreedsForShare looks breeds up by id.
func (s *Service) BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Breed, error) {
	list, err := s.store.Breeds.ManyForShare(ctx, account, ids)
	return byID(list, err)
}

// BreedsNamed looks breeds of a species up by external id, or else by name. The case of a name never counts, and its accents do not
// when no name matches with them. The result is keyed by what was asked for. An account without breeds gets the master list first.
func (s *Service) BreedsNamed(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error) {
	if len(names) == 0 {
		return map[string]Breed{}, nil
	}
	if err := s.loadMasterList(ctx, account); err != nil {
		return nil, err
	}
	list, err := s.store.Breeds.Named(ctx, account, species, Named{lists.Map(names, text.Fold), names})
	return named(names, list, err)
}

// BreedNamesOfParts lists the names of breeds that have a mark in them which separates the entries of a list elsewhere, such as
// "Retriever, Labrador".
func (s *Service) BreedNamesOfParts(ctx context.Context, account uuid.UUID) ([]string, error) {
	if err := s.loadMasterList(ctx, account); err != nil {
		return nil, err
	}
	return s.store.Breeds.NamesOfParts(ctx, account)
}

// SecondaryPetStatuses looks statuses up by id.
func (s *Service) SecondaryPetStatuses(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error) {
	list, err := s.store.Statuses.Many(ctx, account, ids)
	return byID(list, err)
}

// SecondaryPetStatusesForShare looks statuses up by id.
func (s *Service) SecondaryPetStatusesForShare(ctx context.Context, account uuid.UUID,
	ids []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error) {
	list, err := s.store.Statuses.ManyForShare(ctx, account, ids)
	return byID(list, err)
}

// SecondaryPetStatusesNamed looks statuses up by external id or name, as BreedsNamed does.
func (s *Service) SecondaryPetStatusesNamed(ctx context.Context, account uuid.UUID, names []string) (map[string]SecondaryPetStatus,
	error) {
	if len(names) == 0 {
		return map[string]SecondaryPetStatus{}, nil
	}
	list, err := s.store.Statuses.Named(ctx, account, Named{lists.Map(names, text.Fold), names})
	return named(names, list, err)
}

// ColourCodesForShare looks colour codes of a type up by id.
func (s *Service) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind ColourCodeType,
	ids []uuid.UUID) (map[uuid.UUID]ColourCode, error) {
	list, err := s.store.ColourCodes.ManyForShare(ctx, account, ids)
	return byID(slices.DeleteFunc(list, func(c ColourCode) bool { return c.Type != kind }), err)
}

// ColourCodesNamed looks colour codes of a type up by external id, or else by number. The result is keyed by what was asked for.
func (s *Service) ColourCodesNamed(ctx context.Context, account uuid.UUID, kind ColourCodeType,
	names []string) (map[string]ColourCode, error) {
	found := make(map[string]ColourCode, len(names))
	if len(names) == 0 {
		return found, nil
	}
	var numbers []int
	for _, name := range names {
		if number, err := strconv.Atoi(name); err == nil {
			numbers = append(numbers, number)
		}
	}
	list, err := s.store.ColourCodes.Named(ctx, account, kind, numbers, names)
	for _, c := range list {
		if slices.Contains(numbers, c.Number) {
			found[strconv.Itoa(c.Number)] = c
		}
	}
	for _, c := range list {
		if c.ExternalID != nil && slices.Contains(names, *c.ExternalID) {
			found[*c.ExternalID] = c
		}
	}
	return found, err
}

func byID[R interface{ RecordID() uuid.UUID }](list []R, err error) (map[uuid.UUID]R, error) {
	return lists.KeyBy(list, R.RecordID), err
}

// Names are the forms of a name that are compared.
type Names struct {
	NameKey  string `json:"-"` // in whatever case: what is unique
	NameFold string `json:"-"` // without accents too: what is sorted by and searched
}

func namesOf(name string) Names { return Names{text.FoldCase(name), text.Fold(name)} }

func (n Names) names() Names { return n }

func (b Breed) externalID() *string { return b.ExternalID }

func (s SecondaryPetStatus) externalID() *string { return s.ExternalID }

// named returns the records with the wanted external ids or names. Of several names that differ in accents only, it takes the very one,
// else the first.
func named[R interface {
	names() Names
	externalID() *string
}](wanted []string, list []R, err error) (map[string]R, error) {
	identified, exact, folded := make(map[string]R), make(map[string]R, len(list)), make(map[string]R, len(list))
	for _, r := range slices.Backward(list) {
		exact[r.names().NameKey], folded[r.names().NameFold] = r, r
		if id := r.externalID(); id != nil {
			identified[*id] = r
		}
	}
	found := make(map[string]R, len(wanted))
	for _, name := range wanted {
		r, ok := identified[name]
		if !ok {
			r, ok = exact[text.FoldCase(name)]
		}
		if !ok {
			r, ok = folded[text.Fold(name)]
		}
		if ok {
			found[name] = r
		}
	}
	return found, err
}
