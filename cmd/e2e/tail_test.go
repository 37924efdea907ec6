package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// tailing is a running "petcare events tail".
type tailing struct {
	t     *testing.T
	lines *bufio.Scanner
	said  *kit.Output
	end   func(os.Signal) error
}

func tail(t *testing.T, url string, flags ...string) tailing {
	t.Helper()
	c := kit.Program(t, url, append([]string{"events", "tail", "--account", "main"}, flags...)...)
	out := testkit.Must[io.ReadCloser](t)(c.StdoutPipe())
	said := &kit.Output{}
	c.Stderr = said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return tailing{t, lines, said, func(s os.Signal) error {
		_ = c.Process.Signal(s)
		return c.Wait()
	}}
}

// next returns the type of the next event and its first name.
func (o tailing) next() string {
	o.t.Helper()
	var e map[string]any
	if !o.lines.Scan() {
		o.t.Fatalf("nothing more: %v, %s", o.lines.Err(), o.said)
	}
	if err := json.Unmarshal(o.lines.Bytes(), &e); err != nil {
		o.t.Fatalf("%v: %s", err, o.lines.Text())
	}
	name, _ := objectOf(e)["first_name"].(string)
	return e["type"].(string) + " " + name
}

func TestTailPrintsEveryChangeUntilASignal(t *testing.T) {
	url, base, key := newDatabase(t)
	service := kit.StartInstance(t, url)
	create := func(name string) {
		t.Helper()
		kit.At(t, service.URL).Send(key, "POST", base+"/customers", map[string]any{"first_name": name}).Object(201)
	}
	create("One")
	create("Two")
	all := tail(t, url, "--from", "oldest", "--json")
	for _, want := range []string{"api_key.created ", "customer.created One", "customer.created Two"} {
		if got := all.next(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	later := tail(t, url)
	// It has started when it prints one of these. Earlier events must not appear.
	names := make(chan string, 1)
	go func() { names <- later.next() }()
	for begun := false; !begun; {
		create("Three")
		if got := all.next(); got != "customer.created Three" {
			t.Fatal(got)
		}
		select {
		case got := <-names:
			if begun = true; got != "customer.created Three" {
				t.Error(got)
			}
		case <-time.After(50 * time.Millisecond):
		}
	}
	for _, end := range []error{all.end(syscall.SIGTERM), later.end(syscall.SIGINT)} {
		if end != nil {
			t.Errorf("a signal ends it with %v", end)
		}
	}
}
