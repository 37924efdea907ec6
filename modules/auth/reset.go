package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// resetTTL is how long a reset token is valid.
const resetTTL = 24 * time.Hour

// PasswordReset is a pending reset of a customer, or invitation of a member of staff: then its ids are those of the organization and the
// member. Only a hash of its token is stored.
type PasswordReset struct {
	AccountID  uuid.UUID
	CustomerID uuid.UUID
	Hash       []byte
	ExpiresAt  time.Time
}

// ResetToken lets the customer set a password once.
type ResetToken struct {
	Token     string    `json:"token" maxLength:"100" example:"pcr_AZijwn8AfMKaVQpLjXweEQZzR3v0bXcV"`
	ExpiresAt time.Time `json:"expires_at" doc:"Until then it works, once"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (ResetToken) Docs() map[string]string {
	return map[string]string{"token": "Send it to the customer; it is not shown again"}
}

// PasswordResetInput is the body of a reset.
type PasswordResetInput struct {
	Token       string `json:"token" minLength:"1" maxLength:"100" example:"pcr_AZijwn8AfMKaVQpLjXweEQZzR3v0bXcV"`
	NewPassword string `json:"new_password" minLength:"10" maxLength:"128" doc:"The password from now on" example:"correct horse battery"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (PasswordResetInput) Docs() map[string]string {
	return map[string]string{"token": "The token that the location has sent"}
}

// A token consists of "pcr_", the account id and 32 random bytes. The account is needed for finding the token.
const resetStart = "pcr_"

// Invitations and sessions of staff have the same form, with the organization in the place of the account.
func newToken(start string, of uuid.UUID) (token string, hash []byte) {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails: crypto/rand crashes the program instead
	token = start + base64.RawURLEncoding.EncodeToString(append(of[:], random[:]...))
	_, hash, _ = readToken(start, token)
	return token, hash
}

func readToken(start, token string) (of uuid.UUID, hash []byte, ok bool) {
	text, ok := strings.CutPrefix(token, start)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if !ok || err != nil || len(raw) != 16+32 {
		return uuid.Nil, nil, false
	}
	sum := sha256.Sum256([]byte(token))
	return uuid.UUID(raw[:16]), sum[:], true
}

// CreatePasswordReset creates a token for a customer, which invalidates earlier ones. It fails with apperr.NotFound, and with
// apperr.Conflict if the customer is blocked, has no e-mail address, or has that of another customer with login.
func (s *Service) CreatePasswordReset(ctx context.Context, account, customer uuid.UUID) (ResetToken, error) {
	token, hash := newToken(resetStart, account)
	r := PasswordReset{account, customer, hash, s.needs.Clock.Now().Add(resetTTL)}
	err := s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		// A change of the login that commits before is noticed here, and one that commits later voids the token.
		if err := s.needs.Customers.LockCustomer(ctx, account, customer); err != nil {
			return err
		}
		if err := s.checkReset(ctx, account, customer); err != nil {
			return err
		}
		return s.needs.Resets.PutReset(ctx, r)
	})
	if err != nil {
		return ResetToken{}, err
	}
	return ResetToken{token, r.ExpiresAt}, nil
}

func (s *Service) checkReset(ctx context.Context, account, customer uuid.UUID) error {
	login, err := s.needs.People.LoginOf(ctx, account, customer)
	switch {
	case err != nil:
		return err
	case login.Blocked:
		return apperr.NewConflict("conflict", "the customer is blocked and cannot log in")
	case login.Email == "":
		return apperr.NewConflict("conflict", "the customer has no e-mail to log in with")
	}
	other, err := s.needs.People.Login(ctx, account, login.Email)
	if err != nil && !apperr.Is(err, apperr.NotFound) {
		return err
	}
	if err == nil && other.Customer != customer {
		return apperr.NewDuplicate("email", "another customer with login has this e-mail already").With(other.Customer)
	}
	return nil
}

// ResetPassword sets the password of the token's customer and ends all their sessions. address is the client's address, for rate
// limits. It fails with apperr.Unauthenticated, always with the same message, if the token is wrong, used or expired, or the customer
// cannot log in; with apperr.RateLimited after too many attempts; and with the error of Locations.RequireWritable if the account is
// read-only.
func (s *Service) ResetPassword(ctx context.Context, in PasswordResetInput, address string) error {
	if err := s.admit(ctx, digest("reset", caller.Network(address))); err != nil {
		return err
	}
	account, hash, ok := readToken(resetStart, in.Token)
	if !ok {
		return badReset()
	}
	r, err := s.needs.Resets.GetReset(ctx, account, hash)
	if err != nil {
		return notFoundAs(err, badReset())
	}
	if !s.needs.Clock.Now().Before(r.ExpiresAt) {
		return badReset()
	}
	writable := s.whileWritable(account)
	if err := writable(ctx); err != nil {
		return err
	}
	as := caller.Caller{Kind: caller.Customer, ID: r.CustomerID, Customer: r.CustomerID, Accounts: []uuid.UUID{account}}
	if as.Name, err = s.needs.People.Name(ctx, account, r.CustomerID); err != nil {
		return notFoundAs(err, badReset())
	}
	ctx = tx.Before(caller.With(ctx, as), writable)
	err = s.needs.People.SetPassword(ctx, account, r.CustomerID, in.NewPassword, func(ctx context.Context, now Login) error {
		if now.Blocked || now.Email == "" {
			return badReset()
		}
		// First, as in CreatePasswordReset: two that lock the customer and the token in different orders would wait for each other.
		if err := s.needs.Customers.LockCustomer(ctx, account, r.CustomerID); err != nil {
			return err
		}
		return s.needs.Resets.TakeReset(ctx, r)
	})
	return notFoundAs(err, badReset())
}
