package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// The texts for searching equal the records after concurrent traffic of all kinds: requests,
// successful and failed imports, transfers, and changes of lists that affect many pets.
func TestProjectionsEqualTheTruthAfterRandomTraffic(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	c := newTraffic(t)
	var all sync.WaitGroup
	for worker := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, worker))
		all.Go(func() {
			for range 45 {
				c.step(r)
			}
		})
	}
	r := rand.New(rand.NewPCG(seed, 99))
	all.Go(func() {
		for n := range 4 {
			c.load(r, n == 2)
		}
	})
	all.Wait()
	if c.done[200] < 70 {
		t.Errorf("few requests succeeded: %v", c.done)
	}
	c.compareSearches()
}

// traffic is an account with concurrent traffic.
type traffic struct {
	kit.Tenant
	mu              sync.Mutex
	customers, pets []string // ids; pets[i] may belong to any customer
	breeds          []string
	done            map[int]int // responses by status
}

func newTraffic(t *testing.T) *traffic {
	c := &traffic{Tenant: kit.NewTenant(t), done: map[int]int{}}
	for range 8 {
		c.customers = append(c.customers, c.NewCustomer(nil)["id"].(string))
	}
	for i := range 6 {
		c.breeds = append(c.breeds, c.Do("POST", "breeds", map[string]any{"name": fmt.Sprint("Hound ", i), "species": "dog"}).Object(201)["id"].(string))
	}
	return c
}

var (
	someNames  = []string{"Oscar", "Ösçar", "O'Brien", "Ann-Marie", "Max", "Bo", "Émile", "van der Berg", "Zoë"}
	somePhones = []string{"07700 900123", "020 7946 0123", "+1 212 555 0123"}
)

func (c *traffic) any(r *rand.Rand, of *[]string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(*of) == 0 {
		return ""
	}
	return (*of)[r.IntN(len(*of))]
}

// send sends a request and counts its status. A conflict with a concurrent request may be rejected, but must not fail.
func (c *traffic) send(method, path string, body any, headers ...string) kit.Response {
	r := c.Do(method, path, body, headers...)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done[r.Status]++; r.Status >= 500 && r.Status != 503 {
		c.T.Errorf("%s %s: %d %s", method, path, r.Status, r.Text)
	}
	return r
}

func (c *traffic) step(r *rand.Rand) {
	name, phone := someNames[r.IntN(len(someNames))], somePhones[r.IntN(len(somePhones))]
	customer, pet := c.any(r, &c.customers), c.any(r, &c.pets)
	owner, version := "", ""
	if pet != "" {
		if p := c.send("GET", "pets/"+pet, nil); p.Status == 200 {
			owner, version = p.Object(200)["customer_id"].(string), p.Header.Get("ETag")
		}
	}
	at := "customers/" + owner + "/pets/" + pet
	switch n := r.IntN(14); {
	case n < 4 || pet == "":
		made := c.send("POST", "customers/"+customer+"/pets", map[string]any{"name": name, "species": "dog", "microchip": fmt.Sprint(r.IntN(1000), " ", r.IntN(1000)),
			"breed_ids": []string{c.breeds[r.IntN(len(c.breeds))]}})
		if made.Status == 201 {
			c.mu.Lock()
			c.pets = append(c.pets, made.Object(201)["id"].(string))
			c.mu.Unlock()
		}
	case n < 6:
		c.send("PATCH", "customers/"+customer, map[string]any{"last_name": name, "phones": []any{map[string]any{"number": phone}},
			"contacts": []any{map[string]any{"name": someNames[r.IntN(len(someNames))], "phone": phone}}})
	case n < 8:
		c.send("PATCH", at, map[string]any{"name": name})
	case n < 9:
		c.send("PATCH", at, map[string]any{"species": []string{"cat", "dog", "rabbit"}[r.IntN(3)], "breed_ids": []string{}}, "If-Match", version)
	case n < 10:
		c.send("PATCH", at, map[string]any{"status": []string{"active", "inactive", "deceased"}[r.IntN(3)]})
	case n < 12:
		c.send("POST", at+"/transfer", map[string]any{"customer_id": customer}, "If-Match", version)
	case n < 13:
		c.send("PATCH", "breeds/"+c.breeds[r.IntN(4)], map[string]any{"name": fmt.Sprint("Hound ", r.Uint32())})
	default:
		c.send("DELETE", "breeds/"+c.breeds[4+r.IntN(2)], nil)
	}
}

