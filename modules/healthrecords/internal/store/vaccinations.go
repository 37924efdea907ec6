package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const typeOfVaccination = `(select json_build_object('id', y.id, 'name', y.name, 'abbreviation', y.abbreviation)
	from healthrecords.vaccination_types y where y.account_id = t.account_id and y.id = t.vaccination_type_id)`

type vaccinations struct {
	*postgres.Table[healthrecords.Vaccination]
	db *postgres.DB
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
