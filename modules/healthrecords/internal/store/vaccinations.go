package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

type vaccinations struct {
	*postgres.Repository[healthrecords.Vaccination]
}

// isCurrent says whether no other live record of the same pet and type expires later.
const isCurrent = `(not exists (select from healthrecords.vaccinations later
	where later.account_id = vaccinations.account_id and later.pet_id = vaccinations.pet_id
		and later.vaccination_type_id = vaccinations.vaccination_type_id and later.deleted_at is null
		and (later.expires_on, later.id) > (vaccinations.expires_on, vaccinations.id)))`

func newVaccinations(db *postgres.DB) vaccinations {
	return vaccinations{postgres.NewRepository[healthrecords.Vaccination](db, postgres.TableOptions{
		Name: "healthrecords.vaccinations", SoftDelete: true,
		Violations:   map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDTaken},
		DeletedHolds: map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDDeleted},
		Computed: map[string]string{
			"current": isCurrent,
			"type": `(select json_build_object('id', t.id, 'name', t.name, 'abbreviation', t.abbreviation)
				from healthrecords.vaccination_types t where t.account_id = vaccinations.account_id and t.id = vaccinations.vaccination_type_id)`,
		},
	})}
}

// Compute implements record.Computer.
func (s vaccinations) Compute(ctx context.Context, written ...*healthrecords.Vaccination) error {
	return compute(ctx, s.Repository, written, func(to *healthrecords.Vaccination, from healthrecords.Vaccination) {
		to.Type, to.Current = from.Type, from.Current
	})
}

// Held implements healthrecords.VaccinationStore.
func (s vaccinations) Held(ctx context.Context, account uuid.UUID,
	pets []uuid.UUID) (map[healthrecords.PetType]healthrecords.HeldVaccination, error) {
	var rows []struct {
		PetID, VaccinationTypeID, ID uuid.UUID
		ExpiresOn                    clock.Day
	}
	err := s.Of(ctx, account).Where("pet_id = any(?)", postgres.Array(pets)).
		Select("distinct on (pet_id, vaccination_type_id) pet_id, vaccination_type_id, id, expires_on").
		Order("pet_id, vaccination_type_id, expires_on desc, id desc").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read current vaccinations: %w", err)
	}
	found := make(map[healthrecords.PetType]healthrecords.HeldVaccination, len(rows))
	for _, r := range rows {
		found[healthrecords.PetType{Pet: r.PetID, Type: r.VaccinationTypeID}] = healthrecords.HeldVaccination{ID: r.ID, ExpiresOn: r.ExpiresOn}
	}
	return found, nil
}

// Events tell whether a vaccination is current, so that those who write vaccinations of a pet do so one after the other. They lock the
// pet before anything else.

// Insert implements record.Store.
func (s vaccinations) Insert(ctx context.Context, list ...healthrecords.Vaccination) error {
	pets := make([]uuid.UUID, len(list))
	for i, v := range list {
		pets[i] = v.PetID
	}
	if err := s.lockPets(ctx, pets); err != nil {
		return err
	}
	return s.Repository.Insert(ctx, list...)
}

// Lock implements record.Store.
func (s vaccinations) Lock(ctx context.Context, account, id uuid.UUID) (v healthrecords.Vaccination, err error) {
	if err = s.lockPetsOf(ctx, account, []uuid.UUID{id}); err != nil {
		return v, err
	}
	return s.Repository.Lock(ctx, account, id)
}

// LockMany implements record.Store.
func (s vaccinations) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]healthrecords.Vaccination, error) {
	if err := s.lockPetsOf(ctx, account, ids); err != nil {
		return nil, err
	}
	return s.Repository.LockMany(ctx, account, ids)
}

func (s vaccinations) lockPetsOf(ctx context.Context, account uuid.UUID, vaccinations []uuid.UUID) error {
	var pets []uuid.UUID
	err := s.Of(ctx, account).Where("id = any(?)", postgres.Array(vaccinations)).Pluck("pet_id", &pets).Error
	if err != nil {
		return s.Failed("read the pets of", err)
	}
	return s.lockPets(ctx, pets)
}

// lockPets locks pets in the order of their ids, so that nobody waits for somebody who waits.
func (s vaccinations) lockPets(ctx context.Context, pets []uuid.UUID) error {
	pets = ids.Distinct(pets)
	slices.SortFunc(pets, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	err := s.In(ctx).Exec(`select pg_advisory_xact_lock(hashtextextended('healthrecords.pet ' || pet, 0))
		from unnest(cast(? as uuid[])) as pet`, postgres.Array(pets)).Error
	if err != nil {
		return fmt.Errorf("lock the pets of vaccinations: %w", err)
	}
	return nil
}
