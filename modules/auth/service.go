package auth

import (
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Service authenticates requests and manages keys and sessions.
type Service struct {
	needs Needs
	cache *keyCache
}

// Needs holds the dependencies of a Service.
type Needs struct {
	Options   Options
	Abilities Abilities
	Keys      KeyStore
	Sessions  SessionStore
	Customers CustomerSessions
	Members   MemberStore
	Roles     RoleStore
	Throttle  Throttle
	Resets    ResetStore
	Tokens    Tokens
	Passwords Passwords
	Locations Locations
	People    People
	Events    events.Recorder
	Sealer    Sealer
	Issuer    Issuer // nil: none
	Tx        tx.Runner
	Clock     clock.Clock

	StaffSessions StaffSessionStore
}

// NewService returns a Service. It fails if the options are invalid.
func NewService(n Needs) (*Service, error) {
	if err := n.Options.check(); err != nil {
		return nil, err
	}
	return &Service{needs: n, cache: newKeyCache()}, nil
}
