// Package owners implements webhooks.Owners with accounts.
package owners

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/apperr"
)

// Owners implements webhooks.Owners.
type Owners struct{ accounts *accounts.Service }

// New returns Owners.
func New(a *accounts.Service) Owners { return Owners{a} }

// Organization returns the organization of an account.
func (o Owners) Organization(ctx context.Context, account uuid.UUID) (uuid.UUID, error) {
	a, err := o.accounts.Get(ctx, account)
	return a.OrganizationID, err
}

// FirstAccount returns the first account of an organization by code.
func (o Owners) FirstAccount(ctx context.Context, organization uuid.UUID) (uuid.UUID, error) {
	list, err := o.accounts.OfOrganization(ctx, organization)
	if err != nil {
		return uuid.Nil, err
	}
	if len(list) == 0 {
		return uuid.Nil, apperr.NewNotFound()
	}
	return list[0].ID, nil
}
