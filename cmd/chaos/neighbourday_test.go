//go:build chaos

package chaos

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// span summarizes durations of the victim's requests.
type span struct{ median, p99, worst time.Duration }

type spans map[string]span

func (s spans) String() string {
	var parts []string
	for _, what := range []string{"request", "login", "webhook"} {
		d := s[what]
		parts = append(parts, fmt.Sprintf("%s %s / %s / %s", what, d.median.Round(100*time.Microsecond), d.p99.Round(100*time.Microsecond), d.worst.Round(100*time.Microsecond)))
	}
	return strings.Join(parts, " · ")
}

// measure measures the victim during an attack: 30 requests per second, one login per second, and a change with a webhook in every
// tenth request.
func (n *neighbours) measure(begin func(stop <-chan struct{})) spans {
	stop := make(chan struct{})
	if begin != nil {
		begin(stop)
		time.Sleep(2 * time.Second) // lets the attack begin
	}
	var mu sync.Mutex
	took := map[string][]time.Duration{}
	note := func(what string, since time.Time) {
		mu.Lock()
		defer mu.Unlock()
		took[what] = append(took[what], time.Since(since))
	}
	n.hooks.hear(func(sent time.Time) { note("webhook", sent) })
	var running sync.WaitGroup
	tick := time.NewTicker(time.Second / 30)
	for i := range 300 {
		<-tick.C
		running.Go(func() {
			began := time.Now()
			n.request(i)
			note("request", began)
		})
		if i%30 == 0 {
			running.Go(func() {
				began := time.Now()
				n.want(200, n.send("", "POST", "/v1/auth/login", map[string]any{"account_id": strings.TrimPrefix(n.victim.base, "/v1/accounts/"), "email": n.logsIn(i / 30),
					"password": "correct horse battery"}, "X-Forwarded-For", kit.AnyAddress()))
				note("login", began)
			})
		}
	}
	tick.Stop()
	running.Wait()
	time.Sleep(time.Second) // for the last deliveries
	close(stop)
	n.hooks.hear(nil)
	time.Sleep(2 * time.Second) // for the end of the attack
	mu.Lock()
	defer mu.Unlock()
	result := spans{}
	for what, list := range took {
		slices.Sort(list)
		result[what] = span{list[len(list)/2], list[len(list)*99/100], list[len(list)-1]}
	}
	if len(took["webhook"]) < 25 {
		n.t.Errorf("%d webhooks came, want 30", len(took["webhook"]))
	}
	return result
}

func (n *neighbours) request(i int) {
	customer := n.victim.base + "/customers/" + n.victim.customers[rand.IntN(len(n.victim.customers))]
	switch i % 10 {
	case 0:
		n.want(200, n.send(n.victim.key, "PATCH", customer, map[string]any{"alert": time.Now().Format(time.RFC3339Nano)}))
	case 1:
		n.want(201, n.send(n.victim.key, "POST", customer+"/notes", map[string]any{"body": "Came at nine."}))
	case 2:
		n.want(200, n.send(n.victim.key, "GET", n.victim.base+"/customers?search=name1", nil))
	case 3, 4:
		n.want(200, n.send(n.victim.key, "GET", n.victim.base+"/customers", nil))
	default:
		n.want(200, n.send(n.victim.key, "GET", customer+"/pets", nil))
	}
}

// logsIn returns the e-mail address of another customer in each turn, because one may only log in five times a minute.
func (n *neighbours) logsIn(turn int) string {
	email := fmt.Sprintf("login%d-%d@example.com", turn, time.Now().UnixNano())
	n.want(201, n.send(n.victim.key, "POST", n.victim.base+"/customers", map[string]any{"first_name": "Jo", "email": email, "password": "correct horse battery"}))
	return email
}

// stopwatchReceiver measures the time since the change of a webhook, which is in the record's alert.
type stopwatchReceiver struct {
	server *httptest.Server
	mu     sync.Mutex
	heard  func(sent time.Time)
}

func newStopwatchReceiver(t *testing.T) *stopwatchReceiver {
	r := &stopwatchReceiver{}
	r.server = httptest.NewServer(r)
	t.Cleanup(r.server.Close)
	return r
}

func (r *stopwatchReceiver) hear(heard func(time.Time)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = heard
}

// ServeHTTP implements http.Handler.
func (r *stopwatchReceiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	var event struct {
		Data struct{ Object struct{ Alert string } }
	}
	text, err := io.ReadAll(q.Body)
	if err != nil || json.Unmarshal(text, &event) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	sent, err := time.Parse(time.RFC3339Nano, event.Data.Object.Alert)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.heard != nil {
		r.heard(sent)
	}
}
