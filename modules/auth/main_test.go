package auth_test

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/store"
	"github.com/petcare/petcare/modules/auth/internal/tokens"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
)

// The customers of these tests are rows too, so that a change of theirs commits like one of the real module. That a
// login is noted in another table keeps the row of the customer unlocked: auth must not rely on that.
const peopleTable = `create table people (
	account uuid, customer uuid, email text, name text, hash text, blocked boolean, primary key (account, customer));
create table logins (customer uuid)`

func TestMain(m *testing.M) {
	testdb.Main(m, func(ctx context.Context, url string) error {
		db, err := postgres.Open(postgres.Options{URL: url})
		if err != nil {
			return err
		}
		defer db.Close()
		if _, err := db.Migrate(ctx, []fxgroups.Migrations{{Module: "auth", Files: os.DirFS("migrations")}}); err != nil {
			return err
		}
		_, err = db.Exec(ctx, peopleTable)
		return err
	})
}

// world is a database, a clock that stands still until it is moved, and the customers and accounts around auth.
type world struct {
	t         testing.TB
	db        *postgres.DB
	store     *store.Store
	mu        sync.Mutex
	now       time.Time
	locations *locations
	passwords *passwords
	keys      []auth.SigningKey
}

func newWorld(t testing.TB) *world { return newWorldAt(t, testdb.URL()) }

// newWorldAlone has a database of its own.
func newWorldAlone(t testing.TB) *world { return newWorldAt(t, testdb.Fresh(t)) }

func newWorldAt(t testing.TB, url string) *world {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: url, PoolSize: 24})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &world{
		t: t, db: db, store: store.New(db), now: clock.System(),
		locations: &locations{organizations: map[string]uuid.UUID{}, accounts: map[uuid.UUID][]auth.Location{}},
		passwords: &passwords{},
		keys:      []auth.SigningKey{{ID: "k1", Secret: []byte("the first key, of 32 bytes or so")}},
	}
}

func (w *world) time() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// needs is what a replica works with.
func (w *world) needs() auth.Needs {
	signer, err := tokens.New(w.keys)
	if err != nil {
		w.t.Fatal(err)
	}
	return auth.Needs{
		Options:   auth.Options{SigningKeys: w.keys},
		Abilities: auth.Abilities{"customers:read", "customers:write", "orders:read"},
		Keys:      w.store, Sessions: w.store, Customers: w.store, Throttle: w.store, Tokens: signer,
		Passwords: w.passwords, Locations: w.locations, People: people{w.db}, Tx: w.db, Clock: w.time,
	}
}

// replica is a service of its own on the same database.
func (w *world) replica() *auth.Service {
	w.t.Helper()
	s, err := auth.NewService(w.needs())
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Exec(w.t.Context(), statement, args...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) count(query string, args ...any) (n int) {
	w.t.Helper()
	if err := w.db.Row(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func wantUnauthenticated(t *testing.T, err error) {
	t.Helper()
	if !apperr.Is(err, apperr.Unauthenticated) {
		t.Errorf("want unauthenticated, got %v", err)
	}
}

// locations has organizations and accounts in memory.
type locations struct {
	mu            sync.Mutex
	organizations map[string]uuid.UUID
	accounts      map[uuid.UUID][]auth.Location
}

// open makes an organization, when it is new, and accounts of it.
func (l *locations) open(organization string, codes ...string) []uuid.UUID {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.organizations[organization]; !ok {
		l.organizations[organization] = ids.New()
	}
	var made []uuid.UUID
	for _, code := range codes {
		of := l.organizations[organization]
		made = append(made, ids.New())
		l.accounts[of] = append(l.accounts[of], auth.Location{ID: made[len(made)-1], Code: code})
	}
	return made
}

func (l *locations) FindOrganization(_ context.Context, name string) (uuid.UUID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id, ok := l.organizations[name]
	if !ok {
		return uuid.Nil, apperr.NewNotFound()
	}
	return id, nil
}

func (l *locations) AccountsOf(_ context.Context, organization uuid.UUID) ([]auth.Location, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]auth.Location{}, l.accounts[organization]...), nil
}
