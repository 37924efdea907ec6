package customerspets

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// CreatePet adds a pet to a customer. It fails with apperr.NotFound when there is no such customer, apperr.Invalid,
// apperr.Forbidden when a customer sends keys that the form does not open to it, or ErrPetExternalIDTaken.
func (s *Service) CreatePet(ctx context.Context, account, customer uuid.UUID, create PetCreate) (p Pet, err error) {
	if err := ownOnly(ctx, customer); err != nil {
		return Pet{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		change, err := s.preparePet(ctx, account, create.patch(), true)
		if err != nil {
			return err
		}
		p = newPet(record.New(account), customer)
		if err := change.apply(ctx, &p); err != nil {
			return cmp.Or(s.customers.Exists(ctx, account, customer), err)
		}
		p, err = s.petLife.Create(ctx, p)
		return err
	})
	if apperr.Is(err, apperr.NotFound) {
		err = cmp.Or(s.customers.Exists(ctx, account, customer), err)
	}
	if err != nil {
		return Pet{}, err
	}
	return view(ctx, s, account, OfPets, s.petFields, p)
}

// UpdatePet changes a pet of a customer. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden when
// a customer sends keys that the form does not open to it, or ErrPetExternalIDTaken.
func (s *Service) UpdatePet(ctx context.Context, account, customer, id uuid.UUID, pp PetPatch,
	match patch.Precondition) (p Pet, err error) {
	if err := ownOnly(ctx, customer); err != nil {
		return Pet{}, err
	}
	if caller.From(ctx).IsCustomer() {
		shown, err := s.GetPet(ctx, account, customer, id)
		if err != nil {
			return Pet{}, err
		}
		if match, err = match.SentBack(shown.Version, shown, &pp); err != nil {
			return Pet{}, err
		}
	}
	ofCustomer := s.petLife.Within(func(p Pet) bool { return p.CustomerID == customer })
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		change, err := s.preparePet(ctx, account, pp, false)
		if err != nil {
			return err
		}
		if pp.Species.Set && !pp.BreedIDs.Set {
			// The breeds it has need another look. Lists are held before pets, so it is read without a lock first.
			if err := change.holdBreedsOf(ctx, id); err != nil {
				return err
			}
		}
		if f := pp.PhotoFileID; f.Set && !f.Null {
			if change.photo = s.photos.Check(ctx, account, id, f.Value); change.photo != nil && !apperr.Is(change.photo, apperr.NotFound) {
				return change.photo
			}
		}
		p, err = ofCustomer.Update(ctx, account, id, match, change.apply)
		return err
	})
	if apperr.Is(err, apperr.NotFound) {
		err = s.noPet(ctx, account, customer)
	}
	if err != nil {
		return Pet{}, err
	}
	return view(ctx, s, account, OfPets, s.petFields, p)
}

// petChange is a patch of a pet with everything held that it depends on.
type petChange struct {
	*Service
	account  uuid.UUID
	patch    PetPatch
	given    presence
	form     Form
	breeds   map[uuid.UUID]Breed
	statuses map[uuid.UUID]string
	codes    map[uuid.UUID]bool
	photo    error // apperr.NotFound: the photo is none of the pet
}

// preparePet holds the form and lists that the change depends on; rows of pets come after them.
func (s *Service) preparePet(ctx context.Context, account uuid.UUID, p PetPatch, isNew bool) (c *petChange, err error) {
	c = &petChange{Service: s, account: account, patch: p}
	c.given = s.petPatchFields.presence(&c.patch, isNew)
	c.given.mayRemove = c.given.mayRemove || p.BirthDate.Set || p.Status.Value == PetDeceased // see Pet.needs
	if c.form, err = s.formFor(ctx, account, OfPets, c.given); err != nil {
		return nil, err
	}
	if list := p.BreedIDs.Value; len(list) > 0 {
		if c.breeds, err = s.lists.BreedsForShare(ctx, account, list); err != nil {
			return nil, err
		}
	}
	if f := p.SecondaryPetStatusID; f.Set && !f.Null {
		if c.statuses, err = s.lists.StatusesForShare(ctx, account, []uuid.UUID{f.Value}); err != nil {
			return nil, err
		}
	}
	c.codes, err = s.codesForShare(ctx, account, OfPets, p.ColourCodeIDs)
	return c, err
}

