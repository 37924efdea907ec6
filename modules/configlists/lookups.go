package configlists

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/text"
)

// The other modules look records up here. What does not exist is missing from the result. A …ForShare look-up keeps what it
// found from changing until the transaction of ctx ends.

// BreedsForShare looks breeds up by id.
func (s *Service) BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Breed, error) {
	list, err := s.store.Breeds.ManyForShare(ctx, account, ids)
	return byID(list, err)
}

// BreedsByName looks breeds of a species up by name. Case never counts, and accents do not when no name matches with them. The
// result is keyed by text.FoldCase of the names. An account without breeds gets the master list first.
func (s *Service) BreedsByName(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error) {
	if len(names) == 0 {
		return map[string]Breed{}, nil
	}
	if err := s.loadMasterList(ctx, account); err != nil {
		return nil, err
	}
	list, err := s.store.Breeds.Folded(ctx, account, species, foldsOf(names))
	return byName(names, list, err)
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

// SecondaryPetStatusesByName looks statuses up by name, as BreedsByName does.
func (s *Service) SecondaryPetStatusesByName(ctx context.Context, account uuid.UUID, names []string) (map[string]SecondaryPetStatus,
	error) {
	if len(names) == 0 {
		return map[string]SecondaryPetStatus{}, nil
	}
	list, err := s.store.Statuses.Folded(ctx, account, foldsOf(names))
	return byName(names, list, err)
}

// ColourCodesForShare looks colour codes of a type up by id.
func (s *Service) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind ColourCodeType,
	ids []uuid.UUID) (map[uuid.UUID]ColourCode, error) {
	list, err := s.store.ColourCodes.ManyForShare(ctx, account, ids)
	return byID(slices.DeleteFunc(list, func(c ColourCode) bool { return c.Type != kind }), err)
}

// ColourCodesByNumber looks colour codes of a type up by number.
func (s *Service) ColourCodesByNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType,
	numbers []int) (map[int]ColourCode, error) {
	if len(numbers) == 0 {
		return map[int]ColourCode{}, nil
	}
	list, err := s.store.ColourCodes.Numbered(ctx, account, kind, numbers)
	return keyed(list, func(c ColourCode) int { return c.Number }), err
}

func byID[R interface{ RecordID() uuid.UUID }](list []R, err error) (map[uuid.UUID]R, error) {
	return keyed(list, R.RecordID), err
}

func keyed[K comparable, R any](list []R, key func(R) K) map[K]R {
	found := make(map[K]R, len(list))
	for _, r := range list {
		found[key(r)] = r
	}
	return found
}

// Names are the forms of a name that are compared.
type Names struct {
	NameKey  string `json:"-"` // in whatever case: what is unique
	NameFold string `json:"-"` // without accents too: what is sorted by and searched
}

func namesOf(name string) Names { return Names{text.FoldCase(name), text.Fold(name)} }

func (n Names) names() Names { return n }

func foldsOf(names []string) []string {
	folds := make([]string, len(names))
	for i, name := range names {
		folds[i] = text.Fold(name)
	}
	return folds
}

// byName returns the records with the wanted names, by text.FoldCase of those. Of several that differ in accents only, it takes the one
// with that very name, else the first.
func byName[R interface{ names() Names }](wanted []string, list []R, err error) (map[string]R, error) {
	exact, folded := make(map[string]R, len(list)), make(map[string]R, len(list))
	for _, r := range slices.Backward(list) {
		exact[r.names().NameKey], folded[r.names().NameFold] = r, r
	}
	found := make(map[string]R, len(wanted))
	for _, name := range wanted {
		r, ok := exact[text.FoldCase(name)]
		if !ok {
			r, ok = folded[text.Fold(name)]
		}
		if ok {
			found[text.FoldCase(name)] = r
		}
	}
	return found, err
}
