package console

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/secrets"
)

const (
	headerName = "Petcare-Console" // marks the console's own calls: other origins cannot send it, so the cookie counts only beside it
	cookieName = "petcare_console"
	hostPrefix = "__Host-"         // browsers take a cookie with such a name only from this host, over TLS, and for all paths
	purpose    = "console session" // bound to what is sealed
	lifetime   = 8 * time.Hour
)

// Sessions are the browsers that are signed in. Nothing is kept of them on the server: the cookie holds the API key, sealed, and ends
// with it, or after 8 hours.
type Sessions struct {
	box   *secrets.Box
	clock clock.Clock
	keys  httpapi.Authenticator
	admit func(ctx context.Context, address string) error
}

// NewSessions makes sessions that box seals. admit counts attempts to sign in from a client address and refuses too many.
func NewSessions(
	box *secrets.Box,
	c clock.Clock,
	keys httpapi.Authenticator,
	admit func(ctx context.Context, address string) error,
) *Sessions {
	return &Sessions{box: box, clock: c, keys: keys, admit: admit}
}

func fromConsole(r *http.Request) bool { return r.Header.Get(headerName) == "1" }

// errEnded does not tell a cookie that has expired from one that is not ours.
var errEnded = &apperr.Error{
	Kind: apperr.Unauthenticated, Code: "unauthenticated", Detail: "the session of the console has ended: sign in again",
}

// errTwo refuses to choose: another host of the same domain can add a cookie with the name of ours.
var errTwo = &apperr.Error{
	Kind: apperr.Malformed, Code: "ambiguous_credentials", Detail: "the browser has two cookies of the console: clear those of this site",
}

// Key is the API key that a call of the console is made with: "" without its header, and for a cookie that has expired or is not ours.
func (s *Sessions) Key(r *http.Request) string {
	key, _ := s.open(r)
	return key
}

// Ended is the refusal for a call of the console whose cookie has expired or is not ours, and nil for all others.
func (s *Sessions) Ended(r *http.Request) error {
	_, err := s.open(r)
	return err
}

// open returns "" without the header or the cookie.
func (s *Sessions) open(r *http.Request) (string, error) {
	if !fromConsole(r) {
		return "", nil
	}
	cookies := r.CookiesNamed(nameFor(r))
	switch len(cookies) {
	case 0:
		return "", nil
	case 1:
	default:
		return "", errTwo
	}
	sealed, err := base64.RawURLEncoding.DecodeString(cookies[0].Value)
	if err != nil {
		return "", errEnded
	}
	plain, err := s.box.Open(sealed, purpose)
	if err != nil || len(plain) <= 8 {
		return "", errEnded
	}
	if until := time.Unix(int64(binary.BigEndian.Uint64(plain)), 0); !s.clock.Now().Before(until) {
		return "", errEnded
	}
	return string(plain[8:]), nil
}

func (s *Sessions) seal(key string) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(s.clock.Now().Add(lifetime).Unix()))
	return base64.RawURLEncoding.EncodeToString(s.box.Seal(append(plain, key...), purpose))
}

// overTLS believes anybody who says that the browser speaks TLS: who lies about that harms only their own session.
func overTLS(r *http.Request) bool {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",") // of several proxies, the first is the browser's
	return r.TLS != nil || strings.EqualFold(proto, "https")
}

func nameFor(r *http.Request) string {
	if overTLS(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

// newCookie makes the cookie of a session.
func newCookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: nameFor(r), Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: overTLS(r),
	}
}
