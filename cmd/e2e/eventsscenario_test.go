package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// scenario is a tenant in which an operation is about to change something. It remembers every record as it was last returned.
type scenario struct {
	kit.Tenant
	as    string // the credential for the change: the tenant's key or a customer's token
	actor map[string]any
	known map[string]map[string]any // by id
	mark  string                    // makes names unique if a tenant has several scenarios
}

func newScenario(t *testing.T) *scenario {
	w := &scenario{Tenant: kit.NewTenant(t), known: map[string]map[string]any{}}
	w.as = w.Key
	w.actor = map[string]any{"type": "api_key", "name": "test"}
	return w
}

// made creates a record for a change and remembers it.
func (w *scenario) made(path string, body any) map[string]any {
	w.T.Helper()
	record := w.Do("POST", path, body).Object(201)
	w.known[record["id"].(string)] = record
	return record
}

func (w *scenario) customer(extra map[string]any) string {
	w.T.Helper()
	c := w.NewCustomer(extra)
	w.known[c["id"].(string)] = c
	return "customers/" + c["id"].(string)
}

func (w *scenario) pet(owner string, extra map[string]any) string {
	w.T.Helper()
	p := w.NewPet(w.known[last(owner)], extra)
	id := p["id"].(string)
	w.known[id] = p
	return owner + "/pets/" + id
}

// loggedIn makes a customer the caller of the change.
func (w *scenario) loggedIn() string {
	w.T.Helper()
	c, token := w.Login()
	id := c["id"].(string)
	w.as, w.actor = token, map[string]any{"type": "customer", "name": "Jo Bloggs", "id": id}
	w.known[id] = w.Do("GET", "customers/"+id, nil).Object(200)
	return "customers/" + id
}

func (w *scenario) breed(name string) string {
	w.T.Helper()
	return w.made("breeds", map[string]any{"name": name + w.mark, "species": "dog"})["id"].(string)
}

func (w *scenario) note(parent string) string {
	w.T.Helper()
	return parent + "/notes/" + w.made(parent+"/notes", map[string]any{"body": "Old"})["id"].(string)
}

// order imports an order of a customer with a pet.
func (w *scenario) order() string {
	w.T.Helper()
	status, _, errs := w.Import(w.File(`{"type":"customer","external_id":"C","first_name":"Ann"}
` + orderLine("O-1", "C") + "\n"))
	if status != 0 {
		w.T.Fatal(errs)
	}
	return "orders/" + w.Do("GET", "orders", nil).List()[0]["id"].(string)
}

func orderLine(number, customer string) string {
	const money = `{"amount":0,"currency":"GBP"}`
	return fmt.Sprintf(`{"type":"order","external_id":%q,"number":%q,"customer":%q,"status":"open","lines":[],"payments":[],"totals":`+
		`{"subtotal":%[4]s,"discount":%[4]s,"tax":%[4]s,"total":%[4]s,"paid":%[4]s,"balance_due":%[4]s}}`, number, number, customer, money)
}

func last(path string) string { return path[strings.LastIndex(path, "/")+1:] }
