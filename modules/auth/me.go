package auth

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
)

// GetProfile is the customer who asks, as the API shows it to them.
func (s *Service) GetProfile(ctx context.Context) (Profile, error) {
	c := caller.From(ctx)
	account, err := accountOf(c)
	if err != nil {
		return Profile{}, err
	}
	return s.people.Profile(ctx, account, c.Customer)
}

// accountOf is the one account of a customer; adapters let nobody else come here.
func accountOf(c caller.Caller) (uuid.UUID, error) {
	if !c.IsCustomer() || len(c.Accounts) != 1 {
		return uuid.Nil, errors.New("only a customer has a session")
	}
	return c.Accounts[0], nil
}
