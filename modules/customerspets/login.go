package customerspets

import (
	"context"

	"github.com/google/uuid"
)

// Login is what a login is decided by.
type Login struct {
	Customer     uuid.UUID
	PasswordHash string
	Status       Status
}

// Login finds the customer with login who has the e-mail, whatever its case; apperr.NotFound when there is none.
func (s *Service) Login(ctx context.Context, account uuid.UUID, email string) (Login, error) {
	return s.customers.Login(ctx, account, email)
}

// LoggedIn notes that the customer has logged in now; that is no change of the record: no new version, no event.
func (s *Service) LoggedIn(ctx context.Context, account, customer uuid.UUID) error {
	return s.customers.LoggedIn(ctx, account, customer, s.env.Clock.Now())
}
