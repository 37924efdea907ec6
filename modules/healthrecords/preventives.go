package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Preventives lists the preventives of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) Preventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Preventive], error) {
	if err := s.pets.Check(ctx, account, pet); err != nil {
		return paging.Page[Preventive]{}, err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return paging.Page[Preventive]{}, err
	}
	found, err := s.store.Preventives(ctx, account, pet, page)
	if err != nil {
		return paging.Page[Preventive]{}, err
	}
	for i := range found.Items {
		found.Items[i] = found.Items[i].on(today)
	}
	return found, nil
}

// PreventiveTypes lists the account's preventive types, newest first.
func (s *Service) PreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[PreventiveType], error) {
	return s.store.PreventiveTypes(ctx, account, page)
}

// on is the preventive as it stands on a day.
func (p Preventive) on(today Today) Preventive {
	p.Status, p.DaysUntilExpiry = today.standing(p.ExpiresOn)
	return p
}
