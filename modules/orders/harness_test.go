package orders_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/internal/store"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)}, outbox.Migrations()))
}

// pounds stands for accounts: every account has the same currency.
type pounds struct{}

func (pounds) Currency(context.Context, uuid.UUID) (string, error) { return "GBP", nil }

// desk is the orders of a fresh account. Other records have ids that follow from their external ids.
type desk struct {
	*orders.Service
	t       *testing.T
	db      *postgres.DB
	account uuid.UUID
	now     time.Time
}

// Exists makes every customer but "C-nobody" known.
func (d *desk) Exists(_ context.Context, account, customer uuid.UUID) error {
	if account != d.account || customer == d.ref("C-nobody") {
		return apperr.NewNotFound()
	}
	return nil
}

func open(t *testing.T) *desk {
	t.Helper()
	t.Parallel()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	d := &desk{t: t, db: db, account: ids.New(), now: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)}
	now := clock.Clock(func() time.Time { return d.now })
	d.Service = orders.NewService(store.New(db), pounds{}, d, record.Env{Tx: db, Events: outbox.New(db, now), Clock: now})
	return d
}

// ref is the id of another module's record.
func (d *desk) ref(externalID string) uuid.UUID {
	return uuid.NewSHA1(d.account, []byte(externalID))
}

// load imports orders in one transaction, and lists the faults as "external id: field code".
func (d *desk) load(lines ...string) []string {
	d.t.Helper()
	var found []string
	err := d.db.InTx(d.t.Context(), func(ctx context.Context) error {
		batch := make([]importing.Record[any], len(lines))
		for i, text := range lines {
			var err error
			if batch[i], err = d.record(ctx, text); err != nil {
				return err
			}
		}
		err := d.Import().Apply(ctx, d.account, batch, func(_, externalID string) uuid.UUID { return d.ref(externalID) })
		for _, r := range batch {
			for _, f := range *r.Errors {
				found = append(found, r.ExternalID+": "+f.Field+" "+f.Code)
			}
		}
		return err
	})
	if err != nil {
		d.t.Fatalf("import orders: %v", err)
	}
	return found
}

func (d *desk) record(ctx context.Context, text string) (importing.Record[any], error) {
	var head struct {
		ExternalID string `json:"external_id"`
	}
	line := d.Import().New()
	if err := json.Unmarshal([]byte(text), &head); err != nil {
		return importing.Record[any]{}, fmt.Errorf("%s: %w", text, err)
	}
	if err := json.Unmarshal([]byte(text), line); err != nil {
		return importing.Record[any]{}, fmt.Errorf("%s: %w", text, err)
	}
	known, err := d.Import().Find(ctx, d.account, []string{head.ExternalID})
	id, exists := known[head.ExternalID]
	if !exists {
		id = ids.New()
	}
	return importing.Record[any]{ID: id, Exists: exists, ExternalID: head.ExternalID, Line: line, Errors: &apperr.FieldErrors{}}, err
}

func (d *desk) mustLoad(lines ...string) {
	d.t.Helper()
	if faults := d.load(lines...); len(faults) > 0 {
		d.t.Fatal(faults)
	}
}

// get reads an order by its external id.
func (d *desk) get(externalID string) orders.Order {
	d.t.Helper()
	known, err := d.Import().Find(d.t.Context(), d.account, []string{externalID})
	if err != nil {
		d.t.Fatal(err)
	}
	o, err := d.Get(d.t.Context(), d.account, known[externalID])
	if err != nil {
		d.t.Fatal(err)
	}
	return o
}

// events lists what was recorded since the last call, as "type {previous}".
func (d *desk) events() []string {
	d.t.Helper()
	list := []string{}
	err := d.db.Rows(d.t.Context(), func(r postgres.Scanner) error {
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		var e struct {
			Type string
			Data struct{ Previous json.RawMessage }
		}
		err := json.Unmarshal([]byte(text), &e)
		list = append(list, strings.TrimSuffix(e.Type+" "+string(e.Data.Previous), " null"))
		return err
	}, "with gone as (delete from outbox.events where account_id = $1 returning *) select body from gone order by sequence", d.account)
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

// as is the context of the customer with that external id.
func (d *desk) as(customer string) context.Context {
	return caller.With(d.t.Context(), caller.Caller{Kind: caller.Customer, ID: d.ref(customer), Customer: d.ref(customer), Accounts: []uuid.UUID{d.account}})
}

// sale is a line for an order of one thing that costs 1000, with keys replaced or added.
func sale(externalID string, change map[string]any) string {
	pence := func(n int) map[string]any { return map[string]any{"amount": n, "currency": "GBP"} }
	line := map[string]any{
		"external_id": externalID, "number": "N-" + externalID, "customer": "C-1", "status": "open",
		"lines":  []any{map[string]any{"kind": "fee", "name": "Late", "quantity": 1, "unit_price": pence(1000)}},
		"totals": map[string]any{"subtotal": pence(1000), "discount": pence(0), "tax": pence(0), "total": pence(1000), "paid": pence(0), "balance_due": pence(1000)},
	}
	for k, v := range change {
		line[k] = v
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	return string(text)
}

type keys = map[string]any
