//go:build chaos

package chaos

import (
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// jumpy is a clock with an adjustable offset.
type jumpy struct{ off atomic.Int64 }

func (j *jumpy) now() time.Time                  { return time.Now().Add(time.Duration(j.off.Load())) }
func (j *jumpy) jump(by time.Duration)           { j.off.Store(int64(by)) }
func (j *jumpy) clock(_ clock.Clock) clock.Clock { return j.now }

// startJumpy starts a service with deliveries and this clock.
func startJumpy(t *testing.T, url string, j *jumpy) kit.Service {
	t.Helper()
	c := kit.Config(url)
	c.Webhooks.AllowPrivateNetworks = true
	return kit.Start(t, c, io.Discard, webhooksfx.Worker, fx.Decorate(j.clock))
}

// The service's clock jumps by hours in both directions. Nothing is lost, delayed or out of order, because comparisons use the time
// of the database, which also assigns numbers for sorting.
func TestChaosClockJumps(t *testing.T) {
	t.Parallel()
	j := &jumpy{}
	s := startJumpy(t, kit.FreshURL(t), j)
	a := s.Tenant()
	receiver := newChaosReceiver(t)
	a.Do("POST", "/v1/webhooks", map[string]any{"url": receiver.url(), "event_types": []string{"*"}}).Object(201)
	create := func(key string) string {
		return a.Do("POST", "customers", map[string]any{"first_name": "k"}, "Idempotency-Key", key).Object(201)["id"].(string)
	}
	kept, last := create("kept"), ""
	n := 0
	for _, off := range []time.Duration{0, 26 * time.Hour, -26 * time.Hour, time.Minute, -time.Minute, 0} {
		j.jump(off)
		for range 10 {
			n++
			c := a.NewCustomer(map[string]any{"first_name": fmt.Sprint("n", n)})
			id := c["id"].(string)
			if id <= last {
				t.Errorf("%s: id %s after %s", off, id, last)
			}
			a.Do("PATCH", "customers/"+id, map[string]any{"alert": "x"}).Object(200)
			key := fmt.Sprint("key-", n)
			if last = create(key); create(key) != last || create("kept") != kept {
				t.Errorf("%s: a repeat made another customer", off)
			}
		}
	}
	events := a.Events(0)
	if len(events) != 1+3*n {
		t.Errorf("%d events of %d changes", len(events), 1+3*n)
	}
	kit.Eventually(t, "every event arrives", 10*time.Second, func() bool { return receiver.distinct() >= len(events) })
	if n := receiver.repeats(); n > 0 {
		t.Errorf("%d repeats", n)
	}
	t.Logf("FIGURES %s | clock off by ±26 h and ±1 min | %d events in order, all arrived, %d repeats", t.Name(), len(events), receiver.repeats())
}

// Two replicas whose clocks differ by some seconds accept each other's logins. If a clock jumps ahead, access tokens expire early,
// but sessions continue.
func TestChaosReplicasDisagreeAboutTheTime(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	ahead, behind := &jumpy{}, &jumpy{}
	ahead.jump(5 * time.Second)
	behind.jump(-5 * time.Second)
	a, b := startJumpy(t, url, ahead), startJumpy(t, url, behind)
	_, token := a.Tenant().Login()
	b.Send(token, "GET", "/v1/auth/me", nil).Object(200)
	ahead.jump(time.Hour)
	a.Send(token, "GET", "/v1/auth/me", nil).Problem(401, "unauthenticated")
	again := a.Send(token, "POST", "/v1/auth/refresh", nil).Object(200)["access_token"].(string)
	a.Send(again, "GET", "/v1/auth/me", nil).Object(200)
	t.Logf("FIGURES %s | 10 s apart: logins hold on both; 1 h ahead: refreshed", t.Name())
}
