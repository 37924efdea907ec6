package customerspets

import (
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/tx"
)

// Service is what customerspets offers.
type Service struct {
	store     Store
	tx        tx.Runner
	events    events.Recorder
	bus       *events.Bus
	clock     clock.Clock
	lists     Lists
	locations Locations
	phones    Phones
	passwords Passwords
}

// NewService makes a Service.
func NewService(store Store, run tx.Runner, recorder events.Recorder, bus *events.Bus, c clock.Clock,
	lists Lists, locations Locations, phones Phones, passwords Passwords) *Service {
	return &Service{store, run, recorder, bus, c, lists, locations, phones, passwords}
}
