//go:build chaos

package chaos

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// chaosLoad is a set of clients that record successful responses, which must be true afterwards.
type chaosLoad struct {
	t       *testing.T
	house   *deployment
	client  *http.Client
	stopped atomic.Bool
	workers sync.WaitGroup
	turn    atomic.Int64

	mu       sync.Mutex
	ids      []string          // of confirmed customers
	made     map[string]string // confirmed: id by first name
	sent     map[string]bool   // all first names that were ever sent
	patched  map[string]int    // the last confirmed number in a customer's alert
	answers  map[string]int
	slowest  time.Duration
	back     time.Time     // when the failure ended
	progress []time.Time   // last success of each client
	lastBad  time.Duration // time of the last failed request, since back
	allWell  time.Duration // time until all clients had succeeded, since back
	mayBreak atomic.Bool   // connections may break, because the service is killed
	faults   int
}

// startLoad starts the clients. Some create customers, some do so with an Idempotency-Key and retry until they get a response, some
// change a customer of their own, and some read known customers.
func (h *deployment) startLoad() *chaosLoad {
	l := &chaosLoad{
		t: h.t, house: h, client: &http.Client{Timeout: 40 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 32}},
		made: map[string]string{}, sent: map[string]bool{}, patched: map[string]int{}, answers: map[string]int{},
	}
	h.t.Cleanup(l.stop)
	for w := range 4 {
		l.work(func(n int) bool { return l.create(fmt.Sprintf("plain-%d-%d", w, n), "") })
	}
	for w := range 3 {
		unknown := 1
		l.work(func(int) bool {
			name := fmt.Sprintf("keyed-%d-%d", w, unknown)
			if !l.create(name, name) {
				return false
			}
			unknown++
			return true
		})
	}
	for w := range 3 {
		var own string
		l.work(func(n int) bool {
			if own != "" {
				return l.change(own, n)
			}
			name := fmt.Sprintf("own-%d-%d", w, n)
			made := l.create(name, "")
			if made {
				own = l.idOf(name)
			}
			return made
		})
	}
	for range 2 {
		l.work(func(int) bool { return l.read() })
	}
	return l
}

func (l *chaosLoad) work(once func(n int) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	me := len(l.progress)
	l.progress = append(l.progress, time.Time{})
	l.workers.Go(func() {
		for n := 1; !l.stopped.Load(); n++ {
			if began := time.Now(); once(n) {
				l.mu.Lock()
				l.progress[me] = began
				l.mu.Unlock()
			}
			time.Sleep(10 * time.Millisecond) // leaves CPU time for others
		}
	})
}

func (l *chaosLoad) stop() {
	l.stopped.Store(true)
	l.workers.Wait()
	l.client.CloseIdleConnections()
}

// run continues the load for d.
func (l *chaosLoad) run(d time.Duration) { time.Sleep(d) }

// enough waits until n more customers are created.
func (l *chaosLoad) enough(n int) {
	l.t.Helper()
	from := l.count()
	kit.Eventually(l.t, fmt.Sprint(n, " customers"), 30*time.Second, func() bool { return l.count() >= from+n })
}

func (l *chaosLoad) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.ids)
}

func (l *chaosLoad) idOf(name string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.made[name]
}

// wellAgain records that the failure has ended.
func (l *chaosLoad) wellAgain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.back, l.lastBad = time.Now(), 0
}

// recovered fails unless every client has had a success in time, without errors after that.
func (l *chaosLoad) recovered() {
	l.t.Helper()
	deadline := time.Now().Add(soon)
	for l.waiting() > 0 {
		if time.Now().After(deadline) {
			l.t.Fatalf("%d clients are not well again after %s: %s\n%s", l.waiting(), soon, l, strings.Join(l.house.complaints(), "\n"))
		}
		time.Sleep(5 * time.Millisecond)
	}
	l.mu.Lock()
	l.allWell = time.Since(l.back)
	l.mu.Unlock()
	l.run(2 * time.Second)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lastBad > soon {
		l.t.Errorf("the last refusal came after %s", l.lastBad)
	}
}

