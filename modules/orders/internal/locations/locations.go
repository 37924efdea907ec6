// Package locations asks accounts on behalf of orders.
package locations

import (
	"context"

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
