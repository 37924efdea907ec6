package clients

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// client is one of the clients, with a program that runs scenarios.
type client struct {
	name    string
	feeds   []string     // the scenarios that follow the feed
	prepare func() error // builds its programs once
	command func(scenario string) *exec.Cmd
	example func(name string) *exec.Cmd // returns a program of the README
}

// forEach runs a test with the Go client or, with the tag node, the TypeScript client, beside other tests.
func forEach(t *testing.T, test func(t *testing.T, c client)) {
	t.Helper()
	t.Parallel()
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if err := c.prepare(); err != nil {
				t.Fatal(err)
			}
			test(t, c)
		})
	}
}

// business is a running service and an account with a record of every kind.
type business struct {
	*kit.Instance
	database, account, key string
}

func newBusiness(t testing.TB) business {
	t.Helper()
	b := business{database: kit.FreshURL(t)}
	b.account = kit.AddAccount(t, b.database)
	b.key = kit.AddKey(t, b.database)
	b.Instance = kit.NewInstance(t, b.database, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true")
	return b
}

// training is a kind of record that the example lacks.
const training = `{"type": "addon", "external_id": "TR-1", "name": "Recall", "serviceType": "training", "item_order": 1,
  "value_data": {"pricing_model": "flat", "base_price": {"amount": 100, "currency": "GBP"}}}`

// running starts a service and imports the example.
func running(t testing.TB) business {
	t.Helper()
	b := newBusiness(t)
	kit.ImportExample(t, b.database, "main")
	more := filepath.Join(t.TempDir(), "more.jsonl")
	if err := os.WriteFile(more, []byte(strings.ReplaceAll(training, "\n", " ")), 0o600); err != nil {
		t.Fatal(err)
	}
	kit.Run(t, b.database, "import", "--account", "main", more)
	b.Begin(t)
	return b
}

// restart starts the service again at the same address, as after a crash.
func (b *business) restart(t testing.TB) {
	t.Helper()
	again := kit.NewInstance(t, b.database, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_ADDRESS="+b.URL[len("http://"):])
	again.URL = b.URL
	again.Begin(t)
	b.Instance = again
}

// tenant returns a client for the test's own requests.
func (b business) tenant(t testing.TB) kit.Tenant {
	return kit.Tenant{Service: kit.At(t, b.URL), Key: b.key, Base: "/v1/accounts/" + b.account}
}

// program returns the command of a scenario with the service at a URL.
func (c client) program(scenario, url string, b business, settings ...string) *exec.Cmd {
	cmd := c.command(scenario)
	cmd.Env = append(cmd.Environ(), "PETCARE_URL="+url, "PETCARE_KEY="+b.key, "PETCARE_ACCOUNT="+b.account)
	cmd.Env = append(cmd.Env, settings...)
	return cmd
}

// run runs a scenario to its end.
func (c client) run(t testing.TB, scenario, url string, b business) {
	t.Helper()
	if text, err := c.program(scenario, url, b).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", c.name, scenario, err, text)
	}
}

// output is the output of a running scenario by line.
type output struct {
	lines chan string
	errs  *kit.Output
	ended chan error
	stop  func()
}

// start starts a scenario that does not end by itself.
func (c client) start(t testing.TB, scenario, url string, b business, settings ...string) output {
	t.Helper()
	cmd := c.program(scenario, url, b, settings...)
	o := output{lines: make(chan string, 2000), errs: &kit.Output{}, ended: make(chan error, 1), stop: func() { _ = cmd.Process.Kill() }}
	cmd.Stderr = o.errs
	out := testkit.Must[io.ReadCloser](t)(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.stop)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			o.lines <- s.Text()
		}
		o.ended <- cmd.Wait()
	}()
	return o
}

// listens waits until a program listens on an address.
func listens(t testing.TB, address string) {
	t.Helper()
	kit.Eventually(t, "listens", time.Minute, func() bool {
		conn, err := net.Dial("tcp", address)
		return err == nil && conn.Close() == nil
	})
}

// next returns the next line.
func (o output) next(t testing.TB) string {
	t.Helper()
	select {
	case line := <-o.lines:
		return line
	case err := <-o.ended:
		t.Fatalf("it has ended: %v\n%s", err, o.errs)
	case <-time.After(time.Minute):
		t.Fatalf("nothing was printed for a minute\n%s", o.errs)
	}
	return ""
}
