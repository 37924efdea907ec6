package healthrecords

import (
	"context"

	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/tx"
)

// Service is what healthrecords offers.
type Service struct {
	store     Store
	pets      Pets
	locations Locations
	tx        tx.Runner
	events    events.Recorder
	clock     clock.Clock
}

// NewService makes a Service.
func NewService(store Store, pets Pets, locations Locations, run tx.Runner, recorder events.Recorder, c clock.Clock) *Service {
	return &Service{store, pets, locations, run, recorder, c}
}

// The conflicts that writes and the Store can answer.
var (
	ErrExternalIDTaken = apperr.NewConflict("duplicate", "another record has this external_id already")
	ErrNameTaken       = apperr.NewConflict("duplicate", "the account has a vaccination type with this name already")
)

// staffOnly fails with apperr.Forbidden for customers, who read the records of their pets but do not write them.
func staffOnly(ctx context.Context) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot change health records")
	}
	return nil
}