func (c *petChange) holdBreedsOf(ctx context.Context, id uuid.UUID) error {
	p, err := c.pets.Get(ctx, c.account, id)
	if err != nil || len(p.BreedIDs.Get()) == 0 {
		return err
	}
	c.breeds, err = c.lists.BreedsForShare(ctx, c.account, p.BreedIDs.Get())
	return err
}

// apply is PetDetails.apply, and then what depends on the form, the lists and the caller.
func (c *petChange) apply(ctx context.Context, to *Pet) error {
	var faults apperr.FieldErrors
	r := c.reader(ctx, c.account, &faults)
	before := *to
	c.patch.Name.NotNull(&to.Name, "name", &faults)
	c.patch.Species.NotNull(&to.Species, "species", &faults)
	c.patch.apply(r, to)
	if err := c.applyBreeds(ctx, to, before.Species, &faults); err != nil {
		return cmp.Or(r.err, err)
	}
	if f := c.patch.SecondaryPetStatusID; f.Set && !isAlready(f, to.SecondaryPetStatusID) {
		f.ApplyPtr(&to.SecondaryPetStatusID)
		if _, ok := c.statuses[f.Value]; !ok && !f.Null {
			faults.Add("secondary_pet_status_id", "not_found", "is not a secondary pet status of the account")
		}
	}
	if f := c.patch.PhotoFileID; f.Set && !isAlready(f, to.PhotoFileID) {
		f.ApplyPtr(&to.PhotoFileID)
		if c.photo != nil {
			faults.Add("photo_file_id", "not_found", "is not a picture among the files of the pet")
		}
	}
	r.colourCodes(c.patch.ColourCodeIDs, c.codes, &to.ColourCodeIDs)
	patch.Text(c.patch.ExternalID, &to.ExternalID)
	c.form.mergeCustom(r, c.patch.CustomFields, &to.CustomFields)
	faults = append(faults, required(c.petFields, c.form.requirements(ctx), c.given, &before, to, faults)...)
	if caller.From(ctx).IsCustomer() {
		faults = c.form.hideUnseen(faults, c.given)
	}
	to.index()
	return r.refusal()
}

// applyBreeds chooses the given breeds, and looks again at those that the pet has when its species changes. The breeds
// that it has already are no choice when they are sent: one may have become a breed of another species.
func (c *petChange) applyBreeds(ctx context.Context, to *Pet, species string, faults *apperr.FieldErrors) error {
	sent := c.patch.BreedIDs
	if to.Species == species && !sent.Set {
		return nil
	}
	has := to.BreedIDs.Get()
	if sent.Set {
		if to.Species != species || !slices.Equal(sent.Value, has) {
			to.chooseBreeds(sent.Value, c.breeds, faults)
		}
		return nil
	}
	isHeld := func(id uuid.UUID) bool { _, ok := c.breeds[id]; return ok }
	if slices.ContainsFunc(has, func(id uuid.UUID) bool { return !isHeld(id) }) {
		// Its breeds changed between the two looks at it. Where the second has locked it, this is out of order, so it may end in a
		// deadlock, and a new try.
		breeds, err := c.lists.BreedsForShare(ctx, c.account, has)
		if err != nil {
			return err
		}
		c.breeds = breeds
	}
	to.chooseBreeds(has, c.breeds, faults)
	return nil
}

// isAlready reports whether a key is sent back as it is: that is no change, even where the id dangles by now.
func isAlready(f patch.Field[uuid.UUID], id *uuid.UUID) bool {
	return !f.Null && id != nil && *id == f.Value
}
