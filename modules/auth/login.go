package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// LoginInput is the body of a login.
type LoginInput struct {
	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account that the customer belongs to"`
	Email     string    `json:"email" minLength:"1" maxLength:"254" doc:"E-mail of the customer, whatever the case" example:"jo@example.com"`
	Password  string    `json:"password" minLength:"1" maxLength:"128" doc:"Password, set by the location" example:"correct horse battery"`
}

// Login starts a session. address is the client's address, for rate limits. It fails with apperr.Unauthenticated for a wrong
// password, an unknown e-mail address or account, a customer without login and a blocked one, always with the same message and after
// the same time. It fails with apperr.RateLimited after too many attempts or failures. Inactive customers may log in.
func (s *Service) Login(ctx context.Context, in LoginInput, address string) (Grant, error) {
	email := normalizeEmail(in.Email)
	key, err := s.loginKey(ctx, in.AccountID, email, address)
	if err != nil {
		return Grant{}, err
	}
	sources := [][]byte{digest("address", caller.Network(address)), digest("e-mail", in.AccountID.String()+" "+key)}
	var g Grant
	err = s.guess(ctx, in.AccountID, key, sources, func() error {
		login, err := s.checkPassword(ctx, in)
		if err != nil {
			return err
		}
		g, err = s.begin(ctx, in, login, address)
		return err
	})
	return g, err
}

// checkPassword always checks exactly one password, so that the time does not reveal what was found.
func (s *Service) checkPassword(ctx context.Context, in LoginInput) (Login, error) {
	login, err := s.needs.People.Login(ctx, in.AccountID, in.Email)
	if err != nil && !apperr.Is(err, apperr.NotFound) {
		return Login{}, fmt.Errorf("find who logs in: %w", err)
	}
	if err != nil {
		login = Login{} // nobody, whose password is never right
	}
	right, err := s.needs.Passwords.Verify(ctx, in.Password, login.PasswordHash)
	if err != nil {
		return Login{}, fmt.Errorf("check a password: %w", err)
	}
	if !right || !login.open() {
		return Login{}, loginFailed()
	}
	return login, nil
}

func (l Login) open() bool { return l.PasswordHash != "" && !l.Blocked && l.Customer != uuid.Nil }

// begin creates the session. The password was checked outside of the transaction, because that takes long. So begin locks the
// customer and checks that the password is still the same: a change that commits before is noticed here, and one that commits later
// ends the session.
func (s *Service) begin(ctx context.Context, in LoginInput, checked Login, address string) (Grant, error) {
	var g Grant
	err := s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.needs.People.LoggedIn(ctx, in.AccountID, checked.Customer); err != nil {
			return err
		}
		if err := s.needs.Customers.LockCustomer(ctx, in.AccountID, checked.Customer); err != nil {
			return err
		}
		now, err := s.needs.People.Login(ctx, in.AccountID, in.Email)
		if err != nil {
			return notFoundAs(err, loginFailed())
		}
		if !now.open() || now.Customer != checked.Customer || !equal(now.PasswordHash, checked.PasswordHash) {
			return loginFailed()
		}
		session := s.newSession(in.AccountID, now.Customer)
		if err := s.needs.Sessions.InsertSession(ctx, session); err != nil {
			return err
		}
		if err := s.needs.Throttle.NoteLogin(ctx, in.AccountID, digest("login", normalizeEmail(in.Email)),
			digest("address", caller.Network(address)), session.CreatedAt); err != nil {
			return err
		}
		g, err = s.grant(ctx, session, session.CreatedAt)
		return err
	})
	return g, err
}

// notFoundAs converts NotFound, for what was removed in the meantime, to failed.
func notFoundAs(err error, failed *apperr.Error) error {
	if apperr.Is(err, apperr.NotFound) {
		return failed
	}
	return err
}

func (s *Service) newSession(account, customer uuid.UUID) Session {
	now := s.needs.Clock.Now()
	return Session{
		AccountID: account, ID: ids.New(), CustomerID: customer, TokenID: ids.New(),
		CreatedAt: now, RefreshUntil: now.Add(s.needs.Options.RefreshTTL),
	}
}

// grant signs the session's current token and returns it with the customer's profile.
func (s *Service) grant(ctx context.Context, of Session, now time.Time) (Grant, error) {
	claims := Claims{
		ID: of.TokenID, Session: of.ID, Account: of.AccountID, Customer: of.CustomerID,
		IssuedAt: now, ExpiresAt: now.Add(s.needs.Options.AccessTTL),
	}
	if claims.ExpiresAt.After(of.RefreshUntil) {
		claims.ExpiresAt = of.RefreshUntil
	}
	token, err := s.needs.Tokens.Sign(claims)
	if err != nil {
		return Grant{}, err
	}
	profile, err := s.needs.People.Profile(caller.With(ctx, of.caller()), of.AccountID, of.CustomerID)
	if err != nil {
		return Grant{}, fmt.Errorf("show the customer who logs in: %w", err)
	}
	return Grant{AccessToken: token, ExpiresIn: claims.ExpiresAt.Sub(now), RefreshUntil: of.RefreshUntil, Customer: profile}, nil
}
