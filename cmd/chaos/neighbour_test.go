//go:build chaos

package chaos

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// An organization attacks with the default limits, while another one's requests, logins and webhooks continue as usual. Logins are
// only measured: checking a password takes 25 ms of CPU time, and attackers with many addresses can use that up.
func TestChaosNoisyNeighbour(t *testing.T) {
	n := newNeighbours(t)
	quiet := n.measure(nil)
	t.Logf("%-34s %s", "quiet", quiet)
	for _, a := range n.attacks() {
		got := n.measure(a.begin)
		t.Logf("%-34s %s", a.name, got)
		for _, what := range []string{"request", "webhook"} {
			d := got[what]
			if most := 5 * max(quiet[what].median, blink); d.median > most || d.p99 > 250*time.Millisecond {
				t.Errorf("%s: half of the %ss take up to %s (%s when all is quiet), 99 of 100 up to %s", a.name, what, d.median, quiet[what].median, d.p99)
			}
		}
	}
}

// blink is a time that nobody notices. Lower medians of the quiet phase count as this time.
const blink = 4 * time.Millisecond

type neighbours struct {
	t       *testing.T
	url     string // of the database
	service *kit.Instance
	client  *http.Client
	victim  side
	noisy   side
	hooks   *stopwatchReceiver
}

// side is one of the organizations.
type side struct {
	name, base, key string
	customers       []string
}

