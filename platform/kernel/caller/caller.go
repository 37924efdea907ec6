// Package caller identifies the principal for whom the current work is done.
package caller

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// Kind is the sort of principal.
type Kind string

// The kinds of principals.
const (
	APIKey   Kind = "api_key"  // a staff tool or an integration
	Customer Kind = "customer" // a pet owner who has logged in
	System   Kind = "system"   // the command line, demo data
	Import   Kind = "import"   // an import of records
)

// Caller is the principal of a request. The zero value may do nothing.
type Caller struct {
	Kind         Kind
	ID           uuid.UUID // of the key, member of staff or customer; nil for System
	Name         string
	Organization uuid.UUID
	Accounts     []uuid.UUID  // the accounts it may see
	AllAccounts  bool         // the key is valid for all accounts of its organization, including later ones
	Abilities    []string     // of an API key or member of staff; "*" stands for all
	Customer     uuid.UUID    // of a Customer: the same as ID
	Session      uuid.UUID    // of a Customer or member of staff
	Acting       *StaffMember // of an API key: the person it acts for
}

// Sees reports whether the caller may know that the account exists.
func (c Caller) Sees(account uuid.UUID) bool { return slices.Contains(c.Accounts, account) }

// Holds reports whether the caller is an API key, or a member of staff, with the ability.
func (c Caller) Holds(ability string) bool {
	return slices.Contains(c.Abilities, ability) || slices.Contains(c.Abilities, "*")
}

// IsCustomer reports whether the caller is a pet owner, who may only see and change their own records.
func (c Caller) IsCustomer() bool { return c.Kind == Customer }

type key struct{}

// With returns a context with the caller c.
func With(ctx context.Context, c Caller) context.Context { return context.WithValue(ctx, key{}, c) }

// From returns the caller of ctx, or the zero Caller.
func From(ctx context.Context) Caller {
	c, _ := ctx.Value(key{}).(Caller)
	return c
}
