package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// ListPreventives lists the preventives of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) ListPreventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (
	found paging.Page[Preventive], err error,
) {
	err = s.listOfPet(ctx, account, pet, func(ctx context.Context, today Today) (err error) {
		found, err = s.stores.Preventives.List(ctx, account, pet, page)
		items := found.Items()
		for i := range items {
			items[i].Standing = today.standing(items[i].ExpiresOn)
		}
		return err
	})
	return found, err
}

// ListPreventiveTypes lists the account's preventive types, newest first.
func (s *Service) ListPreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error) {
	return s.stores.PreventiveTypes.List(ctx, account, page)
}
