package petcarecmd

import (
	"fmt"
	"strings"
	"testing"
)

// changeWorld is a tenant in which one operation is going to change something. It remembers every record as it was
// last answered.
type changeWorld struct {
	tenant
	as    string // the credential of the change: the tenant's key, or a customer's token
	actor map[string]any
	known map[string]map[string]any // by id
}

func newChangeWorld(t *testing.T) *changeWorld {
	w := &changeWorld{tenant: newTenant(t), known: map[string]map[string]any{}}
	w.as = w.key
	w.actor = map[string]any{"type": "api_key", "name": "test"}
	return w
}

// made does what a change needs beforehand and remembers the record.
func (w *changeWorld) made(method, path string, body any) map[string]any {
	w.t.Helper()
	r := w.do(method, path, body)
	if r.status != 200 && r.status != 201 {
		w.t.Fatalf("%s %s: %d %s", method, path, r.status, r.text)
	}
	record := r.object(r.status)
	w.known[record["id"].(string)] = record
	return record
}

func (w *changeWorld) customer(extra map[string]any) string {
	w.t.Helper()
	c := w.newCustomer(extra)
	w.known[c["id"].(string)] = c
	return "customers/" + c["id"].(string)
}

func (w *changeWorld) pet(owner string, extra map[string]any) string {
	w.t.Helper()
	p := w.newPet(w.known[last(owner)], extra)
	id := p["id"].(string)
	w.known[id] = p
	return owner + "/pets/" + id
}

// loggedIn has the change made by a customer.
func (w *changeWorld) loggedIn() string {
	w.t.Helper()
	c, token := w.login()
	id := c["id"].(string)
	w.as, w.actor = token, map[string]any{"type": "customer", "name": "Jo Bloggs", "id": id}
	w.known[id] = w.do("GET", "customers/"+id, nil).object(200)
	return "customers/" + id
}

func (w *changeWorld) breed(name string) string {
	w.t.Helper()
	return w.made("POST", "breeds", map[string]any{"name": name, "species": "dog"})["id"].(string)
}

func (w *changeWorld) note(parent string) string {
	w.t.Helper()
	return parent + "/notes/" + w.made("POST", parent+"/notes", map[string]any{"body": "Old"})["id"].(string)
}

// order imports an order of a customer with a pet.
func (w *changeWorld) order() string {
	w.t.Helper()
	status, _, errs := w.importing(w.file(`{"type":"customer","external_id":"C","first_name":"Ann"}
` + orderLine("O-1", "C") + "\n"))
	if status != 0 {
		w.t.Fatal(errs)
	}
	return "orders/" + w.do("GET", "orders", nil).list()[0]["id"].(string)
}

func orderLine(number, customer string) string {
	const money = `{"amount":0,"currency":"GBP"}`
	return fmt.Sprintf(`{"type":"order","external_id":%q,"number":%q,"customer":%q,"status":"open","lines":[],"payments":[],"totals":`+
		`{"subtotal":%[4]s,"discount":%[4]s,"tax":%[4]s,"total":%[4]s,"paid":%[4]s,"balance_due":%[4]s}}`, number, number, customer, money)
}

func last(path string) string { return path[strings.LastIndex(path, "/")+1:] }
