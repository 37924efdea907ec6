// Package store keeps health records in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes the stores.
func New(db *postgres.DB) healthrecords.Stores {
	return healthrecords.Stores{
		Pets:             pets{db},
		Vaccinations:     newVaccinations(db),
		VaccinationTypes: newVaccinationTypes(db),
		Preventives:      newPreventives(db),
		PreventiveTypes: preventiveTypes{postgres.NewRepository[healthrecords.PreventiveType](db, postgres.TableOptions{
			Name: "healthrecords.preventive_types",
		})},
		Exemptions: exemptions{ofPets[healthrecords.Exemption]{
			postgres.NewRepository[healthrecords.Exemption](db, postgres.TableOptions{
				Name: "healthrecords.exemptions", Violations: map[string]error{"exemptions_external_key": healthrecords.ErrExternalIDTaken}}),
		}},
		Announcements: announcements{newVaccinations(db)},
	}
}

// ofPets are records that pets have.
type ofPets[R any] struct{ *postgres.Repository[R] }

// OfPet are the ids of a pet's records, in order, and no more than limit.
func (s ofPets[R]) OfPet(ctx context.Context, account, pet uuid.UUID, limit int) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where("pet_id = ?", pet).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, s.Failed("list those of a pet in", err)
}

// compute sets what is computed from other rows in records that have just been written.
func compute[R any](ctx context.Context, s *postgres.Repository[R], written []*R, set func(to *R, from R)) error {
	ids := lists.Map(written, func(r *R) uuid.UUID { return record.MetaOf(r).ID })
	found, err := s.LockMany(ctx, record.MetaOf(written[0]).AccountID, ids) // the transaction holds them already
	read := record.ByID(found)
	for _, r := range written {
		set(r, read[record.MetaOf(r).ID])
	}
	return err
}
