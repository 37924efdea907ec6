package customerspets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// setBreeds gives the pet its breeds and their string. The names are kept beside the ids: a rename or a removal then
// needs no look at the other breeds of the pet.
func (p *Pet) setBreeds(ids []uuid.UUID, names []string) {
	p.BreedIDs, p.BreedNames, p.Breed = jsonb.New(ids), jsonb.New(names), nil
	if len(names) > 0 {
		p.Breed = new(strings.Join(names, " / "))
	}
}

// chooseBreeds gives the pet the breeds and notes those that are not of the account and of its species.
func (p *Pet) chooseBreeds(chosen []uuid.UUID, known map[uuid.UUID]Breed, faults *apperr.FieldErrors) {
	names := make([]string, 0, len(chosen))
	for i, id := range chosen {
		field := fmt.Sprintf("breed_ids[%d]", i)
		breed, ok := known[id]
		switch {
		case !ok:
			faults.Add(field, "not_found", "is not a breed of the account")
		case breed.Species != p.Species:
			faults.Add(field, "species", fmt.Sprintf("is a breed of the species %s, the pet's is %s", breed.Species, p.Species))
		case slices.Contains(chosen[:i], id):
			faults.Add(field, "not_unique", "must not hold a value twice")
		}
		names = append(names, breed.Name)
	}
	p.setBreeds(append([]uuid.UUID{}, chosen...), names)
}

// renameBreed puts a breed's new name into the string; it reports whether the pet has the breed.
func (p *Pet) renameBreed(id uuid.UUID, name string) bool {
	ids, names := p.BreedIDs.Get(), p.BreedNames.Get()
	i := slices.Index(ids, id)
	if i < 0 || names[i] == name {
		return false
	}
	names[i] = name
	p.setBreeds(ids, names)
	return true
}

// dropBreed takes a breed off the pet; it reports whether the pet had it.
func (p *Pet) dropBreed(id uuid.UUID) bool {
	ids, names := p.BreedIDs.Get(), p.BreedNames.Get()
	i := slices.Index(ids, id)
	if i < 0 {
		return false
	}
	p.setBreeds(slices.Delete(ids, i, i+1), slices.Delete(names, i, i+1))
	return true
}
