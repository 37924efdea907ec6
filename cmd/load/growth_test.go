//go:build load

package load

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// The cost of lists and searches on accounts of growing size: time at the client, and database blocks, which do not depend on the
// load of the machine. GROWTH_SIZES lists the sizes.
func TestGrowth(t *testing.T) {
	sizes := growthSizes(t)
	c := newDataset(t)
	for i, n := range sizes {
		if i > 0 {
			c.account(fmt.Sprint("a", i))
		}
		began := time.Now()
		c.fill(c.accounts[i], n)
		t.Logf("account with %d customers, two pets and an order for each of them made in %s", n, time.Since(began).Round(time.Second))
	}
	c.settled()
	plain := kit.StartInstance(t, c.database.URL(), "PETCARE_DATABASE_POOL=2")
	c.explain()
	explained := kit.StartInstance(t, c.database.URL(), "PETCARE_DATABASE_POOL=2")
	log := filepath.Join(c.database.Home, "server.log")
	head := fmt.Sprintf("%-42s", "")
	for _, n := range sizes {
		head += fmt.Sprintf(" | %9d: p50 ms  blocks", n)
	}
	t.Log(head)
	for _, w := range growthWork {
		line := fmt.Sprintf("%-42s", w.name)
		var costs []int
		for i, account := range c.accounts {
			path := "/v1/accounts/" + account + w.path(c.place(account, sizes[i]))
			pages := c.walk(plain.URL, path, "cursor", w.pages+1)
			path = pages[len(pages)-1]
			took := repeat(t, plain.URL, c.key, path, 15)
			repeat(t, explained.URL, c.key, path, 20) // until the sessions have chosen a plan
			from := testkit.Must[os.FileInfo](t)(os.Stat(log)).Size()
			repeat(t, explained.URL, c.key, path, 2)
			cost := blocks(t, log, from) / 2
			costs = append(costs, cost)
			line += fmt.Sprintf(" |            %7.2f %7d", float64(took.Microseconds())/1000, cost)
		}
		t.Log(line)
		// With a hundred times as many rows, an index has one more level and colder pages.
		allowed, known := growthKnown[w.name]
		if !known {
			allowed = 2*costs[0] + 200
		}
		if most := slices.Max(costs[1:]); most > allowed {
			t.Errorf("%s: the cost grows: %d blocks", w.name, costs)
		}
	}
}

func growthSizes(t *testing.T) []int {
	t.Helper()
	var sizes []int
	for part := range strings.SplitSeq(cmp.Or(os.Getenv("GROWTH_SIZES"), "1000,100000"), ",") {
		sizes = append(sizes, testkit.Must[int](t)(strconv.Atoi(part)))
	}
	if len(sizes) < 2 {
		t.Fatal("GROWTH_SIZES: name two sizes or more")
	}
	return sizes
}

// placeInAccount identifies records that every account has.
type placeInAccount struct{ customer, pet, since, from, to string }

type growing struct {
	name  string
	pages int // how many pages to skip first
	path  func(placeInAccount) string
}

func fixed(path string) func(placeInAccount) string {
	return func(placeInAccount) string { return path }
}

