package auth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Logins are limited twice, for all replicas together.
//
// Attempts: 5 in any minute from one client address, and 5 for one e-mail address of an account: attempts with made-up
// accounts keep nobody out. Refused ones do not count.
//
// Failures: 10 for one e-mail address of an account in a window of 15 minutes, whether the address is known or not, so
// that the answer does not tell. The window begins with its first failure, and nothing that is tried meanwhile makes it
// longer.
//
// For one e-mail address, the client address from which it last logged in counts apart from all others: whoever guesses from
// elsewhere keeps nobody out who logs in from where they were before.
const (
	attemptsAtMost = 5
	attemptsSpan   = time.Minute
	failuresAtMost = 10
	failuresWindow = 15 * time.Minute
)

func limited(most int, wait time.Duration) error {
	return &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many login attempts, try again later",
		RetryAfter: wait, Limit: most}
}

// loginKey is what attempts and failures of an e-mail address are counted by: another one where it last logged in.
func (s *Service) loginKey(ctx context.Context, account uuid.UUID, email, address string) (string, error) {
	last, err := s.throttle.LastLoginFrom(ctx, account, digest("login", email))
	if err != nil || !bytes.Equal(last, digest("address", network(address))) {
		return email, err
	}
	return email + " " + network(address), nil
}

// AdmitSignIn counts an attempt to sign in with an API key from a client address: 5 in any minute. It fails with apperr.RateLimited.
func (s *Service) AdmitSignIn(ctx context.Context, address string) error {
	return s.admit(ctx, digest("sign-in", network(address)))
}

func (s *Service) admit(ctx context.Context, sources ...[]byte) error {
	for _, source := range sources {
		wait, err := s.throttle.Attempt(ctx, source, s.clock.Now(), attemptsAtMost, attemptsSpan)
		if err != nil {
			return err
		}
		if wait > 0 {
			return limited(attemptsAtMost, wait)
		}
	}
	return nil
}

// guess runs one try at a password. It is counted as a failure before it begins, so that tries at the same time cannot
// be more than the window allows, and the count is taken back unless the password was wrong.
func (s *Service) guess(ctx context.Context, account uuid.UUID, key string, try func() error) error {
	login := digest("login", key)
	ends, wait, err := s.throttle.CountFailure(ctx, account, login, s.clock.Now(), failuresAtMost, failuresWindow)
	if err != nil {
		return err
	}
	if wait > 0 {
		return limited(failuresAtMost, wait)
	}
	failed := try()
	if apperr.Is(failed, apperr.Unauthenticated) {
		return failed
	}
	if err := s.throttle.TakeBackFailure(context.WithoutCancel(ctx), account, login, ends); err != nil && failed == nil {
		return err
	}
	return failed
}

// comparable is an e-mail address in the form in which two of them are compared.
func comparable(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// network is what counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since one client has
// all addresses of that.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return ip.String()
	}
	return prefix.String()
}

// digest keeps e-mail addresses of people who may not even be customers out of the database.
func digest(kind, value string) []byte {
	sum := sha256.Sum256([]byte(kind + " " + value))
	return sum[:]
}
