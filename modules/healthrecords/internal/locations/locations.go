// Package locations asks accounts how they count days.
package locations

import (
	"context"
	"fmt"
	"time"

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
	a, err := l.accounts.Get(ctx, account)
	if err != nil {
		return healthrecords.Calendar{}, err
	}
	zone, err := time.LoadLocation(a.Timezone) // not accounts.Zone, which would read the account once more
	if err != nil {
		return healthrecords.Calendar{}, fmt.Errorf("load the time zone of account %s: %w", account, err)
	}
	return healthrecords.Calendar{Zone: zone, WarningDays: a.VaccinationWarningDays}, nil
}