var growthWork = []growing{
	{"customers", 0, fixed("/customers")},
	{"customers, 20 pages of 200 further", 20, fixed("/customers?limit=200")},
	{"customers?status=active", 0, fixed("/customers?status=active")},
	{"customers?status=blocked (1 in 50)", 0, fixed("/customers?status=blocked&limit=20")},
	{"customers?email", 0, fixed("/customers?email=name700@example.com")},
	{"customers?phone", 0, fixed("/customers?phone=%2B447733789700")},
	{"customers?externalId", 0, fixed("/customers?externalId=L-700")},
	{"customers?updatedSince (300)", 0, func(p placeInAccount) string { return "/customers?updatedSince=" + p.since }},
	{"customers?updatedSince (all)", 0, fixed("/customers?updatedSince=2020-01-01T00:00:00Z")},
	{"search: one", 0, fixed("/customers?search=name700@")},
	{"search: 1 in 20", 0, fixed("/customers?search=rosalind&limit=20")},
	{"search: everybody", 0, fixed("/customers?search=example.com")},
	{"search: nobody", 0, fixed("/customers?search=xyzzyx")},
	{"search: two words", 0, fixed("/customers?search=rosalind%20name700")},
	{"search: two common words", 0, fixed("/customers?search=rosalind%20name&limit=20")},
	{"search: digits", 0, fixed("/customers?search=07733789700")},
	{"search: two letters", 0, fixed("/customers?search=ro&limit=20")},
	{"pets of a customer", 0, func(p placeInAccount) string { return "/customers/" + p.customer + "/pets" }},
	{"notes of a pet", 0, func(p placeInAccount) string { return "/customers/" + p.customer + "/pets/" + p.pet + "/notes" }},
	{"vaccinations of a pet", 0, func(p placeInAccount) string { return "/pets/" + p.pet + "/vaccinations" }},
	{"orders", 0, fixed("/orders")},
	{"orders?status", 0, fixed("/orders?status=completed")},
	{"orders?customerId", 0, func(p placeInAccount) string { return "/orders?customerId=" + p.customer }},
	{"orders?placedFrom&placedTo (300)", 0, func(p placeInAccount) string { return "/orders?placedFrom=" + p.from + "&placedTo=" + p.to }},
	{"orders?startsFrom&status", 0, func(p placeInAccount) string { return "/orders?status=open&startsFrom=" + p.from }},
	{"orders in the house", 0, func(p placeInAccount) string { return "/orders?overlapsFrom=" + p.from + "&overlapsTo=" + p.from }},
	{"orders in the house, by start, with names", 0, func(p placeInAccount) string {
		return "/orders?sort=starts_at&include=customer,pets&overlapsFrom=" + p.from + "&overlapsTo=" + p.from
	}},
	{"orders in the house, status, service", 0, func(p placeInAccount) string {
		return "/orders?status=open&status=draft&serviceType=boarding&sort=starts_at&overlapsFrom=" + p.from + "&overlapsTo=" + p.from
	}},
	{"orders in the house until then", 0, func(p placeInAccount) string { return "/orders?overlapsTo=" + p.from }},
	{"orders arriving, by start", 0, func(p placeInAccount) string {
		return "/orders?sort=starts_at&startsFrom=" + p.from + "&startsTo=" + p.to
	}},
	{"orders by start", 0, fixed("/orders?sort=starts_at")},
	{"orders by start, 20 pages further", 20, fixed("/orders?sort=-starts_at&limit=20")},
	{"orders?serviceType (1 in 4)", 0, fixed("/orders?serviceType=daycare")},
	{"orders?serviceType (none)", 0, fixed("/orders?serviceType=classes")},
	{"orders?number", 0, fixed("/orders?number=l-700")},
	{"pets", 0, fixed("/pets")},
	{"pets, 20 pages further", 20, fixed("/pets?limit=20")},
	{"pets?status (1 in 100)", 0, fixed("/pets?status=deceased&limit=20")},
	{"pets?species (1 in 1000)", 0, fixed("/pets?species=horse&limit=2")},
	{"pets?microchip", 0, fixed("/pets?microchip=985110000000700")},
	{"pets?externalId", 0, fixed("/pets?externalId=L-700")},
	{"vaccinations", 0, fixed("/vaccinations")},
	{"vaccinations, 20 pages further", 20, fixed("/vaccinations?limit=20")},
	{"vaccinations?status", 0, fixed("/vaccinations?status=expiring&status=valid")},
	{"vaccinations?current", 0, fixed("/vaccinations?current=true")},
	{"vaccinations?current=false to come", 0, func(placeInAccount) string { return "/vaccinations?current=false&expiresFrom=" + inDays(1) }},
	{"vaccinations of the deceased to come", 0, func(placeInAccount) string {
		return "/vaccinations?petStatus=deceased&expiresFrom=" + inDays(1) + "&expiresTo=" + inDays(90)
	}},
	{"vaccinations of horses to come", 0, func(placeInAccount) string { return "/vaccinations?species=horse&limit=1&expiresFrom=" + inDays(1) }},
	{"compliance", 0, fixed("/compliance?serviceType=boarding")},
	{"compliance?status (all)", 0, fixed("/compliance?serviceType=boarding&status=non_compliant")},
	{"compliance?status (none)", 0, fixed("/compliance?serviceType=boarding&status=expiring")},
	{"rates", 0, fixed("/products/rates")},
}

