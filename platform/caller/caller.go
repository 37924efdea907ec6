// Package caller says on whose behalf the current work is done.
package caller

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// Kind is the sort of principal.
type Kind string

// The principals.
const (
	APIKey   Kind = "api_key"  // a staff tool or an integration
	Customer Kind = "customer" // a pet owner who has logged in
	System   Kind = "system"   // the command line: imports, demo data
)

// Caller is the principal of a request. The zero value is nobody and may do nothing.
type Caller struct {
	Kind         Kind
	ID           uuid.UUID // of the key, the customer; nil for System
	Name         string
	Organization uuid.UUID
	Accounts     []uuid.UUID  // exactly the accounts it may see
	AllAccounts  bool         // the key was made for all accounts of its organization, later ones too
	Abilities    []string     // of an API key; "*" holds all
	Customer     uuid.UUID    // of a Customer: itself
	Session      uuid.UUID    // of a Customer: its session
	Acting       *StaffMember // of an API key: the person it acts for
}

// Sees reports whether the caller may know that the account exists.
func (c Caller) Sees(account uuid.UUID) bool { return slices.Contains(c.Accounts, account) }

// Holds reports whether an API key holds the ability.
func (c Caller) Holds(ability string) bool {
	return slices.Contains(c.Abilities, ability) || slices.Contains(c.Abilities, "*")
}

// IsCustomer reports whether a pet owner asks, who sees and changes only what is theirs.
func (c Caller) IsCustomer() bool { return c.Kind == Customer }

type key struct{}

// With puts c into the context.
func With(ctx context.Context, c Caller) context.Context { return context.WithValue(ctx, key{}, c) }

// From is the caller of ctx, the zero Caller when there is none.
func From(ctx context.Context) Caller {
	c, _ := ctx.Value(key{}).(Caller)
	return c
}
