// Package locations asks accounts how they count days.
package locations

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/healthrecords"
)

// Locations implements healthrecords.Locations.
type Locations struct{ accounts *accounts.Service }

// New makes a Locations.
func New(a *accounts.Service) *Locations { return &Locations{a} }

// Calendar is the account's time zone and warning days.
func (l *Locations) Calendar(ctx context.Context, account uuid.UUID) (healthrecords.Calendar, error) {
	a, err := l.accounts.GetLocation(ctx, account)
	return healthrecords.Calendar{Zone: a.Zone, WarningDays: a.VaccinationWarningDays}, err
}

// IsClosed reports whether the account's organization moves to another installation.
func (l *Locations) IsClosed(ctx context.Context, account uuid.UUID) (bool, error) {
	err := l.accounts.RequireWritable(ctx, account)
	if closed := errors.Is(err, accounts.ErrClosed); closed || errors.Is(err, accounts.ErrInactive) {
		return closed, nil
	}
	return false, err
}
