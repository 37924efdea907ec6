package auth

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// GetProfile returns the customer who is the caller.
func (s *Service) GetProfile(ctx context.Context) (Profile, error) {
	c := caller.From(ctx)
	account, err := accountOf(c)
	if err != nil {
		return Profile{}, err
	}
	return s.needs.People.Profile(ctx, account, c.Customer)
}

// accountOf returns the account of a customer. Adapters only admit customers here.
func accountOf(c caller.Caller) (uuid.UUID, error) {
	if !c.IsCustomer() || len(c.Accounts) != 1 {
		return uuid.Nil, errors.New("only a customer has a session")
	}
	return c.Accounts[0], nil
}