func newNeighbours(t *testing.T) *neighbours {
	n := &neighbours{t: t, url: kit.FreshURL(t), client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	n.service = kit.StartInstance(t, n.url, "PETCARE_RATE_LIMIT=50", "PETCARE_TRUST_PROXY=127.0.0.0/8", "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true")
	n.victim, n.noisy = n.organization("Victim", 300), n.organization("Noisy", 20_000)
	n.hooks = newStopwatchReceiver(t)
	n.want(201, n.send(n.victim.key, "POST", "/v1/webhooks", map[string]any{"url": n.hooks.server.URL, "event_types": []string{"customer.updated"}}))
	return n
}

func (n *neighbours) organization(name string, customers int) side {
	n.t.Helper()
	s := side{name: name, base: "/v1/accounts/" + kit.AddAccount(n.t, n.url, "--organization", name)}
	s.key = strings.TrimSpace(kit.Run(n.t, n.url, "keys", "create", "--organization", name, "--name", "test", "--ability", "*"))
	n.importLines(s, "C", customers)
	answer := n.send(s.key, "GET", s.base+"/customers?limit=200", nil)
	var page struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(answer.body, &page); err != nil {
		n.t.Fatal(err)
	}
	for _, c := range page.Data {
		s.customers = append(s.customers, c.ID)
	}
	return s
}

// lines returns an import file of customers with a pet each.
func (n *neighbours) lines(prefix string, count int) string {
	var b bytes.Buffer
	for i := range count {
		fmt.Fprintf(&b, `{"type":"customer","external_id":"%[1]s-%[2]d","first_name":"Ann","last_name":"Name%[2]d","email":"%[1]s%[2]d@example.com"}`+"\n", prefix, i)
		fmt.Fprintf(&b, `{"type":"pet","external_id":"P%[1]s-%[2]d","customer":"%[1]s-%[2]d","name":"Rex","species":"dog","breeds":["Beagle"]}`+"\n", prefix, i)
	}
	return kit.Tenant{Service: kit.At(n.t, "")}.File(b.String())
}

func (n *neighbours) importLines(s side, prefix string, count int) {
	n.t.Helper()
	kit.Run(n.t, n.url, "import", "--organization", s.name, "--account", "main", n.lines(prefix, count))
}

type attack struct {
	name  string
	begin func(stop <-chan struct{})
}

// attacks are those that once succeeded. Each runs until stop is closed.
func (n *neighbours) attacks() []attack {
	random := func() string { return n.noisy.customers[rand.IntN(len(n.noisy.customers))] }
	strange := []byte(`{` + strings.TrimSuffix(strings.Repeat(`"\u0000":1,`, 69_000), ",") + `}`)
	fat := strings.Repeat("x", 3900)
	return []attack{
		{"bodies of 69,000 wrong keys", n.flood(16, func() { n.send("", "POST", "/v1/auth/login", strange) })},
		{"40 connections set passwords", n.flood(40, func() {
			n.send(n.noisy.key, "POST", n.noisy.base+"/customers", map[string]any{"first_name": "Eve", "email": ids.New().String() + "@example.com", "password": "correct horse battery"},
				"Idempotency-Key", ids.New().String())
		})},
		{"40 connections search", n.flood(40, func() { n.send(n.noisy.key, "GET", n.noisy.base+"/customers?search=na&limit=200", nil) })},
		{"40 connections list 200", n.flood(40, func() { n.send(n.noisy.key, "GET", n.noisy.base+"/customers?limit=200", nil) })},
		{"40 connections change one record", n.flood(40, func() {
			n.send(n.noisy.key, "PATCH", n.noisy.base+"/customers/"+n.noisy.customers[0], map[string]any{"alert": ids.New().String()})
		})},
		{"40 connections write fat notes", n.flood(40, func() {
			n.send(n.noisy.key, "POST", n.noisy.base+"/customers/"+random()+"/notes", map[string]any{"body": fat})
		})},
		{"made-up API keys", n.flood(40, func() {
			n.send("pck_"+strings.Repeat("x", 36), "GET", n.noisy.base+"/customers", nil, "X-Forwarded-For", kit.AnyAddress())
		})},
		{"logins from many addresses", n.flood(8, func() {
			n.send("", "POST", "/v1/auth/login", map[string]any{"account_id": strings.TrimPrefix(n.noisy.base, "/v1/accounts/"), "email": ids.New().String() + "@example.com", "password": "a guess"},
				"X-Forwarded-For", kit.AnyAddress())
		})},
		{"an import of 80,000 lines, writers", n.importing(random)},
	}
}

func (n *neighbours) flood(connections int, once func()) func(stop <-chan struct{}) {
	return func(stop <-chan struct{}) {
		for range connections {
			go func() {
				for {
					select {
					case <-stop:
						return
					default:
						once()
						time.Sleep(50 * time.Millisecond) // the attacker's own work would run on another machine
					}
				}
			}()
		}
	}
}

// importing locks the account's rows while the account's own tools continue to write.
func (n *neighbours) importing(random func() string) func(stop <-chan struct{}) {
	file := n.lines("I", 40_000)
	writers := n.flood(20, func() {
		n.send(n.noisy.key, "PATCH", n.noisy.base+"/customers/"+random(), map[string]any{"alert": ids.New().String()})
	})
	return func(stop <-chan struct{}) {
		command := kit.Program(n.t, n.url, "import", "--organization", n.noisy.name, "--account", "main", file)
		if err := command.Start(); err != nil {
			n.t.Error(err)
			return
		}
		go func() {
			<-stop
			_ = command.Process.Signal(os.Interrupt)
		}()
		n.t.Cleanup(func() { wait(command) })
		writers(stop)
	}
}

func wait(c *exec.Cmd) { _ = c.Wait() }

type answer struct {
	status int
	body   []byte
}

func (n *neighbours) send(key, method, path string, body any, headers ...string) answer {
	content, ready := body.([]byte)
	if !ready {
		var err error
		if content, err = json.Marshal(body); err != nil {
			n.t.Error(err)
			return answer{}
		}
	}
	r, err := http.NewRequest(method, n.service.URL+path, bytes.NewReader(content))
	if err != nil {
		n.t.Error(err)
		return answer{}
	}
	if key != "" {
		r.Header.Set("X-API-Key", key)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := n.client.Do(r)
	if err != nil {
		return answer{}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}
	}
	return answer{response.StatusCode, text}
}

func (n *neighbours) want(status int, a answer) {
	n.t.Helper()
	if a.status != status {
		n.t.Errorf("%d, want %d: %.300s", a.status, status, a.body)
	}
}