func inDays(n int) string { return time.Now().AddDate(0, 0, n).Format(time.DateOnly) }

// growthKnown lists requests whose cost grows, and their limit in blocks for 1,000,000 customers with two pets and an order each.
var growthKnown = map[string]int{
	// Of a word, the index compares lists of all rows that have three of its characters. Of two words, it finds the rows of one, at most
	// 2,000, in which the other one is looked for, also in the rows of pets.
	"search: one": 2500, "search: digits": 2500, "search: two words": 10000,
	// What more than 2,000 rows have is looked for row by row, also in the rows of pets.
	"search: 1 in 20": 3000, "search: two common words": 3000, "search: two letters": 3000,
	"orders?startsFrom&status": 4000, // as many as fit among the orders of one week
	// All orders at that time are read, from the index alone or, for other filters, from the table.
	"orders in the house": 3000, "orders in the house, by start, with names": 3500, "orders in the house, status, service": 10000,
	// The vaccinations of these pets are sorted, from the index alone.
	"vaccinations of the deceased to come": 150000, "vaccinations of horses to come": 15000,
	// Of each that is to come, a later one of its pet is looked for.
	"vaccinations?current=false to come": 8000000,
	"compliance?status (none)":           25000, // reads at most 2,000 pets
}

func (c *dataset) place(account string, n int) placeInAccount {
	c.t.Helper()
	conn := c.database.Connect("petcare")
	defer conn.Close(context.Background())
	var p placeInAccount
	var newest time.Time
	if err := conn.QueryRow(context.Background(), `select c.id::text, p.id::text, (select max(updated_at) from customerspets.customers where account_id = $1)
		from customerspets.customers c join customerspets.pets p on p.account_id = c.account_id and p.customer_id = c.id
		where c.account_id = $1 and c.external_id = 'L-700'`, account).Scan(&p.customer, &p.pet, &newest); err != nil {
		c.t.Fatal(err)
	}
	format := func(before time.Duration) string { return newest.Add(-before).UTC().Format(time.RFC3339) }
	p.since, p.from, p.to = format(300*apart(n)), format(600*apart(n)), format(300*apart(n))
	return p
}

// repeat returns the median time.
func repeat(t *testing.T, url, key, path string, n int) time.Duration {
	t.Helper()
	s := kit.At(t, url)
	var took []time.Duration
	for range n {
		began := time.Now()
		if r := s.Send(key, "GET", path, nil); r.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, r.Status, r.Text)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// explain makes new sessions log the plan of every statement with its actual blocks.
func (c *dataset) explain() {
	c.t.Helper()
	for name, value := range map[string]string{"session_preload_libraries": "auto_explain", "auto_explain.log_min_duration": "0",
		"auto_explain.log_analyze": "on", "auto_explain.log_buffers": "on", "auto_explain.log_timing": "off", "auto_explain.log_format": "json"} {
		c.database.Exec("postgres", fmt.Sprintf("alter role petcare set %s = '%s'", name, value))
	}
}

// blocks sums the blocks of the plans in the server's log from an offset, except those of the delivery worker and of authentication,
// whose result is cached for some seconds.
func blocks(t *testing.T, log string, from int64) int {
	t.Helper()
	text := testkit.Must[[]byte](t)(os.ReadFile(log))
	sum := 0
	for i, part := range strings.Split(string(text[from:]), "  plan:\n") {
		if i == 0 {
			continue
		}
		var plan strings.Builder
		for line := range strings.Lines(part) {
			if !strings.HasPrefix(line, "\t") {
				break
			}
			plan.WriteString(line)
		}
		var p struct {
			Text string `json:"Query Text"`
			Plan struct {
				Hit  int `json:"Shared Hit Blocks"`
				Read int `json:"Shared Read Blocks"`
			}
		}
		if err := json.Unmarshal([]byte(plan.String()), &p); err != nil {
			t.Fatalf("%v: %s", err, plan.String())
		}
		if !strings.Contains(p.Text, "auth.") && !strings.Contains(p.Text, "webhooks.") && !strings.Contains(p.Text, "accounts.") {
			sum += p.Plan.Hit + p.Plan.Read
		}
	}
	return sum
}
