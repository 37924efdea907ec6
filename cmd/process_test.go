package petcarecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/testdb"
)

// process is petcare as a program of its own: this test binary, told to be it.
type process struct {
	*exec.Cmd
	url  string
	done chan error
	log  *spoken
}

// spoken is what a process has written so far; it may be read while the process goes on.
type spoken struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (s *spoken) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// String implements fmt.Stringer.
func (s *spoken) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

const testKeys = "test:a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="

func startProcess(t *testing.T, databaseURL string, more ...string) *process {
	t.Helper()
	p := newProcess(t, databaseURL, more...)
	p.begin(t)
	return p
}

// newProcess is one that has not begun yet.
func newProcess(t *testing.T, databaseURL string, more ...string) *process {
	t.Helper()
	address := freeAddress(t)
	p := &process{url: "http://" + address, done: make(chan error, 1), log: &spoken{}}
	p.Cmd = exec.Command(os.Args[0], "serve")
	p.Env = append(os.Environ(), append([]string{"PETCARE_TEST_BE_PETCARE=1", "PETCARE_DATABASE_URL=" + databaseURL, "PETCARE_ADDRESS=" + address,
		"PETCARE_METRICS_ADDRESS=", "PETCARE_RATE_LIMIT=0", "PETCARE_LOG_LEVEL=warn", "PETCARE_JWT_KEYS=" + testKeys, "PETCARE_DATA_DIR=" + t.TempDir()}, more...)...)
	p.Stdout, p.Stderr = p.log, p.log
	return p
}

