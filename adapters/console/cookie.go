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
	lifetime   = 8 * time.Hour     // with an API key; a member of staff has their session

	withKey   = "ApiKey " // what a cookie holds is what a call would have in Authorization
	withToken = "Bearer "
)

// Sessions are the browsers that are signed in. The cookie holds the API key or the token of a member of staff, sealed, and ends with it.
type Sessions struct {
	box    *secrets.Box
	clock  clock.Clock
	keys   httpapi.Authenticator
	admit  func(ctx context.Context, address string) error
	staff  Staff
	noKeys bool // API keys cannot sign in
}

// NewSessions makes sessions that box seals. admit counts attempts to sign in with a key from a client address and refuses too many.
// Without withKeys, only staff can sign in.
func NewSessions(
	box *secrets.Box,
	c clock.Clock,
	keys httpapi.Authenticator,
	admit func(ctx context.Context, address string) error,
	staff Staff,
	withKeys bool,
) *Sessions {
	return &Sessions{box: box, clock: c, keys: keys, admit: admit, staff: staff, noKeys: !withKeys}
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

// Credential is what a call of the console would have in Authorization: "" without the console's header, and for a cookie that has expired
// or is not ours.
func (s *Sessions) Credential(r *http.Request) string {
	credential, _ := s.open(r)
	return credential
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
	credential := string(plain[8:])
	if s.noKeys && !strings.HasPrefix(credential, withToken) {
		return "", errEnded
	}
	return credential, nil
}

func (s *Sessions) seal(credential string, lasts time.Duration) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(s.clock.Now().Add(lasts).Unix()))
	return base64.RawURLEncoding.EncodeToString(s.box.Seal(append(plain, credential...), purpose))
}

// SignedIn is the cookie of a browser in which a member of staff has signed in.
func (s *Sessions) SignedIn(r *http.Request, token string) *http.Cookie {
	return newCookie(r, s.seal(withToken+token, s.staff.Lasts()), int(s.staff.Lasts().Seconds()))
}

func nameFor(r *http.Request) string {
	if httpapi.OverTLS(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

// newCookie makes the cookie of a session. It is Secure as soon as anybody says that the browser speaks TLS: who lies about that harms
// only their own session.
func newCookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: nameFor(r), Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: httpapi.OverTLS(r),
	}
}
