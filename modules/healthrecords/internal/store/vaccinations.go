package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const typeOfVaccination = `select json_build_object('id', y.id, 'name', y.name, 'abbreviation', y.abbreviation) as label
	from healthrecords.vaccination_types y where y.account_id = t.account_id and y.id = t.vaccination_type_id`

type vaccinations struct {
	*postgres.Table[healthrecords.Vaccination]
	listed *postgres.Table[healthrecords.Vaccination] // for statements that join joinedType
	db     *postgres.DB
}

// joinedType joins vaccinations as t with their types. The database looks up each type once, however many vaccinations are of it.
const joinedType = "lateral (" + typeOfVaccination + " offset 0) as of_type on true"

func newVaccinations(db *postgres.DB) vaccinations {
	options := postgres.TableOptions{
		Name: "healthrecords.vaccinations", SoftDelete: true, Changes: "healthrecords.vaccination_changes",
		Violations:   map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDTaken},
		DeletedHolds: map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDDeleted},
		Computed:     map[string]string{"type": "(" + typeOfVaccination + ")", "current": "not t.replaced"},
	}
	table := postgres.NewTable[healthrecords.Vaccination](db, options)
	options.Computed = map[string]string{"type": "of_type.label", "current": "not t.replaced"}
	return vaccinations{table, postgres.NewTable[healthrecords.Vaccination](db, options), db}
}

// List implements healthrecords.VaccinationStore: newest first.
func (s vaccinations) List(ctx context.Context, account uuid.UUID, f healthrecords.VaccinationQuery,
	page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	q := s.Query(account).
		Where("t.pet_id = ?", f.Pet).Short().
		WhereIf(f.Type != nil, "t.vaccination_type_id = ?", f.Type).
		WhereIf(!f.First.IsZero(), "t.expires_on >= ?", f.First).
		WhereIf(!f.Last.IsZero(), "t.expires_on <= ?", f.Last).
		WhereIf(f.Current != nil, "t.replaced <> ?", f.Current)
	return s.Table.List(ctx, q, page)
}

type vaccinationTypes struct {
	*postgres.Table[healthrecords.VaccinationType]
}

// byName is the order of vaccination types, whatever the case and accents.
var byName = []postgres.Order{{By: postgres.Folded("t.name"), Type: "text"}, {By: "t.id", Type: "uuid"}}

// List implements healthrecords.TypeStore: built-in types first, by name.
func (s vaccinationTypes) List(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
	builtInFirst := postgres.Order{By: "(not t.built_in)", Type: "boolean"}
	return s.Table.List(ctx, s.Query(account).OrderBy(append([]postgres.Order{builtInFirst}, byName...)...), page)
}

// Live implements healthrecords.TypeStore.
func (s vaccinationTypes) Live(ctx context.Context, account uuid.UUID) ([]healthrecords.VaccinationType, error) {
	return s.All(ctx, s.Query(account).OrderBy(byName...))
}

// HasBuiltIns implements healthrecords.TypeStore.
func (s vaccinationTypes) HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error) {
	return s.Any(ctx, s.Query(account).Where("t.built_in"))
}

// NamedForShare implements healthrecords.TypeStore.
func (s vaccinationTypes) NamedForShare(ctx context.Context, account uuid.UUID,
	nameKeys []string) ([]healthrecords.VaccinationType, error) {
	return s.Rows(ctx, "select "+s.Columns()+` from healthrecords.vaccination_types t
		where t.account_id = $1 and t.name_key = any($2) and t.deleted_at is null order by t.id for share`, account, nameKeys)
}
