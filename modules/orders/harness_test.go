package orders_test

import (
	"context"
	"encoding/json"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// pounds stands for accounts: every account has the same currency and time zone.
type pounds struct{}

func (pounds) Currency(context.Context, uuid.UUID) (string, error) { return "GBP", nil }

// Zone is where the day begins an hour before that of UTC in summer.
func (pounds) Zone(context.Context, uuid.UUID) (*time.Location, error) {
	return time.LoadLocation("Europe/London")
}

// desk is the orders of a fresh account. Other records have ids that follow from their external ids.
type desk struct {
	*testkit.Kit
	*orders.Service
	t       testing.TB
	db      *postgres.DB
	account uuid.UUID
	asked   int // for names
}

// Exists makes every customer but "C-nobody" known.
func (d *desk) Exists(_ context.Context, account, customer uuid.UUID) error {
	if account != d.account || customer == d.ref("C-nobody") {
		return apperr.NewNotFound()
	}
	return nil
}

// Customers are called by their ids, and counted: nobody asks more than once for a page.
func (d *desk) Customers(_ context.Context, _ uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]orders.CustomerSummary, error) {
	d.asked++
	found := map[uuid.UUID]orders.CustomerSummary{}
	for _, id := range ids {
		found[id] = orders.CustomerSummary{ID: id, Name: "customer " + id.String()}
	}
	return found, nil
}

// Pets knows every pet but "P-gone".
func (d *desk) Pets(_ context.Context, _ uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]orders.PetSummary, error) {
	d.asked++
	found := map[uuid.UUID]orders.PetSummary{}
	for _, id := range ids {
		if id != d.ref("P-gone") {
			found[id] = orders.PetSummary{ID: id, Name: "pet " + id.String(), Species: "dog"}
		}
	}
	return found, nil
}

func open(t *testing.T) *desk {
	t.Helper()
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	d := &desk{Kit: k, t: t, db: k.DB, account: k.Account}
	d.Service = orders.NewService(store.New(k.DB), pounds{}, d, k.Env())
	return d
}

// Import is the service's, not the kit's.
func (d *desk) Import() importing.Type { return d.Service.Import() }

// ref is the id of another module's record.
func (d *desk) ref(externalID string) uuid.UUID {
	return uuid.NewSHA1(d.account, []byte(externalID))
}

func (d *desk) resolve(_, externalID string) uuid.UUID { return d.ref(externalID) }

// load imports orders, see testkit.Kit.Import.
func (d *desk) load(lines ...string) []string {
	d.Helper()
	return d.Kit.Import(d.Import(), d.resolve, lines...)
}

func (d *desk) mustLoad(lines ...string) {
	d.Helper()
	d.MustImport(d.Import(), d.resolve, lines...)
}

// get reads an order by its external id.
func (d *desk) get(externalID string) orders.Order {
	d.Helper()
	return testkit.Must[orders.Order](d)(d.Get(d.Ctx, d.account, d.IDOf(d.Import(), externalID)))
}

// events are Event.String of what was recorded since the last call.
func (d *desk) events() []string {
	d.Helper()
	list := []string{}
	for _, e := range d.NewEvents() {
		list = append(list, e.String())
	}
	return list
}

// as is the context of the customer with that external id.
func (d *desk) as(customer string) context.Context { return d.AsCustomer(d.ref(customer)) }

// sale is a line for an order of one thing that costs 1000, with keys replaced or added.
func sale(externalID string, change map[string]any) string {
	pence := func(n int) map[string]any { return map[string]any{"amount": n, "currency": "GBP"} }
	line := map[string]any{
		"external_id": externalID, "number": "N-" + externalID, "customer": "C-1", "status": "open",
		"lines":  []any{map[string]any{"kind": "fee", "name": "Late", "quantity": 1, "unit_price": pence(1000)}},
		"totals": map[string]any{"subtotal": pence(1000), "discount": pence(0), "tax": pence(0), "total": pence(1000), "paid": pence(0), "balance_due": pence(1000)},
	}
	maps.Copy(line, change)
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	return string(text)
}

type keys = map[string]any
