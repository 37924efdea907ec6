package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

type vaccinations struct {
	ofPets[healthrecords.Vaccination]
}

// isCurrent says whether no other live record of the same pet and type expires later.
const isCurrent = `(not exists (select from healthrecords.vaccinations later
	where later.account_id = @account and later.pet_id = vaccinations.pet_id
		and later.vaccination_type_id = vaccinations.vaccination_type_id and later.deleted_at is null
		and (later.expires_on, later.id) > (vaccinations.expires_on, vaccinations.id)))`

// currentIs is the scope of the records that are current, or are not.
func currentIs(account uuid.UUID, current *bool) func(*gorm.DB) *gorm.DB {
	return postgres.If(current != nil, isCurrent+" = @current", map[string]any{"account": account, "current": current})
}

func newVaccinations(db *postgres.DB) vaccinations {
	return vaccinations{ofPets[healthrecords.Vaccination]{postgres.NewRepository[healthrecords.Vaccination](db, postgres.TableOptions{
		Name: "healthrecords.vaccinations", SoftDelete: true,
		Violations:   map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDTaken},
		DeletedHolds: map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDDeleted},
		Computed: map[string]string{
			"current": isCurrent,
			"type": `(select json_build_object('id', t.id, 'name', t.name, 'abbreviation', t.abbreviation)
				from healthrecords.vaccination_types t where t.account_id = @account and t.id = vaccinations.vaccination_type_id)`,
		},
	})}}
}

// Compute implements record.Computer.
func (s vaccinations) Compute(ctx context.Context, written ...*healthrecords.Vaccination) error {
	return compute(ctx, s.Repository, written, func(to *healthrecords.Vaccination, from healthrecords.Vaccination) {
		to.Type, to.Current = from.Type, from.Current
	})
}

// Held implements healthrecords.VaccinationStore.
func (s vaccinations) Held(ctx context.Context, account uuid.UUID, pets []uuid.UUID,
	verified bool) (list []healthrecords.HeldVaccination, err error) {
	err = s.Of(ctx, account).Where("pet_id = any(?)", postgres.Array(pets)).Scopes(postgres.If(verified, "verified")).
		Select("distinct on (pet_id, vaccination_type_id) pet_id, vaccination_type_id, id, expires_on, verified").
		Order("pet_id, vaccination_type_id, expires_on desc, id desc").Find(&list).Error
	return list, s.Failed("read", err)
}

// WithProof implements healthrecords.VaccinationStore.
func (s vaccinations) WithProof(ctx context.Context, account, file uuid.UUID) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where("proof_file_id = ?", file).Select("id").Order("id").Find(&ids).Error
	return ids, s.Failed("look for proofs in", err)
}

// Events tell whether a vaccination is current, so that those who write vaccinations of a pet do so one after the other. They lock the
// pet before anything else.

// Insert implements record.Store.
func (s vaccinations) Insert(ctx context.Context, list ...healthrecords.Vaccination) error {
	pets := lists.Map(list, func(v healthrecords.Vaccination) uuid.UUID { return v.PetID })
	if err := s.Hold(ctx, pets...); err != nil {
		return err
	}
	return s.Repository.Insert(ctx, list...)
}

// Hold implements healthrecords.VaccinationStore.
func (s vaccinations) Hold(ctx context.Context, pets ...uuid.UUID) error {
	return s.lockPets(ctx, gorm.Expr("select distinct unnest(cast(? as uuid[])) as id order by id", postgres.Array(pets)))
}

// Lock implements record.Store.
func (s vaccinations) Lock(ctx context.Context, account, id uuid.UUID) (v healthrecords.Vaccination, err error) {
	if err = s.lockPets(ctx, s.Of(ctx, account).Where("id = ?", id).Select("pet_id as id")); err != nil {
		return v, err
	}
	return s.Repository.Lock(ctx, account, id)
}

// LockMany implements record.Store.
func (s vaccinations) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]healthrecords.Vaccination, error) {
	of := s.Of(ctx, account).Where("id = any(?)", postgres.Array(ids)).Select("distinct pet_id as id").Order("pet_id")
	if err := s.lockPets(ctx, of); err != nil {
		return nil, err
	}
	return s.Repository.LockMany(ctx, account, ids)
}

// lockPets locks the pets of a query. It gives them in the order of their ids, so that nobody waits for somebody who waits.
func (s vaccinations) lockPets(ctx context.Context, pets any) error {
	return postgres.Failed("lock the pets of vaccinations", s.In(ctx).Exec(
		"select pg_advisory_xact_lock(hashtextextended('healthrecords.pet ' || id, 0)) from (?) as pets", pets).Error)
}
