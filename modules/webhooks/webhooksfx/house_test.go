package webhooksfx

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

var tables = []fxgroups.Migrations{
	{Module: "accounts", Files: fxgroups.Sub(accounts.Files)}, {Module: "webhooks", Files: fxgroups.Sub(webhooks.Files)},
}

// shared is for tests that only look at their own organization. Workers and sweepers process everything, so they need a fresh
// database.
func shared(t testing.TB) *testkit.Kit { t.Helper(); return testkit.New(t, tables...) }
func fresh(t testing.TB) *testkit.Kit  { t.Helper(); return testkit.Fresh(t, tables...) }

// house is the application's webhooks with a connection pool of its own. Two of them on one database are two replicas.
type house struct {
	*testkit.Kit
	app      *fx.App
	store    *store.Store
	service  *webhooks.Service
	enqueuer *webhooks.Enqueuer
	accounts *accounts.Service
	gauges   webhooks.Gauges
	faults   *observer
	box      webhooks.Sealer
}

// settings are the usual options of tests: fast retries and loopback allowed.
func settings() webhooks.Options {
	return webhooks.Options{
		Backoff: 30 * time.Millisecond, BackoffMultiplier: 1, MaxRetries: 8, Window: 24 * time.Hour, Poll: 20 * time.Millisecond,
		Timeout: 5 * time.Second, Concurrency: 128, PerEndpoint: 10, AllowPrivateNetworks: true,
	}
}

// open starts a house. Without a worker, nothing is delivered.
func open(k *testkit.Kit, o webhooks.Options, worker bool) *house {
	k.Helper()
	h := &house{Kit: k.Replica(), faults: &observer{}}
	h.Clock = clock.System // the queue uses the database's time
	if o.Box == nil {
		o.Box = boxOf(k, "k1")
	}
	h.box = o.Box
	options := []fx.Option{
		fx.Supply(o), accountsfx.Module, Module, fxgroups.ProvideEventTypes("pets", "pet.created", "pet.updated", "customer.updated"),
		fx.Populate(&h.store, &h.service, &h.enqueuer, &h.accounts),
	}
	if worker {
		options = append(options, Worker, fx.Replace(fx.Annotate(h.faults, fx.As(new(webhooks.Observer)))), fx.Populate(&h.gauges))
	}
	h.app = h.Start(options...)
	return h
}

func boxOf(t testing.TB, ids ...string) webhooks.Sealer {
	t.Helper()
	var keys []secrets.Key
	for _, id := range ids {
		keys = append(keys, secrets.Key{ID: id, Secret: []byte("an application key of these tests " + id)})
	}
	return testkit.Must[*secrets.Box](t)(secrets.NewBox(keys))
}

func (h *house) stop(grace time.Duration) {
	h.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := h.app.Stop(ctx); err != nil {
		h.Errorf("stop: %v", err)
	}
}

// business is an organization with several accounts and a key for all of them.
type business struct {
	name     string
	accounts []uuid.UUID
	key      context.Context
	caller   caller.Caller
}

func (h *house) business(locations int) business {
	h.Helper()
	b := business{name: "Business " + ids.New().String(), caller: h.Key}
	b.caller.ID, b.caller.AllAccounts = ids.New(), true
	for range locations {
		b.accounts = append(b.accounts, h.location(b))
	}
	b.caller.Organization = testkit.Must[accounts.Account](h)(h.accounts.Get(h.Context(), b.accounts[0])).OrganizationID
	b.caller.Accounts = b.accounts
	b.key = h.As(b.caller)
	return b
}

// location adds an account to the organization.
func (h *house) location(b business) uuid.UUID {
	h.Helper()
	return testkit.Must[accounts.Account](h)(h.accounts.Create(h.Context(), accounts.AccountCreate{
		Organization: b.name, Code: "a" + ids.New().String(), Name: "Location", Timezone: "Europe/London", Currency: "GBP", Country: "GB",
	})).ID
}

// keyFor returns a key of the organization that sees only some accounts.
func (b business) keyFor(ctx context.Context, seen ...uuid.UUID) context.Context {
	c := b.caller
	c.ID, c.Accounts, c.AllAccounts = ids.New(), seen, false
	return caller.With(ctx, c)
}

func (h *house) webhook(b business, url string, types ...string) webhooks.WebhookView {
	h.Helper()
	if len(types) == 0 {
		types = []string{"*"}
	}
	return testkit.Must[webhooks.WebhookView](h)(h.service.Create(b.key, webhooks.WebhookCreate{URL: url, EventTypes: types}))
}

// idle is a house that delivers nothing, and a business of one location with a webhook.
func idle(t *testing.T, types ...string) (*house, business, webhooks.WebhookView) {
	t.Helper()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	return h, b, h.webhook(b, "http://127.0.0.1:1/", types...)
}

// delivering is a house with a worker, and a business of one location with a webhook that leads to a receiver.
func delivering(t *testing.T, o webhooks.Options, answer http.HandlerFunc, types ...string) (
	*house, *receiver, business, webhooks.WebhookView) {
	t.Helper()
	h, r := open(fresh(t), o, true), newReceiver(t, answer)
	b := h.business(1)
	return h, r, b, h.webhook(b, r.URL, types...)
}

type pet struct {
	Name string `json:"name"`
}

// publish commits n events of a type.
func (h *house) publish(account uuid.UUID, kind string, n int) {
	h.Helper()
	list := make([]events.Public, n)
	for i := range list {
		list[i] = events.Public{Type: kind, Account: account, Record: ids.New(), Object: pet{fmt.Sprintf("Rex <%d> & é", i)}}
	}
	must(h, h.DB.InTx(h.Context(), func(ctx context.Context) error { return h.Outbox.Record(ctx, list...) }))
}

func (h *house) deliveries(b business, webhook uuid.UUID) []webhooks.Delivery {
	h.Helper()
	return testkit.Must[paging.Page[webhooks.Delivery]](h)(h.service.ListDeliveries(b.key, webhook, webhooks.Filter{}, paging.All(200))).Items
}

// settled waits until a webhook has n deliveries, all of which have ended.
func (h *house) settled(b business, webhook uuid.UUID, n int) (list []webhooks.Delivery) {
	h.Helper()
	h.Until(fmt.Sprintf("%d deliveries have ended", n), func() bool {
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

func pageOf(n int) paging.Request { return paging.Request{Limit: n} }

// second is the error of a call whose result does not matter.
func second[T any](_ T, err error) error { return err }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
