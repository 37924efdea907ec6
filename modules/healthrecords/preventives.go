package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Preventives lists the preventives of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) Preventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (found paging.Page[Preventive], err error) {
	err = s.listOfPet(ctx, account, pet, func(ctx context.Context, today Today) (err error) {
		found, err = s.stores.Preventives.List(ctx, account, pet, page)
		for i := range found.Items {
			found.Items[i].Standing = today.standing(found.Items[i].ExpiresOn)
		}
		return err
	})
	return found, err
}

// PreventiveTypes lists the account's preventive types, newest first.
func (s *Service) PreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error) {
	return s.stores.PreventiveTypes.List(ctx, account, page)
}
