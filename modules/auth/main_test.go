package auth_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/store"
	"github.com/petcare/petcare/modules/auth/internal/tokens"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

var tables = []fxgroups.Migrations{{Module: "auth", Files: fxgroups.Sub(auth.Files)}, testkit.SQL(peopleTable)}

// world is auth with fake customers and accounts.
type world struct {
	*testkit.Kit
	store     *store.Store
	locations *locations
	passwords *passwords
	keys      []auth.SigningKey
}

func newWorld(t testing.TB) *world { t.Helper(); return around(testkit.New(t, tables...)) }

// aloneWorld has its own database.
func aloneWorld(t testing.TB) *world { t.Helper(); return around(testkit.Fresh(t, tables...)) }

func around(k *testkit.Kit) *world {
	return &world{
		Kit: k, store: store.New(k.DB), locations: &locations{organizations: map[string]uuid.UUID{}, accounts: map[uuid.UUID][]auth.Location{}},
		passwords: &passwords{}, keys: []auth.SigningKey{{ID: "k1", Secret: []byte("the first key, of 32 bytes or so")}},
	}
}

// replica returns another service on the same database.
func (w *world) replica(change ...func(*auth.Needs)) *auth.Service {
	w.Helper()
	n := auth.Needs{
		Options:   auth.Options{AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour, SigningKeys: w.keys},
		Abilities: auth.Abilities{"customers:read", "customers:write", "orders:read", "staff:manage"},
		Keys:      w.store, Sessions: w.store, Customers: w.store, Throttle: w.store, Resets: w.store, Tokens: testkit.Must[*tokens.Tokens](w)(tokens.New(w.keys)),
		Members: w.store, Roles: w.store, StaffSessions: w.store, Events: w.Outbox, Sealer: testkit.Must[*secrets.Box](w)(secrets.NewBox([]secrets.Key{{ID: "k1", Secret: w.keys[0].Secret}})),
		Passwords: w.passwords, Locations: w.locations, People: people{w.DB}, Tx: w.DB, Clock: w.Clock,
	}
	for _, c := range change {
		c(&n)
	}
	return testkit.Must[*auth.Service](w)(auth.NewService(n))
}

// locations holds organizations and accounts in memory.
type locations struct {
	mu            sync.Mutex
	organizations map[string]uuid.UUID
	accounts      map[uuid.UUID][]auth.Location
}

// open creates accounts, and their organization if it is new.
func (l *locations) open(organization string, codes ...string) []uuid.UUID {
	l.mu.Lock()
	defer l.mu.Unlock()
	of, known := l.organizations[organization]
	if !known {
		of = ids.New()
		l.organizations[organization] = of
	}
	var made []uuid.UUID
	for _, code := range codes {
		made = append(made, ids.New())
		l.accounts[of] = append(l.accounts[of], auth.Location{ID: made[len(made)-1], Code: code})
	}
	return made
}

func (l *locations) RequireWritable(context.Context, uuid.UUID) error { return nil }

func (l *locations) RequireOpen(context.Context, uuid.UUID) error { return nil }

func (l *locations) GetOrganization(_ context.Context, name string) (uuid.UUID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id, known := l.organizations[name]; known {
		return id, nil
	}
	return uuid.Nil, apperr.NewNotFound()
}

func (l *locations) ListAccounts(_ context.Context, organization uuid.UUID) ([]auth.Location, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.accounts[organization]), nil
}

// pausing stops after the password was found to be right.
type pausing struct {
	auth.Passwords
	checked, goOn chan struct{}
}

func (p pausing) Verify(ctx context.Context, password, hash string) (bool, error) {
	ok, err := p.Passwords.Verify(ctx, password, hash)
	close(p.checked)
	<-p.goOn
	return ok, err
}

// paused runs a use case until its password was found to be right. finish lets it go on and returns how it ended.
func (w *world) paused(do func(*auth.Service) error) (finish func() error) {
	w.Helper()
	p := pausing{w.passwords, make(chan struct{}), make(chan struct{})}
	s := w.replica(func(n *auth.Needs) { n.Passwords = p })
	done := make(chan error)
	go func() { done <- do(s) }()
	<-p.checked
	return func() error { close(p.goOn); return <-done }
}

func second[T any](_ T, err error) error { return err }

// wantCount checks how many rows there are.
func (w *world) wantCount(want int, query string, args ...any) {
	w.Helper()
	if n := w.Count(query, args...); n != want {
		w.Errorf("%d, want %d: %s", n, want, query)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
