// Package locations asks accounts about the location that a customer belongs to.
package locations

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
)

// Locations implements customerspets.Locations.
type Locations struct{ accounts *accounts.Service }

// New makes Locations.
func New(s *accounts.Service) Locations { return Locations{s} }

// Country is the account's country.
func (l Locations) Country(ctx context.Context, account uuid.UUID) (string, error) {
	a, err := l.accounts.GetLocation(ctx, account)
	return a.Country, err
}

// Zone is the account's time zone.
func (l Locations) Zone(ctx context.Context, account uuid.UUID) (*time.Location, error) {
	a, err := l.accounts.GetLocation(ctx, account)
	return a.Zone, err
}