// begin starts it and waits until it is ready.
func (p *process) begin(t *testing.T) {
	t.Helper()
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
	eventually(t, "ready", 20*time.Second, func() bool {
		response, err := http.Get(p.url + "/readyz")
		if err != nil {
			return false
		}
		defer response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// command runs petcare with arguments on a database and returns what it printed: on success on standard output, on
// failure on both.
func command(t *testing.T, databaseURL string, args ...string) (out string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "PETCARE_TEST_BE_PETCARE=1", "PETCARE_DATABASE_URL="+databaseURL, "PETCARE_JWT_KEYS="+testKeys, "PETCARE_DATA_DIR="+t.TempDir())
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	if status = c.ProcessState.ExitCode(); status == 0 {
		return stdout.String(), status
	}
	return stdout.String() + stderr.String(), status
}

// What was acknowledged is there after a kill -9, each customer with its event, and nothing is there by half.
func TestKillDuringWritesLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	url := testdb.Fresh(t)
	if out, status := command(t, url, "accounts", "create", "--organization", "Kill", "--code", "main", "--name", "Main", "--timezone", "UTC", "--currency", "EUR", "--country", "DE"); status != 0 {
		t.Fatal(out)
	}
	made, status := command(t, url, "keys", "create", "--organization", "Kill", "--name", "k", "--ability", "*", "--json")
	var key struct {
		Key string `json:"key"`
	}
	if err := json.Unmarshal([]byte(made), &key); err != nil || status != 0 {
		t.Fatalf("%s %v", made, err)
	}
	p := startProcess(t, url)
	s := system{t: t, url: p.url}
	account := s.send(key.Key, "GET", "/v1/accounts", nil).list()[0]["id"].(string)
	base := "/v1/accounts/" + account + "/customers"

	var mu sync.Mutex
	acknowledged := map[string]bool{}
	var done sync.WaitGroup
	for w := range 8 {
		done.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("w%d-%d", w, i)
				r, err := http.NewRequestWithContext(context.Background(), "POST", p.url+base, strings.NewReader(`{"first_name":"`+name+`"}`))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("X-API-Key", key.Key)
				r.Header.Set("Content-Type", "application/json")
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					return // killed
				}
				_ = response.Body.Close()
				if response.StatusCode != http.StatusCreated {
					t.Errorf("%d", response.StatusCode)
					return
				}
				mu.Lock()
				acknowledged[name] = true
				mu.Unlock()
			}
		})
	}
	eventually(t, "200 customers", 20*time.Second, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(acknowledged) >= 200
	})
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	done.Wait()

	again := startProcess(t, url)
	s.url = again.url
	there := map[string]bool{}
	for next := base + "?limit=200"; next != ""; {
		r := s.send(key.Key, "GET", next, nil)
		for _, c := range r.list() {
			there[c["first_name"].(string)] = true
		}
		next = strings.TrimSuffix(strings.TrimPrefix(r.header.Get("Link"), "<"), `>; rel="next"`)
	}
	for name := range acknowledged {
		if !there[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
	db := startSystem(t, testConfig(url), &bytes.Buffer{}).db
	var events int
	if err := db.Row(context.Background(), `select count(*) from outbox.events where type = 'customer.created'`).Scan(&events); err != nil {
		t.Fatal(err)
	}
	if events != len(there) {
		t.Errorf("%d customers, %d events", len(there), events)
	}
}

func TestTermEndsTheProcessInOrder(t *testing.T) {
	t.Parallel()
	p := startProcess(t, testdb.Fresh(t))
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-p.done:
		if err != nil {
			t.Errorf("%v: %s", err, p.log)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not end")
	}
}

func TestWrongSettingsEndWithStatus2AndNameEach(t *testing.T) {
	t.Parallel()
	out, status := command(t, "mysql://u:hush@h/d", "serve", "--address", "nowhere", "--set", "webhooks_max_retries=1000")
	if status != 2 || strings.Count(out, "PETCARE_") != 3 || strings.Contains(out, "hush") {
		t.Errorf("%d %s", status, out)
	}
	if out, status := command(t, testdb.URL(), "keys", "create", "--organization", "Nobody", "--name", "k", "--ability", "fly"); status != 1 || !strings.Contains(out, "organization") || !strings.Contains(out, "abilities") {
		t.Errorf("%d %s", status, out)
	}
	if _, status := command(t, testdb.URL(), "fly"); status != 2 {
		t.Errorf("unknown command: %d", status)
	}
	if out, status := command(t, testdb.URL(), "--help"); status != 0 || !strings.Contains(out, "serve") {
		t.Errorf("help: %d %s", status, out)
	}
}

func TestKeyIsShownOnceAndWorksUntilRevoked(t *testing.T) {
	t.Parallel()
	url := testdb.Fresh(t)
	if out, status := command(t, url, "accounts", "create", "--organization", "O", "--code", "a", "--name", "A", "--timezone", "UTC", "--currency", "EUR", "--country", "DE", "--json"); status != 0 || !strings.Contains(out, `"organization_id"`) {
		t.Fatal(out)
	}
	made, _ := command(t, url, "keys", "create", "--organization", "O", "--name", "k", "--ability", "accounts:read", "--expires", "90d", "--json")
	var key struct {
		ID, Key   string
		Abilities []string
	}
	if err := json.Unmarshal([]byte(made), &key); err != nil || !strings.HasPrefix(key.Key, "pck_") || len(key.Abilities) != 1 {
		t.Fatalf("%s %v", made, err)
	}
	if list, _ := command(t, url, "keys", "list", "--json"); strings.Contains(list, key.Key) || !strings.Contains(list, key.ID) {
		t.Errorf("list: %s", list)
	}
	p := startProcess(t, url)
	s := system{t: t, url: p.url}
	s.send(key.Key, "GET", "/v1/accounts", nil).object(200)
	if out, status := command(t, url, "keys", "revoke", key.ID); status != 0 {
		t.Fatal(out)
	}
	eventually(t, "the key is refused", 5*time.Second, func() bool { return s.send(key.Key, "GET", "/v1/accounts", nil).status == 401 })
	if strings.Contains(p.log.String(), key.Key) {
		t.Error("the key is in the log")
	}
}
