package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const typeOfPreventive = `(select json_build_object('id', y.id, 'name', y.name, 'category', y.category)
	from healthrecords.preventive_types y where y.account_id = t.account_id and y.id = t.preventive_type_id)`

type preventives struct {
	*postgres.Table[healthrecords.Preventive]
}

// List implements healthrecords.PreventiveStore: newest first.
func (s preventives) List(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	return s.Table.List(ctx, s.Query(account).Where("t.pet_id = ?", pet).Short(), page)
}

type preventiveTypes struct {
	*postgres.Table[healthrecords.PreventiveType]
}

// List implements healthrecords.PreventiveTypeStore: newest first.
func (s preventiveTypes) List(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
	return s.Table.List(ctx, s.Query(account), page)
}
