package auth

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/ids"
)

// fakes implements the ports of auth.Service in memory, with one customer: jo@example.com with the password "right password".
type fakes struct {
	mu       sync.Mutex
	sessions map[uuid.UUID]auth.Session
	tokens   map[string]auth.Claims
	attempts map[string]int
	account  uuid.UUID
	customer uuid.UUID
}

func (f *fakes) AddSession(_ context.Context, s auth.Session) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sessions[s.ID] = s
	return nil
}

func (f *fakes) RenewSession(ctx context.Context, s auth.Session) error { return f.AddSession(ctx, s) }

func (f *fakes) Session(_ context.Context, _, id uuid.UUID) (auth.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.sessions[id]
	if !ok {
		return s, apperr.NewNotFound()
	}
	return s, nil
}

func (f *fakes) SessionForUpdate(ctx context.Context, account, id uuid.UUID) (auth.Session, error) {
	return f.Session(ctx, account, id)
}

func (f *fakes) EndSession(_ context.Context, _, id uuid.UUID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.sessions, id)
	return nil
}

func (f *fakes) LockCustomer(context.Context, uuid.UUID, uuid.UUID) error           { return nil }
func (f *fakes) EndSessions(context.Context, uuid.UUID, uuid.UUID, uuid.UUID) error { return nil }

func (f *fakes) Attempt(_ context.Context, source []byte, _ time.Time, most int, span time.Duration) (time.Duration, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attempts[string(source)]++
	if f.attempts[string(source)] > most {
		return span, nil
	}
	return 0, nil
}

func (f *fakes) CountFailure(context.Context, uuid.UUID, []byte, time.Time, int, time.Duration) (time.Time, time.Duration, error) {
	return time.Time{}, 0, nil
}

func (f *fakes) TakeBackFailure(context.Context, uuid.UUID, []byte, time.Time) error { return nil }

func (f *fakes) Sign(c auth.Claims) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	token := "token-" + c.ID.String()
	f.tokens[token] = c
	return token, nil
}

func (f *fakes) Read(token string, _ time.Time, _ bool) (auth.Claims, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, ok := f.tokens[token]
	if !ok {
		return c, auth.Unauthenticated()
	}
	return c, nil
}

func (f *fakes) Verify(_ context.Context, hash, password string) (bool, error) {
	return hash != "" && hash == password, nil
}

func (f *fakes) Login(_ context.Context, account uuid.UUID, email string) (auth.Login, error) {
	if account != f.account || !strings.EqualFold(email, "jo@example.com") {
		return auth.Login{}, apperr.NewNotFound()
	}
	return auth.Login{Customer: f.customer, PasswordHash: "right password"}, nil
}

func (f *fakes) LoginOf(context.Context, uuid.UUID, uuid.UUID) (auth.Login, error) {
	return auth.Login{Customer: f.customer, PasswordHash: "right password", Email: "jo@example.com"}, nil
}

func (f *fakes) SetPassword(context.Context, uuid.UUID, uuid.UUID, string, func(context.Context, auth.Login) error) error {
	return nil
}

func (f *fakes) LoggedIn(context.Context, uuid.UUID, uuid.UUID) error { return nil }

func (f *fakes) Name(context.Context, uuid.UUID, uuid.UUID) (string, error) { return "Jo", nil }

func (f *fakes) Profile(_ context.Context, _, customer uuid.UUID) (auth.Profile, error) {
	return auth.Profile{Version: 3, JSON: []byte(`{"id":"` + customer.String() + `","alert":"<&>"}`)}, nil
}

func (f *fakes) InTx(ctx context.Context, fn func(context.Context) error) error     { return fn(ctx) }
func (f *fakes) Together(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }

// authenticator authenticates customers with the service and knows one API key.
type authenticator struct{ *auth.Service }

func (authenticator) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	if key != "a key" {
		return caller.Caller{}, auth.Unauthenticated()
	}
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Abilities: []string{"*"}}, nil
}

// client calls the four operations.
type client struct {
	t       *testing.T
	handler http.Handler
	*fakes
}

func newClient(t *testing.T) client {
	t.Helper()
	f := &fakes{sessions: map[uuid.UUID]auth.Session{}, tokens: map[string]auth.Claims{}, attempts: map[string]int{}, account: ids.New(), customer: ids.New()}
	s, err := auth.NewService(auth.Needs{
		Options:  auth.Options{AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour, SigningKeys: []auth.SigningKey{{ID: "k1"}}},
		Sessions: f, Customers: f, Throttle: f, Tokens: f, Passwords: f, People: f, Tx: f, Clock: clock.System,
	})
	if err != nil {
		t.Fatal(err)
	}
	a := httpapi.New(httpapi.Options{Authenticator: authenticator{s}})
	handler{s}.register(a)
	h, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return client{t, h, f}
}

func (c client) send(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	c.t.Helper()
	r := httptest.NewRequestWithContext(c.t.Context(), method, "/v1"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w
}

func (f *fakes) LastLoginFrom(context.Context, uuid.UUID, []byte) ([]byte, error) { return nil, nil }

func (f *fakes) NoteLogin(context.Context, uuid.UUID, []byte, []byte, time.Time) error { return nil }
