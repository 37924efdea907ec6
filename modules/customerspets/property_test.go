package customerspets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/patch"
	"pgregory.net/rapid"
)

// kennel is one account in which anything happens in any order.
type kennel struct {
	w      *world
	owner  customerspets.Customer
	breeds map[uuid.UUID]configlists.Breed
	codes  map[uuid.UUID]bool // of pets
	pets   []customerspets.Pet
	made   int
}

func pickOne[K comparable, V any](rt *rapid.T, label string, from map[K]V, less func(a, b K) int) (K, bool) {
	var keys []K
	for k := range from {
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		var none K
		return none, false
	}
	slices.SortFunc(keys, less)
	return rapid.SampledFrom(keys).Draw(rt, label), true
}

func byBytes(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }

func (k *kennel) name() string {
	k.made++
	return fmt.Sprintf("Breed / %d", k.made)
}

func (k *kennel) addBreed(rt *rapid.T) {
	b := k.w.breed(rapid.SampledFrom([]string{"dog", "cat"}).Draw(rt, "species"), k.name())
	k.breeds[b.ID] = b
}

func (k *kennel) renameBreed(rt *rapid.T) {
	id, ok := pickOne(rt, "breed", k.breeds, byBytes)
	if !ok {
		return
	}
	after, err := k.w.lists.UpdateBreed(k.w.ctx, k.w.account, id, configlists.BreedPatch{Name: patch.Of(k.name())}, patch.Precondition{})
	if err != nil {
		rt.Fatal(err)
	}
	k.breeds[id] = after
}

func (k *kennel) dropBreed(rt *rapid.T) {
	id, ok := pickOne(rt, "breed", k.breeds, byBytes)
	if !ok {
		return
	}
	if err := k.w.lists.DeleteBreed(k.w.ctx, k.w.account, id, patch.Precondition{}); err != nil {
		rt.Fatal(err)
	}
	delete(k.breeds, id)
}

func (k *kennel) addCode(*rapid.T) { k.codes[k.w.colourCode(configlists.PetColour).ID] = true }

func (k *kennel) dropCode(rt *rapid.T) {
	id, ok := pickOne(rt, "code", k.codes, byBytes)
	if !ok {
		return
	}
	if err := k.w.lists.DeleteColourCode(k.w.ctx, k.w.account, id, patch.Precondition{}); err != nil {
		rt.Fatal(err)
	}
	delete(k.codes, id)
}

// choose draws breeds and codes that are or are not there, of any species: only what is right may be taken.
func (k *kennel) choose(rt *rapid.T) string {
	known := []uuid.UUID{uuid.MustParse("0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11")}
	for id := range k.breeds {
		known = append(known, id)
	}
	codes := slices.Clone(known[:1])
	for id := range k.codes {
		codes = append(codes, id)
	}
	slices.SortFunc(known, byBytes)
	slices.SortFunc(codes, byBytes)
	breedIDs := rapid.SliceOfNDistinct(rapid.SampledFrom(known), 0, min(3, len(known)), rapid.ID).Draw(rt, "breeds")
	codeIDs := rapid.SliceOfNDistinct(rapid.SampledFrom(codes), 0, min(2, len(codes)), rapid.ID).Draw(rt, "codes")
	return fmt.Sprintf(`{"name": "Rex", "species": %q, "breed_ids": %s, "colour_code_ids": %s}`,
		rapid.SampledFrom([]string{"dog", "cat"}).Draw(rt, "species"), asJSON(rt, breedIDs), asJSON(rt, codeIDs))
}

func (k *kennel) addPet(rt *rapid.T) {
	if p, err := k.w.createPet(k.w.ctx, k.owner.ID, k.choose(rt)); err == nil {
		k.pets = append(k.pets, p)
	}
}

func (k *kennel) updatePet(rt *rapid.T) {
	if len(k.pets) > 0 {
		_, _ = k.w.updatePet(k.w.ctx, rapid.SampledFrom(k.pets).Draw(rt, "pet"), k.choose(rt)) // wrong choices are refused
	}
}

// check holds after every step: the breed string is the names of the breeds in order, and no id is dead.
func (k *kennel) check(rt *rapid.T) {
	for _, p := range k.pets {
		now, err := k.w.service.FindPet(k.w.ctx, k.w.account, p.ID)
		if err != nil {
			rt.Fatal(err)
		}
		var names []string
		for _, id := range now.BreedIDs.Get() {
			b, alive := k.breeds[id]
			if !alive || b.Species != now.Species {
				rt.Fatalf("pet %s has the breed %s, which is dead or of another species", p.ID, id)
			}
			names = append(names, b.Name)
		}
		if want := strings.Join(names, " / "); want != "" && text(now.Breed) != want || want == "" && now.Breed != nil {
			rt.Fatalf("the breed of %s is %q, want %q", p.ID, text(now.Breed), want)
		}
		for _, id := range now.ColourCodeIDs.Get() {
			if !k.codes[id] {
				rt.Fatalf("pet %s has the dead colour code %s", p.ID, id)
			}
		}
		if events := k.w.events(p.ID); int64(len(events)) != now.Version {
			rt.Fatalf("pet %s has %d events at version %d", p.ID, len(events), now.Version)
		}
	}
}

func TestWhateverHappensPetsShowTheirBreeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(rt *rapid.T) {
		k := &kennel{w: w.another(), breeds: map[uuid.UUID]configlists.Breed{}, codes: map[uuid.UUID]bool{}}
		k.owner = k.w.customer(`{"first_name": "Ann"}`)
		rt.Repeat(map[string]func(*rapid.T){
			"add breed": k.addBreed, "rename breed": k.renameBreed, "drop breed": k.dropBreed, "add code": k.addCode,
			"drop code": k.dropCode, "add pet": k.addPet, "change pet": k.updatePet, "": k.check,
		})
	})
}