// waiting returns how many clients have had no success since the failure ended.
func (l *chaosLoad) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, at := range l.progress {
		if at.Before(l.back) {
			n++
		}
	}
	return n
}

func (l *chaosLoad) create(name, key string) bool {
	l.mu.Lock()
	l.sent[name] = true
	l.mu.Unlock()
	status, body := l.send("POST", "/customers", `{"first_name":"`+name+`","last_name":"Chaos"}`, key)
	if status != http.StatusCreated {
		return false
	}
	var c struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &c); err != nil {
		l.t.Errorf("%s: %v", body, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made[name] = c.ID
	l.ids = append(l.ids, c.ID)
	return true
}

func (l *chaosLoad) change(id string, n int) bool {
	status, _ := l.send("PATCH", "/customers/"+id, fmt.Sprintf(`{"alert":"%d"}`, n), "")
	if status != http.StatusOK {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.patched[id] = n
	return true
}

// read requests a known customer. send reports a 404.
func (l *chaosLoad) read() bool {
	l.mu.Lock()
	id := ""
	if len(l.ids) > 0 {
		id = l.ids[max(0, len(l.ids)-1-rand.IntN(20))]
	}
	l.mu.Unlock()
	if id == "" {
		time.Sleep(10 * time.Millisecond)
		return false
	}
	status, _ := l.send("GET", "/customers/"+id, "", "")
	return status == http.StatusOK
}

// send sends a request to the replicas in rotation. It returns status 0 if the result is unknown.
func (l *chaosLoad) send(method, path, body, key string) (int, []byte) {
	replica := l.house.replica(int(l.turn.Add(1)))
	r, err := http.NewRequest(method, replica.URL+"/v1/accounts/"+l.house.account+path, strings.NewReader(body))
	if err != nil {
		l.t.Error(err)
		return 0, nil
	}
	r.Header.Set("X-API-Key", l.house.key)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	began := time.Now()
	response, err := l.client.Do(r)
	if err != nil {
		l.broken(began, err)
		return 0, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		l.broken(began, err)
		return 0, nil
	}
	l.answered(began, response, text)
	return response.StatusCode, text
}

func (l *chaosLoad) broken(began time.Time, err error) {
	what := "broken"
	if errors.Is(err, syscall.ECONNREFUSED) {
		what = "refused"
	}
	l.note(began, what, false)
	if !l.mayBreak.Load() {
		l.fault("%s after %s: %v", what, time.Since(began), err)
	}
	time.Sleep(20 * time.Millisecond)
}

func (l *chaosLoad) answered(began time.Time, r *http.Response, text []byte) {
	well := r.StatusCode < 300
	l.note(began, fmt.Sprint(r.StatusCode), well)
	switch {
	case well:
		return
	case r.StatusCode == http.StatusConflict && strings.Contains(string(text), "idempotency_in_progress"):
	case r.StatusCode != http.StatusServiceUnavailable:
		l.fault("%s %s: %d %s", r.Request.Method, r.Request.URL.Path, r.StatusCode, text)
	case r.Header.Get("Retry-After") == "" || !strings.Contains(string(text), `"code":"unavailable"`):
		l.fault("a 503 without Retry-After or without its code: %v %s", r.Header, text)
	}
	time.Sleep(20 * time.Millisecond)
}

// fault reports an error, but only a limited number of them.
func (l *chaosLoad) fault(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.faults++; l.faults <= 20 {
		l.t.Errorf(format, args...)
	}
	l.t.Fail()
}

func (l *chaosLoad) note(began time.Time, what string, well bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[what]++
	l.slowest = max(l.slowest, time.Since(began))
	if !well && !l.back.IsZero() {
		l.lastBad = time.Since(l.back)
	}
}

func (l *chaosLoad) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(l.answers)) {
		parts = append(parts, fmt.Sprintf("%s: %d", what, l.answers[what]))
	}
	text := strings.Join(parts, ", ") + fmt.Sprintf(" | slowest %s", l.slowest.Round(time.Millisecond))
	if !l.back.IsZero() {
		text += fmt.Sprintf(" | all well after %s, last refusal after %s", l.allWell.Round(time.Millisecond), l.lastBad.Round(time.Millisecond))
	}
	return text
}
