package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/postgres"
)

// petsOf are the pets that are asked about. Their records are read by pet alone, those of other types too: where the statistics of a
// table are old, as after an import, an index by type would be read instead.
func petsOf(asked []healthrecords.PetType) []uuid.UUID {
	pets := make([]uuid.UUID, len(asked))
	for i, a := range asked {
		pets[i] = a.Pet
	}
	return pets
}

// Held implements healthrecords.VaccinationStore.
func (s vaccinations) Held(ctx context.Context, account uuid.UUID,
	asked []healthrecords.PetType) (map[healthrecords.PetType]healthrecords.HeldVaccination, error) {
	found := make(map[healthrecords.PetType]healthrecords.HeldVaccination, len(asked))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var key healthrecords.PetType
		var held healthrecords.HeldVaccination
		err := row.Scan(&key.Pet, &key.Type, &held.ID, &held.ExpiresOn)
		found[key] = held
		return err
	}, `select distinct on (v.pet_id, v.vaccination_type_id) v.pet_id, v.vaccination_type_id, v.id, v.expires_on
		from (select distinct pet from unnest((select $2::uuid[])) as u (pet)) as a cross join lateral (
			select pet_id, vaccination_type_id, id, expires_on from healthrecords.vaccinations
			where account_id = $1 and pet_id = a.pet and deleted_at is null offset 0) as v
		order by v.pet_id, v.vaccination_type_id, v.expires_on desc, v.id desc`, account, petsOf(asked))
	if err != nil {
		return nil, fmt.Errorf("read current vaccinations: %w", err)
	}
	return found, nil
}
