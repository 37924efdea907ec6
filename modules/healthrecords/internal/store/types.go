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
		Name: "healthrecords.vaccination_types", SoftDelete: true, Called: "name", Computed: map[string]string{"sort_name": sortName},
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

const isUsed = `(deleted_at is null
	or exists (select from healthrecords.vaccinations v
		where v.account_id = @account and v.account_id = t.account_id and v.vaccination_type_id = t.id and v.deleted_at is null)
	or exists (select from healthrecords.exemptions e
		where e.account_id = @account and e.account_id = t.account_id and e.vaccination_type_id = t.id))`

// PageAfter implements record.Source. Types that are marked deleted are there as long as records have them.
func (s vaccinationTypes) PageAfter(ctx context.Context, account, after uuid.UUID,
	n int) (list []healthrecords.VaccinationType, err error) {
	err = s.In(ctx).Table("healthrecords.vaccination_types t").Clauses(s.Columns()).Where("account_id = ? and id > ?", account, after).
		Where(isUsed, map[string]any{"account": account}).Order("id").Limit(n).Find(&list).Error
	return list, s.Failed("read", err)
}

// LineNames implements record.Source. Of those with one name, only one is not marked deleted.
func (s vaccinationTypes) LineNames(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	const name = "id as key, coalesce(external_id, case when deleted_at is null then name else cast(id as text) end) as value"
	names, err := postgres.Map[uuid.UUID, string](s.In(ctx).Table("healthrecords.vaccination_types").Select(name).
		Where("account_id = ? and id = any(?)", account, postgres.Array(ids)))
	return names, s.Failed("look up names in", err)
}

// Deleted implements healthrecords.TypeStore.
func (s vaccinationTypes) Deleted(ctx context.Context, account uuid.UUID,
	names []string) (list []healthrecords.VaccinationType, err error) {
	err = s.In(ctx).Table("healthrecords.vaccination_types").Clauses(s.Columns()).
		Where("account_id = ? and deleted_at is not null and (cast(id as text) = any(?) or external_id = any(?))", account,
			postgres.Array(names), postgres.Array(names)).Find(&list).Error
	return list, s.Failed("look up", err)
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
	found, err := postgres.Map[uuid.UUID, string](s.In(ctx).Table("healthrecords.vaccination_types").
		Select("id as key, external_id as value").Where("account_id = ? and external_id = any(?)", account, postgres.Array(externalIDs)))
	return found, s.Failed("look up external ids in", err)
}

// LiveIDs implements healthrecords.TypeStore.
func (s vaccinationTypes) LiveIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	found, err := postgres.Map[string, uuid.UUID](s.Of(ctx, account).Select("external_id as key, id as value").
		Where("external_id = any(?)", postgres.Array(externalIDs)))
	return found, s.Failed("look up ids in", err)
}
