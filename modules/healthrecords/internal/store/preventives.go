package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

type preventives struct {
	ofPets[healthrecords.Preventive]
}

func newPreventives(db *postgres.DB) preventives {
	return preventives{ofPets[healthrecords.Preventive]{postgres.NewRepository[healthrecords.Preventive](db, postgres.TableOptions{
		Name: "healthrecords.preventives",
		Computed: map[string]string{"type": `(select json_build_object('id', t.id, 'name', t.name, 'category', t.category)
			from healthrecords.preventive_types t where t.account_id = @account and t.id = preventives.preventive_type_id)`},
	})}}
}

// Compute implements record.Computer.
func (s preventives) Compute(ctx context.Context, written ...*healthrecords.Preventive) error {
	return compute(ctx, s.Repository, written, func(to *healthrecords.Preventive, from healthrecords.Preventive) { to.Type = from.Type })
}

// List implements healthrecords.PreventiveStore: newest first.
func (s preventives) List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	q := s.Of(ctx, account).Clauses(s.Columns(account)).Where("pet_id = ?", pet)
	return postgres.List(q, page, postgres.Newest[healthrecords.Preventive]())
}

type preventiveTypes struct {
	*postgres.Repository[healthrecords.PreventiveType]
}

// List implements healthrecords.PreventiveTypeStore: newest first.
func (s preventiveTypes) List(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
	return postgres.List(s.Of(ctx, account), page, postgres.Newest[healthrecords.PreventiveType]())
}
