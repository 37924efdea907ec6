// Package locations implements auth.Locations with accounts.
package locations

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
)

// Locations implements auth.Locations.
type Locations struct{ accounts *accounts.Service }

// New returns Locations.
func New(s *accounts.Service) *Locations { return &Locations{s} }

// FindOrganization returns the id of the organization with a name.
func (l *Locations) FindOrganization(ctx context.Context, name string) (uuid.UUID, error) {
	o, err := l.accounts.FindOrganization(ctx, name)
	return o.ID, err
}

// Writable fails if the account is inactive.
func (l *Locations) Writable(ctx context.Context, account uuid.UUID) error {
	return l.accounts.Writable(ctx, account)
}

// AccountsOf lists the accounts of an organization.
func (l *Locations) AccountsOf(ctx context.Context, organization uuid.UUID) ([]auth.Location, error) {
	all, err := l.accounts.OfOrganization(ctx, organization)
	if err != nil {
		return nil, err
	}
	list := make([]auth.Location, len(all))
	for i, a := range all {
		list[i] = auth.Location{ID: a.ID, Code: a.Code}
	}
	return list, nil
}
