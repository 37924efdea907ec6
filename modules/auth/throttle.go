package auth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Logins have two limits, which all replicas share.
//
// Attempts: 5 per minute from a client address, and 5 per minute for an e-mail address within an account, so that attempts with
// made-up accounts lock nobody out. Refused attempts are not counted.
//
// Failures: 10 for an e-mail address within an account per window of 15 minutes. This includes unknown addresses, so that the limit
// does not reveal which ones exist. A window starts with its first failure, and attempts during it do not extend it.
//
// The client address of the last successful login has a separate count for its e-mail address, so that an attacker elsewhere cannot
// lock the customer out.
const (
	maxAttempts   = 5
	attemptWindow = time.Minute
	maxFailures   = 10
	failureWindow = 15 * time.Minute
)

// takeBackTimeout is for taking back a count, which goes on when the client has disconnected.
const takeBackTimeout = 5 * time.Second

func limited(most int, wait time.Duration) error {
	return &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many login attempts, try again later",
		RetryAfter: wait, Limit: most}
}

// loginKey returns the key of the counts for an e-mail address. The client address of its last login has a key of its own. It holds a NUL,
// which no text of a request does: nobody elsewhere can send that key as an e-mail address.
func (s *Service) loginKey(ctx context.Context, account uuid.UUID, email, address string) (string, error) {
	last, err := s.needs.Throttle.LastLoginFrom(ctx, account, digest("login", email))
	if err != nil || !bytes.Equal(last, digest("address", caller.Network(address))) {
		return email, err
	}
	return email + "\x00" + caller.Network(address), nil
}

// AdmitSignIn counts an attempt to sign in with an API key. It fails with apperr.RateLimited after 5 attempts per minute from a
// client address.
func (s *Service) AdmitSignIn(ctx context.Context, address string) error {
	return s.admit(ctx, digest("sign-in", caller.Network(address)))
}

// admit counts an attempt for all sources, or for none if one of them refuses it. Transactions count sources in the same order: an
// address before a login.
func (s *Service) admit(ctx context.Context, sources ...[]byte) error {
	return s.needs.Tx.InTx(ctx, func(ctx context.Context) error { return s.attempt(ctx, sources) })
}

func (s *Service) attempt(ctx context.Context, sources [][]byte) error {
	for _, source := range sources {
		wait, err := s.needs.Throttle.Attempt(ctx, source, s.needs.Clock.Now(), maxAttempts, attemptWindow)
		if err != nil {
			return err
		}
		if wait > 0 {
			return limited(maxAttempts, wait)
		}
	}
	return nil
}

// guess runs an attempt at a password, if the sources and the failures of the login admit it. It counts a failure before the attempt, so
// that concurrent attempts cannot exceed the limit, and removes it again unless the password was wrong.
func (s *Service) guess(ctx context.Context, account uuid.UUID, key string, sources [][]byte, try func() error) error {
	login := digest("login", key)
	var ends time.Time
	err := s.needs.Tx.InTx(ctx, func(ctx context.Context) error { // a refusal rolls back what was counted before it
		if err := s.attempt(ctx, sources); err != nil {
			return err
		}
		var wait time.Duration
		var err error
		ends, wait, err = s.needs.Throttle.CountFailure(ctx, account, login, s.needs.Clock.Now(), maxFailures, failureWindow)
		if err == nil && wait > 0 {
			err = limited(maxFailures, wait)
		}
		return err
	})
	if err != nil {
		return err
	}
	failed := try()
	if apperr.Is(failed, apperr.Unauthenticated) {
		return failed
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeBackTimeout)
	defer cancel()
	if err := s.needs.Throttle.TakeBackFailure(ctx, account, login, ends); err != nil && failed == nil {
		return err
	}
	return failed
}

// normalizeEmail normalizes an e-mail address for comparison.
func normalizeEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// digest hides e-mail addresses from the database, because they may belong to people who are not customers.
func digest(kind, value string) []byte {
	sum := sha256.Sum256([]byte(kind + " " + value))
	return sum[:]
}
