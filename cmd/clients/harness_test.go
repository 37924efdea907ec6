package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// client is one of the clients, with the program that does scenarios with it.
type client struct {
	name    string
	prepare func(t testing.TB) // once for all tests of it
	command func(scenario string) *exec.Cmd
}

// forEach runs a test for every client that this machine can run.
func forEach(t *testing.T, test func(t *testing.T, c client)) {
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.prepare(t)
			test(t, c)
		})
	}
}

// business is a running service with an account that has a record of every kind.
type business struct {
	*kit.Instance
	database, account, key string
}

func newBusiness(t testing.TB, settings ...string) business {
	t.Helper()
	b := business{database: kit.FreshURL(t)}
	b.account = kit.AddAccount(t, b.database)
	b.key = kit.AddKey(t, b.database)
	b.Instance = kit.NewInstance(t, b.database, append(settings, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true")...)
	return b
}

// training is what the example has no record of.
const training = `{"type": "addon", "external_id": "TR-1", "name": "Recall", "serviceType": "training", "item_order": 1,
  "value_data": {"pricing_model": "flat", "base_price": {"amount": 100, "currency": "GBP"}}}`

// running is one that has begun, with the example of an import in it.
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

// restart begins the service again on the same address, as after a crash.
func (b *business) restart(t testing.TB) {
	t.Helper()
	again := kit.NewInstance(t, b.database, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_ADDRESS="+b.URL[len("http://"):])
	again.URL = b.URL
	again.Begin(t)
	b.Instance = again
}

// start runs a scenario against the service at a URL and gives the lines that it prints.
func (c client) start(t testing.TB, scenario, url string, b business, settings ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := c.command(scenario)
	cmd.Env = append(cmd.Environ(), "PETCARE_URL="+url, "PETCARE_KEY="+b.key, "PETCARE_ACCOUNT="+b.account)
	cmd.Env = append(cmd.Env, settings...)
	out, in := io.Pipe()
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = in, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		if err != nil {
			err = fmt.Errorf("%s: %w\n%s", scenario, err, errs.String())
		}
		done <- err
		in.CloseWithError(io.EOF)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		if errs.Len() > 0 {
			t.Logf("%s %s: %s", c.name, scenario, errs.String())
		}
	})
	return cmd, bufio.NewScanner(out)
}

// run runs a scenario to its end.
func (c client) run(t testing.TB, scenario, url string, b business, settings ...string) (out string) {
	t.Helper()
	cmd := c.command(scenario)
	cmd.Env = append(cmd.Environ(), "PETCARE_URL="+url, "PETCARE_KEY="+b.key, "PETCARE_ACCOUNT="+b.account)
	cmd.Env = append(cmd.Env, settings...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", c.name, scenario, err, text)
	}
	return string(text)
}
