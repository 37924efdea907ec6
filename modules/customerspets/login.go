package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Login is what decides whether a customer can log in.
type Login struct {
	Customer     uuid.UUID
	PasswordHash string
	Status       Status
	Email        string // "" when there is none
}

func loginOf(c Customer) Login {
	l := Login{Customer: c.ID, Status: *c.Status}
	if c.PasswordHash != nil {
		l.PasswordHash = *c.PasswordHash
	}
	if c.Email != nil {
		l.Email = *c.Email
	}
	return l
}

// LoginOf is the login of a customer, enabled or not; apperr.NotFound when there is no such customer.
func (s *Service) LoginOf(ctx context.Context, account, customer uuid.UUID) (Login, error) {
	c, err := s.customers.Get(ctx, account, customer)
	if err != nil {
		return Login{}, err
	}
	return loginOf(c), nil
}

// SetPassword enables the login of a customer with a password, if allow returns nil for the current login. It calls allow again if the
// customer changes in the meantime. It fails with the error of allow, apperr.NotFound, apperr.Invalid or ErrEmailTaken.
func (s *Service) SetPassword(ctx context.Context, account, id uuid.UUID, password string, allow func(context.Context, Login) error) error {
	hash, err := s.hash(ctx, patch.Of(password))
	if err != nil {
		return err
	}
	_, err = s.customerLife.Update(ctx, account, id, patch.Precondition{}, func(ctx context.Context, c *Customer) error {
		if err := allow(ctx, loginOf(*c)); err != nil {
			return err
		}
		c.PasswordHash, c.Login.Enabled = hash, true
		return nil
	}, s.tellLogin)
	return err
}

// Login finds the customer with login who has the e-mail, whatever its case; apperr.NotFound when there is none.
func (s *Service) Login(ctx context.Context, account uuid.UUID, email string) (Login, error) {
	return s.customers.Login(ctx, account, email)
}

// LoggedIn notes that the customer has logged in now; that is no change of the record: no new version, no event.
func (s *Service) LoggedIn(ctx context.Context, account, customer uuid.UUID) error {
	return s.customers.LoggedIn(ctx, account, customer, s.env.Clock.Now())
}
