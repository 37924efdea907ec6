package webhooksfx

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(
		outbox.Migrations(),
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)},
	))
}

// house is the application as far as webhooks go, with its own connections: two on one database are two replicas.
type house struct {
	t        testing.TB
	app      *fx.App
	db       *postgres.DB
	store    *store.Store
	service  *webhooks.Service
	accounts *accounts.Service
	outbox   events.Recorder
	gauges   webhooks.Gauges
	faults   *observer
	box      webhooks.Sealer
	stopped  bool
}

// settings are what tests usually want: quick retries, and loopback allowed.
func settings() webhooks.Options {
	return webhooks.Options{Backoff: 30 * time.Millisecond, MaxRetries: 8, Poll: 20 * time.Millisecond, Timeout: 5 * time.Second, AllowPrivateNetworks: true}
}

// open starts a house; without a worker nothing is delivered.
func open(t testing.TB, url string, o webhooks.Options, worker bool) *house {
	t.Helper()
	h := &house{t: t, faults: &observer{}}
	db, err := postgres.Open(postgres.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	h.db = db
	box, err := secrets.NewBox([]secrets.Key{{ID: "k1", Secret: []byte("an application key of these tests")}})
	if err != nil {
		t.Fatal(err)
	}
	h.box = box
	o.Box, o.Observer = box, h.faults
	options := []fx.Option{
		fx.NopLogger,
		fx.Supply(o, db),
		fx.Provide(func() tx.Runner { return db }, func() clock.Clock { return clock.System }),
		outbox.Module, accountsfx.Module, Module,
		fxgroups.ProvideEventTypes("pets", "pet.created", "pet.updated", "customer.updated"),
		fx.Populate(&h.store, &h.service, &h.accounts, &h.outbox),
	}
	if worker {
		options = append(options, Worker, fx.Populate(&h.gauges))
	}
	h.app = fx.New(options...)
	if err := h.app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.stop(10 * time.Second)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func (h *house) stop(grace time.Duration) {
	h.t.Helper()
	if h.stopped {
		return
	}
	h.stopped = true
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := h.app.Stop(ctx); err != nil {
		h.t.Errorf("stop: %v", err)
	}
}

// business is an organization with its locations and a key for all of them.
type business struct {
	name     string
	accounts []uuid.UUID
	key      context.Context
	caller   caller.Caller
}

func (h *house) business(locations int) business {
	h.t.Helper()
	b := business{caller: caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: "test key", AllAccounts: true, Abilities: []string{"*"}}}
	b.name = "Business " + ids.New().String()
	for range locations {
		b.accounts = append(b.accounts, h.location(b))
	}
	a, err := h.accounts.Get(h.t.Context(), b.accounts[0])
	if err != nil {
		h.t.Fatal(err)
	}
	b.caller.Organization = a.OrganizationID
	b.caller.Accounts = b.accounts
	b.key = caller.With(h.t.Context(), b.caller)
	return b
}

// location adds an account to the business.
func (h *house) location(b business) uuid.UUID {
	h.t.Helper()
	a, err := h.accounts.Create(h.t.Context(), accounts.AccountCreate{
		Organization: b.name, Code: "a" + ids.New().String(), Name: "Location", Timezone: "Europe/London", Currency: "GBP", Country: "GB",
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return a.ID
}

// keyFor is a key of the business that sees only some locations.
func (b business) keyFor(ctx context.Context, seen ...uuid.UUID) context.Context {
	c := b.caller
	c.ID, c.Accounts, c.AllAccounts = ids.New(), seen, false
	return caller.With(ctx, c)
}

func (h *house) webhook(b business, url string, types ...string) webhooks.WebhookView {
	h.t.Helper()
	if len(types) == 0 {
		types = []string{"*"}
	}
	w, err := h.service.Create(b.key, webhooks.WebhookCreate{URL: url, EventTypes: types})
	if err != nil {
		h.t.Fatal(err)
	}
	return w
}

type pet struct {
	Name string `json:"name"`
}

// publish commits events of one type.
func (h *house) publish(account uuid.UUID, kind string, n int) {
	h.t.Helper()
	list := make([]events.Public, n)
	for i := range list {
		list[i] = events.Public{Type: kind, Account: account, Record: ids.New(), Object: pet{fmt.Sprintf("Rex <%d> & é", i)}}
	}
	err := h.db.InTx(h.t.Context(), func(ctx context.Context) error { return h.outbox.Record(ctx, list...) })
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) deliveries(b business, webhook uuid.UUID) []webhooks.Delivery {
	h.t.Helper()
	page, err := h.service.Deliveries(b.key, webhook, webhooks.Filter{}, paging.All(200))
	if err != nil {
		h.t.Fatal(err)
	}
	return page.Items
}

// settled waits until a webhook has n deliveries and all have ended.
func (h *house) settled(b business, webhook uuid.UUID, n int) []webhooks.Delivery {
	h.t.Helper()
	var list []webhooks.Delivery
	h.until(fmt.Sprintf("%d deliveries have ended", n), func() bool {
		list = h.deliveries(b, webhook)
		ended := 0
		for _, d := range list {
			if d.CompletedAt != nil {
				ended++
			}
		}
		return ended == n && len(list) == n
	})
	return list
}

// until polls: the worker tells nobody when it has written something down.
func (h *house) until(what string, done func() bool) {
	h.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !done() {
		if time.Now().After(deadline) {
			h.t.Fatalf("it never came to this: %s", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func (h *house) exec(query string, args ...any) {
	h.t.Helper()
	if _, err := h.db.Exec(h.t.Context(), query, args...); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) count(query string, args ...any) int {
	h.t.Helper()
	var n int
	if err := h.db.Row(h.t.Context(), query, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

func pageOf(n int) paging.Request { return paging.Request{Limit: n} }
