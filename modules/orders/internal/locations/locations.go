// Package locations asks accounts on behalf of orders.
package locations

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
)

// Locations implements orders.Locations.
type Locations struct{ accounts *accounts.Service }

// New makes Locations.
func New(a *accounts.Service) *Locations { return &Locations{a} }

// Currency is the currency of an account.
func (l *Locations) Currency(ctx context.Context, account uuid.UUID) (string, error) {
	a, err := l.accounts.Get(ctx, account)
	return a.Currency, err
}

// Zone is the time zone of an account.
func (l *Locations) Zone(ctx context.Context, account uuid.UUID) (*time.Location, error) {
	a, err := l.accounts.GetLocation(ctx, account)
	return a.Zone, err
}
