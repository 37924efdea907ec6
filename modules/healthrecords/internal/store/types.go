package store

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

type vaccinationTypes struct {
	*postgres.Repository[healthrecords.VaccinationType]
}

var sortName = postgres.Folded("name")

func newVaccinationTypes(db *postgres.DB) vaccinationTypes {
	return vaccinationTypes{postgres.NewRepository[healthrecords.VaccinationType](db, postgres.TableOptions{
		Name: "healthrecords.vaccination_types", SoftDelete: true, Computed: map[string]string{"sort_name": sortName},
		Violations: map[string]error{"vaccination_types_name_key": healthrecords.ErrNameTaken,
			"vaccination_types_external_key": healthrecords.ErrExternalIDTaken},
	})}
}

// List implements healthrecords.TypeStore: built-in types first, by name, whatever its case and accents.
func (s vaccinationTypes) List(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
	type key = postgres.Key[healthrecords.VaccinationType]
	return postgres.List(s.Of(ctx, account).Clauses(s.Columns(account)), page,
		key{Column: "not built_in", Type: "boolean", Of: func(t *healthrecords.VaccinationType) string { return strconv.FormatBool(!t.BuiltIn) }},
		key{Column: sortName, Type: "text", Of: func(t *healthrecords.VaccinationType) string { return t.SortName }},
		postgres.ByID[healthrecords.VaccinationType]())
}

// Live implements healthrecords.TypeStore.
func (s vaccinationTypes) Live(ctx context.Context, account uuid.UUID) (list []healthrecords.VaccinationType, err error) {
	err = s.Of(ctx, account).Clauses(s.Columns(account)).Order(sortName + ", id").Find(&list).Error
	return list, s.Failed("list", err)
}

// HasBuiltIns implements healthrecords.TypeStore.
func (s vaccinationTypes) HasBuiltIns(ctx context.Context, account uuid.UUID) (bool, error) {
	found, err := postgres.Any(s.Of(ctx, account).Where("built_in"))
	return found, s.Failed("look into", err)
}

// NamedForShare implements healthrecords.TypeStore.
func (s vaccinationTypes) NamedForShare(ctx context.Context, account uuid.UUID,
	nameKeys, externalIDs []string) (list []healthrecords.VaccinationType, err error) {
	err = s.Of(ctx, account).Clauses(s.Columns(account), clause.Locking{Strength: "SHARE"}).
		Where("(name_key = any(?) or external_id = any(?))", postgres.Array(nameKeys), postgres.Array(externalIDs)).Order("id").Find(&list).Error
	return list, s.Failed("lock", err)
}

// Identified implements healthrecords.TypeStore.
func (s vaccinationTypes) Identified(ctx context.Context, account uuid.UUID, externalIDs []string) (map[uuid.UUID]string, error) {
	var rows []struct {
		ID         uuid.UUID
		ExternalID string
	}
	err := s.In(ctx).Table("healthrecords.vaccination_types").Select("id", "external_id").
		Where("account_id = ? and external_id = any(?)", account, postgres.Array(externalIDs)).Find(&rows).Error
	found := make(map[uuid.UUID]string, len(rows))
	for _, t := range rows {
		found[t.ID] = t.ExternalID
	}
	return found, s.Failed("look up external ids in", err)
}

// LiveIDs implements healthrecords.TypeStore.
func (s vaccinationTypes) LiveIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	var list []healthrecords.VaccinationType
	err := s.Of(ctx, account).Select("id", "external_id").Where("external_id = any(?)", postgres.Array(externalIDs)).Find(&list).Error
	found := make(map[string]uuid.UUID, len(list))
	for _, t := range list {
		found[*t.ExternalID] = t.ID
	}
	return found, s.Failed("look up ids in", err)
}