// load imports existing people and pets with other names.
func (c *traffic) load(r *rand.Rand, fails bool) {
	var b strings.Builder
	line := func(record map[string]any) {
		text, err := json.Marshal(record)
		if err != nil {
			c.T.Error(err)
		}
		b.Write(append(text, '\n'))
	}
	for i := range 12 {
		line(map[string]any{"type": "customer", "external_id": fmt.Sprint("C", i), "first_name": someNames[r.IntN(len(someNames))],
			"phones": []any{map[string]any{"number": somePhones[r.IntN(len(somePhones))]}}})
		line(map[string]any{"type": "pet", "external_id": fmt.Sprint("P", i), "customer": fmt.Sprint("C", i), "name": someNames[r.IntN(len(someNames))],
			"species": []string{"cat", "dog"}[r.IntN(2)], "status": []string{"active", "inactive", "deceased"}[r.IntN(3)]})
	}
	if fails {
		line(map[string]any{"type": "pet", "external_id": "P-bad", "customer": "nobody", "name": "x", "species": "dog"})
	}
	if status, _, errs := c.Import(c.File(b.String())); (status != 0) != fails {
		c.T.Errorf("the import ends with %d: %s", status, errs)
	}
}

// compareSearches imports the current state of all customers and pets into a new account. All searches must return the same in both.
func (c *traffic) compareSearches() {
	var b strings.Builder
	for kind, keys := range map[string][]string{"customer": {"first_name", "last_name", "company_name", "email", "phones", "contacts"},
		"pet": {"name", "species", "microchip"}} {
		for _, record := range everything(c.Tenant, kind+"s") {
			line := map[string]any{"type": kind, "external_id": record["id"]}
			if kind == "pet" {
				line["customer"] = record["customer_id"]
			}
			for _, key := range keys {
				line[key] = record[key]
			}
			text := testkit.Must[[]byte](c.T)(json.Marshal(line))
			b.Write(append(text, '\n'))
		}
	}
	twin := c.Tenant
	twin.Account = c.AddAccount("twin", "Europe/London", "GBP", "GB")
	twin.Base = "/v1/accounts/" + twin.Account.ID.String()
	twin.Key = twin.NewKey("*")
	load(twin, b.String())
	hits := 0
	for _, word := range append([]string{"osc", "brien", "ann marie", "07700", "7700900123", "212", "max bo", "bloggs oscar", "12", "jo"}, someNames...) {
		for _, list := range []string{"customers", "pets"} {
			query := list + "?search=" + url.QueryEscape(word)
			var found, want []string
			for _, record := range everything(c.Tenant, query) {
				found = append(found, record["id"].(string))
			}
			for _, record := range everything(twin, query) {
				want = append(want, record["external_id"].(string))
			}
			slices.Sort(found)
			slices.Sort(want)
			if hits += len(want); !slices.Equal(found, want) {
				c.T.Errorf("%s finds %d, in the twin %d", query, len(found), len(want))
			}
		}
	}
	if hits < 100 {
		c.T.Errorf("all searches together find %d", hits)
	}
}

// everything reads all pages of a list.
func everything(of kit.Tenant, path string) (list []map[string]any) {
	of.T.Helper()
	next := path + "?limit=200"
	if strings.Contains(path, "?") {
		next = path + "&limit=200"
	}
	for next != "" {
		r := of.Do("GET", next, nil)
		list = append(list, r.List()...)
		next = strings.TrimSuffix(strings.TrimPrefix(r.Header.Get("Link"), "<"), `>; rel="next"`)
	}
	return list
}
