package configlists_test

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
)

// fusedStore guards what writes and locks, and the reads that these need.
type fusedStore struct {
	configlists.Store
	*fuse
}

func (in fusedStore) HasBreeds(ctx context.Context, account uuid.UUID) (bool, error) {
	return guard(in.fuse, func() (bool, error) { return in.Store.HasBreeds(ctx, account) })
}

func (in fusedStore) InsertBreed(ctx context.Context, b configlists.Breed) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.InsertBreed(ctx, b)
}

func (in fusedStore) InsertBreeds(ctx context.Context, list []configlists.Breed) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.InsertBreeds(ctx, list)
}

func (in fusedStore) UpdateBreed(ctx context.Context, b configlists.Breed) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.UpdateBreed(ctx, b)
}

func (in fusedStore) DeleteBreed(ctx context.Context, account, id uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.DeleteBreed(ctx, account, id)
}

func (in fusedStore) LockBreedList(ctx context.Context, account uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.LockBreedList(ctx, account)
}

func (in fusedStore) LockBreed(ctx context.Context, account, id uuid.UUID) (configlists.Breed, error) {
	return guard(in.fuse, func() (configlists.Breed, error) { return in.Store.LockBreed(ctx, account, id) })
}

func (in fusedStore) LastStatusOrder(ctx context.Context, account uuid.UUID) (int, error) {
	return guard(in.fuse, func() (int, error) { return in.Store.LastStatusOrder(ctx, account) })
}

func (in fusedStore) InsertStatus(ctx context.Context, s configlists.SecondaryPetStatus) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.InsertStatus(ctx, s)
}

func (in fusedStore) UpdateStatus(ctx context.Context, s configlists.SecondaryPetStatus) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.UpdateStatus(ctx, s)
}

func (in fusedStore) DeleteStatus(ctx context.Context, account, id uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.DeleteStatus(ctx, account, id)
}

func (in fusedStore) LockStatusList(ctx context.Context, account uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.LockStatusList(ctx, account)
}

func (in fusedStore) LockStatus(ctx context.Context, account, id uuid.UUID) (configlists.SecondaryPetStatus, error) {
	return guard(in.fuse, func() (configlists.SecondaryPetStatus, error) { return in.Store.LockStatus(ctx, account, id) })
}

func (in fusedStore) ColourCode(ctx context.Context, account, id uuid.UUID) (configlists.ColourCode, error) {
	return guard(in.fuse, func() (configlists.ColourCode, error) { return in.Store.ColourCode(ctx, account, id) })
}

func (in fusedStore) LastNumber(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) (int, error) {
	return guard(in.fuse, func() (int, error) { return in.Store.LastNumber(ctx, account, kind) })
}

func (in fusedStore) InsertColourCode(ctx context.Context, c configlists.ColourCode) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.InsertColourCode(ctx, c)
}

func (in fusedStore) UpdateColourCode(ctx context.Context, c configlists.ColourCode) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.UpdateColourCode(ctx, c)
}

func (in fusedStore) DeleteColourCode(ctx context.Context, account, id uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.DeleteColourCode(ctx, account, id)
}

func (in fusedStore) LockNumbers(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.LockNumbers(ctx, account, kind)
}

func (in fusedStore) LockColourCode(ctx context.Context, account, id uuid.UUID) (configlists.ColourCode, error) {
	return guard(in.fuse, func() (configlists.ColourCode, error) { return in.Store.LockColourCode(ctx, account, id) })
}

func (in fusedStore) FormFields(ctx context.Context, account uuid.UUID, form configlists.Form) ([]configlists.Field, error) {
	return guard(in.fuse, func() ([]configlists.Field, error) { return in.Store.FormFields(ctx, account, form) })
}

func (in fusedStore) SaveField(ctx context.Context, f configlists.Field) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.SaveField(ctx, f)
}

func (in fusedStore) DeleteField(ctx context.Context, account, id uuid.UUID) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.DeleteField(ctx, account, id)
}

func (in fusedStore) OrderFields(ctx context.Context, fields []configlists.Field) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.OrderFields(ctx, fields)
}

func (in fusedStore) LockForm(ctx context.Context, account uuid.UUID, form configlists.Form) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.LockForm(ctx, account, form)
}

func (in fusedStore) FormForShare(ctx context.Context, account uuid.UUID, form configlists.Form) error {
	if err := in.burn(); err != nil {
		return err
	}
	return in.Store.FormForShare(ctx, account, form)
}
