// Package testkit gives tests a database: a migrated one for each test binary, and a fresh account for each test.
//
// No TestMain is needed. The first call in a process copies a database from a template that all test binaries with the same
// migrations share; later calls get the same database, another account and a clock of their own:
//
//	func TestAChangeIsTold(t *testing.T) {
//		t.Parallel()
//		k := testkit.New(t, fxgroups.Migrations{Module: "notes", Files: fxgroups.Sub(notes.Files)})
//		service := notes.NewService(store.New(k.DB), parents{place: true}, k.Env())
//		note := testkit.Must[notes.Note](t)(service.Create(k.Ctx, k.Account, place, notes.NoteCreate{Body: "Barks"}))
//		k.Advance(time.Hour)
//		testkit.Must[notes.Note](t)(service.Update(k.Ctx, k.Account, place, note.ID, change, patch.Precondition{}))
//		k.WantEvents(note.ID, notes.Created, notes.Updated)
//	}
//
// A package of tests wraps that in one constructor that returns a struct with *testkit.Kit inside. Kit.Start wires fx modules
// instead. The outbox's tables are always there; SQL adds tables that only the tests have; Fresh gives a database that no
// other test sees; AnotherAccount is a neighbour; Replica has connections of its own; Import puts lines into a module's
// importing.Type; Until, UntilLocked and Blocks wait without sleeping.
//
// The server is the one that TEST_DATABASE_URL names, else a throw-away cluster that the test binaries share and that ends
// with the last of them. Without PostgreSQL tests fail; they are never skipped.
package testkit

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
)

// poolSize is per process, because test binaries run in parallel on a server with 300 connections.
const poolSize = 24

// Kit is a database with a fresh account and an API key with all abilities.
type Kit struct {
	testing.TB
	DB      *postgres.DB
	URL     string // of the database
	Account uuid.UUID
	Key     caller.Caller
	Ctx     context.Context // with Key; cancelled just before the test's cleanup
	Clock   clock.Clock     // changes only by Advance and SetTime
	Bus     *events.Bus     // without reactions, until Start
	Outbox  *outbox.Outbox  // without subscribers, until Start
	Kinds   *record.Kinds   // of the services that were made with Env

	time   *atomic.Pointer[time.Time]
	copies *database
	taken  int64 // the last sequence that NewEvents has given
}

// New is a kit on the database that this process has for these migrations.
func New(t testing.TB, migrations ...fxgroups.Migrations) *Kit {
	t.Helper()
	d := databaseFor(t, migrations)
	return newKit(t, d, d.db, d.url)
}

// Fresh is a kit on a database of its own, which is dropped when the test ends. It takes about 40 ms; most tests need only an account.
func Fresh(t testing.TB, migrations ...fxgroups.Migrations) *Kit {
	t.Helper()
	return New(t, migrations...).Fresh()
}

// Fresh is another kit for the same test on a new database with the same migrations.
func (k *Kit) Fresh() *Kit {
	k.Helper()
	url := k.copies.fresh(k)
	return newKit(k.TB, k.copies, open(k, postgres.Options{URL: url, PoolSize: poolSize}), url)
}

func newKit(t testing.TB, d *database, db *postgres.DB, url string) *Kit {
	k := &Kit{TB: t, DB: db, URL: url, Bus: events.NewBus(), time: &atomic.Pointer[time.Time]{}, copies: d}
	k.Clock = func() time.Time { return *k.time.Load() }
	k.SetTime(time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC))
	k.Outbox = outbox.New(db, nil, k.Clock)
	k.Kinds = &record.Kinds{}
	k.openAccount()
	return k
}

func (k *Kit) openAccount() {
	k.Account = ids.New()
	k.Key = caller.Caller{
		Kind: caller.APIKey, ID: ids.New(), Name: "Front desk", Organization: ids.New(),
		Accounts: []uuid.UUID{k.Account}, Abilities: []string{"*"},
	}
	k.Ctx = k.As(k.Key)
}

// Env holds the dependencies of services: the database's transactions and the kit's outbox and clock.
func (k *Kit) Env() record.Env {
	return record.Env{Tx: k.DB, Events: k.Outbox, Clock: k.Clock, Kinds: k.Kinds}
}

// AnotherAccount is the same kit with another account and another key.
func (k *Kit) AnotherAccount() *Kit {
	other := *k
	other.taken = 0
	other.openAccount()
	return &other
}

// Use switches the kit and its key to an account that the test has created.
func (k *Kit) Use(organization, account uuid.UUID) {
	k.Account, k.Key.Organization, k.Key.Accounts = account, organization, []uuid.UUID{account}
	k.Ctx = k.As(k.Key)
}

// As returns a context with the caller c.
func (k *Kit) As(c caller.Caller) context.Context { return caller.With(k.Context(), c) }

// AsCustomer returns the context of a logged-in customer of the account.
func (k *Kit) AsCustomer(id uuid.UUID) context.Context {
	return k.As(caller.Caller{
		Kind: caller.Customer, ID: id, Customer: id, Session: ids.New(), Name: "Customer",
		Organization: k.Key.Organization, Accounts: []uuid.UUID{k.Account},
	})
}

// Now is the time of the kit.
func (k *Kit) Now() time.Time { return k.Clock.Now() }

// Advance moves the kit's clock.
func (k *Kit) Advance(d time.Duration) { k.SetTime(k.Now().Add(d)) }

// SetTime sets the kit's clock to t.
func (k *Kit) SetTime(t time.Time) { k.time.Store(&t) }

// Open is another pool on the kit's database, closed when the test ends.
func (k *Kit) Open(o postgres.Options) *postgres.DB {
	k.Helper()
	if o.URL == "" {
		o.URL = k.URL
	}
	return open(k, o)
}

func open(t testing.TB, o postgres.Options) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return db
}

// Replica is the same kit with its own connections, like another process on the same database.
func (k *Kit) Replica() *Kit {
	k.Helper()
	other := *k
	other.DB = k.Open(postgres.Options{PoolSize: poolSize})
	return &other
}
