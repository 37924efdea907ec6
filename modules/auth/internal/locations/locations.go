// Package locations implements auth.Locations with accounts.
package locations

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// Locations implements auth.Locations.
type Locations struct{ *accounts.Service }

// New returns Locations.
func New(s *accounts.Service) *Locations { return &Locations{s} }

// GetOrganization returns the id of the organization with a name.
func (l *Locations) GetOrganization(ctx context.Context, name string) (uuid.UUID, error) {
	o, err := l.Service.GetOrganization(ctx, name)
	return o.ID, err
}

// ListAccounts lists the accounts of an organization.
func (l *Locations) ListAccounts(ctx context.Context, organization uuid.UUID) ([]auth.Location, error) {
	all, err := l.ListOfOrganization(ctx, organization)
	if err != nil {
		return nil, err
	}
	return lists.Map(all, func(a accounts.Account) auth.Location { return auth.Location{ID: a.ID, Code: a.Code} }), nil
}
