//go:build load

package load

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// A page of 200 events, five times the size of a list of 50 customers, takes at most five times the CPU time of the service and the
// database, at any position of the feed. FEED_EVENTS is the number of events.
func TestFeedCost(t *testing.T) {
	events := setting(t, "FEED_EVENTS", 300_000)
	c := newDataset(t)
	account := c.accounts[0]
	c.fill(account, 20_000)
	c.events(account, events)
	c.settled()
	p := kit.StartInstance(t, c.database.URL())
	customers := c.walk(p.URL, "/v1/accounts/"+account+"/customers?limit=50", "cursor", 100)
	list := c.cost(p, "a list of 50 customers", customers)
	pages := c.walk(p.URL, "/v1/accounts/"+account+"/events?limit=200", "after", events/200)
	for _, part := range []struct {
		name string
		from int
	}{{"the first", 1}, {"from the middle", len(pages) / 2}, {"the last", len(pages) - 100}} {
		page := c.cost(p, "200 events, "+part.name, pages[part.from:part.from+90])
		if ratio := float64(page) / float64(list); ratio > 5 {
			t.Errorf("pages of 200 events, %s, cost %.2f of a list", part.name, ratio)
		}
	}
}

// events inserts n events of an account, similar to those of customers.
func (c *dataset) events(account string, n int) {
	c.t.Helper()
	numbers := fmt.Sprintf("(select i from generate_series(1, %d) i) s", n)
	model := "(select * from outbox.events where type = 'customer.created' limit 1)"
	c.database.Exec("petcare", fmt.Sprintf(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, actor_id)
		select '%s', %s::uuid, nextval('outbox.sequence'), m.type, gen_random_uuid(), m.body, now(), m.actor_id from %s cross join %s m`,
		account, fmt.Sprintf(idAgo, "now()"), numbers, model))
}

// walk returns the paths of the first n pages of a list.
func (c *dataset) walk(url, path, cursor string, n int) (paths []string) {
	c.t.Helper()
	paths = []string{path}
	for len(paths) < n {
		next, more := kit.At(c.t, url).Send(c.key, "GET", paths[len(paths)-1], nil).Object(200)["next_cursor"].(string)
		if !more {
			break
		}
		paths = append(paths, path+"&"+cursor+"="+next)
	}
	return paths
}

// cost returns the CPU time of a request in the service and the database together.
func (c *dataset) cost(p *kit.Instance, name string, paths []string) time.Duration {
	c.t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4, DisableCompression: true}}
	var asked, size atomic.Int64
	ask := func(d time.Duration) {
		var all sync.WaitGroup
		for worker := range 4 {
			all.Go(func() {
				for end, i := time.Now().Add(d), worker; time.Now().Before(end); i++ {
					r, err := http.NewRequest(http.MethodGet, p.URL+paths[i%len(paths)], nil)
					if err != nil {
						c.t.Error(err)
						return
					}
					r.Header.Set("X-API-Key", c.key)
					response, err := client.Do(r)
					if err != nil || response.StatusCode != http.StatusOK {
						c.t.Errorf("%v %v", response, err)
						return
					}
					n, _ := io.Copy(io.Discard, response.Body)
					_ = response.Body.Close()
					asked.Add(1)
					size.Add(n)
				}
			})
		}
		all.Wait()
	}
	ask(time.Second)
	asked.Store(0)
	size.Store(0)
	service, database := used(p.Process.Pid), c.used()
	ask(time.Duration(setting(c.t, "FEED_SECONDS", 5)) * time.Second)
	n := time.Duration(asked.Load())
	service, database = (used(p.Process.Pid)-service)/n, (c.used()-database)/n
	c.t.Logf("%-32s %5d requests of %6d bytes: service %4d µs, database %4d µs", name, n, size.Load()/int64(n), service.Microseconds(), database.Microseconds())
	return service + database
}

// used returns the CPU time of the service's database sessions.
func (c *dataset) used() (sum time.Duration) {
	c.t.Helper()
	conn := c.database.Connect("postgres")
	defer conn.Close(context.Background())
	rows, _ := conn.Query(context.Background(), `select pid from pg_stat_activity where usename = 'petcare'`)
	for _, pid := range testkit.Must[[]int](c.t)(pgx.CollectRows(rows, pgx.RowTo[int])) {
		sum += used(pid)
	}
	return sum
}
