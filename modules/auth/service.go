package auth

import (
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/tx"
)

// Service authenticates requests and manages keys and sessions.
type Service struct {
	options   Options
	abilities Abilities
	keys      KeyStore
	sessions  SessionStore
	customers CustomerSessions
	throttle  Throttle
	resets    ResetStore
	tokens    Tokens
	passwords Passwords
	locations Locations
	people    People
	tx        tx.Runner
	clock     clock.Clock
	cache     *keyCache
	uses      *uses
}

// Needs holds the dependencies of a Service.
type Needs struct {
	Options   Options
	Abilities Abilities
	Keys      KeyStore
	Sessions  SessionStore
	Customers CustomerSessions
	Throttle  Throttle
	Resets    ResetStore
	Tokens    Tokens
	Passwords Passwords
	Locations Locations
	People    People
	Tx        tx.Runner
	Clock     clock.Clock
}

// NewService returns a Service. It fails if the options are invalid.
func NewService(n Needs) (*Service, error) {
	if err := n.Options.check(); err != nil {
		return nil, err
	}
	return &Service{
		options: n.Options, abilities: n.Abilities, keys: n.Keys, sessions: n.Sessions, customers: n.Customers,
		throttle: n.Throttle, resets: n.Resets, tokens: n.Tokens, passwords: n.Passwords, locations: n.Locations, people: n.People,
		tx: n.Tx, clock: n.Clock, cache: newKeyCache(), uses: newUses(),
	}, nil
}
