// Package owners implements webhooks.Owners with accounts.
package owners

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/lists"
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

// Accounts returns the accounts of an organization by code.
func (o Owners) Accounts(ctx context.Context, organization uuid.UUID) ([]uuid.UUID, error) {
	list, err := o.accounts.ListOfOrganization(ctx, organization)
	return lists.Map(list, func(a accounts.Account) uuid.UUID { return a.ID }), err
}
