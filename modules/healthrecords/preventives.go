package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ListPreventives lists the preventives of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) ListPreventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Preventive], error) {
	return listOfPet(ctx, s, account, pet, func(ctx context.Context, today Today) (paging.Page[Preventive], error) {
		found, err := s.stores.Preventives.List(ctx, account, pet, page)
		for i := range found.Items {
			p := &found.Items[i]
			p.Standing = today.standing(p.ExpiresOn)
		}
		return found, err
	})
}

// ListPreventiveTypes lists the account's preventive types, newest first.
func (s *Service) ListPreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error) {
	return s.stores.PreventiveTypes.List(ctx, account, page)
}
