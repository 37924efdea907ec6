package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// PasswordChange is the body of a customer's password change.
type PasswordChange struct {
	CurrentPassword string `json:"current_password" minLength:"1" maxLength:"128" doc:"The password until now" example:"correct horse battery"`
	NewPassword     string `json:"new_password" minLength:"10" maxLength:"128" doc:"The password from now on" example:"another horse battery"`
}

// ChangePassword changes the password of the customer who is the caller, and ends all their other sessions. It has the limits of
// Login. It fails with apperr.Unauthenticated if the current password is wrong, and with the error of Locations.RequireWritable
// if the account is read-only.
func (s *Service) ChangePassword(ctx context.Context, in PasswordChange, address string) error {
	c := caller.From(ctx)
	account, err := accountOf(c)
	if err != nil {
		return err
	}
	writable := s.whileWritable(account)
	if err := writable(ctx); err != nil {
		return err
	}
	login, err := s.needs.People.LoginOf(ctx, account, c.Customer)
	if err != nil {
		return notFoundAs(err, badToken())
	}
	email := normalizeEmail(login.Email)
	key, err := s.loginKey(ctx, account, email, address)
	if err != nil {
		return err
	}
	sources := [][]byte{digest("password address", caller.Network(address)), digest("password", account.String()+" "+c.Customer.String())}
	return s.guess(ctx, account, key, sources, func() error {
		right, err := s.needs.Passwords.Verify(ctx, in.CurrentPassword, login.PasswordHash)
		if err != nil {
			return fmt.Errorf("check a password: %w", err)
		}
		if !right {
			return wrongPassword()
		}
		ctx := tx.Before(ctx, writable)
		return s.needs.People.SetPassword(ctx, account, c.Customer, in.NewPassword, func(_ context.Context, now Login) error {
			if !now.open() || !equal(now.PasswordHash, login.PasswordHash) {
				return wrongPassword() // changed in the meantime
			}
			return nil
		})
	})
}

// whileWritable returns a check that the account is not read-only. It precedes the hashing of a password, and is repeated in the
// transaction, because hashing takes long.
func (s *Service) whileWritable(account uuid.UUID) func(ctx context.Context) error {
	return func(ctx context.Context) error { return s.needs.Locations.RequireWritable(ctx, account) }
}
