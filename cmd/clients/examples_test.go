package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// example is a program of the README as a client of its own.
func (c client) asExample() client {
	c.command = func(name string) *exec.Cmd { return c.example(name) }
	return c
}

func TestREADMEExamplesRun(t *testing.T) {
	t.Parallel()
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		x := b.tenant(t)

		feed := c.asExample().start(t, "feed", b.URL, b, "PETCARE_AFTER=oldest")
		records := c.asExample().start(t, "records", b.URL, b)
		if line := records.next(t); !strings.HasPrefix(line, "Rex of Jo") {
			t.Error(line)
		}
		if line := records.next(t); !strings.HasPrefix(line, "validation_failed ") {
			t.Error(line)
		}
		for _, want := range []string{"customer.created by test", "pet.created by test", "customer.updated by test"} {
			if line := feed.next(t); line != want {
				t.Errorf("got %s, want %s", line, want)
			}
		}

		const secret = "a secret that is long enough"
		address := kit.FreeAddress(t)
		hook := c.asExample().start(t, "webhook", b.URL, b, "PETCARE_SECRET="+secret, "PORT="+address[strings.LastIndex(address, ":")+1:])
		kit.Eventually(t, "listens", 20*time.Second, func() bool {
			conn, err := net.Dial("tcp", address)
			return err == nil && conn.Close() == nil
		})
		x.Do("POST", "/v1/webhooks", map[string]any{"url": "http://" + address, "event_types": []string{"pet.updated"}, "secret": secret}).Object(201)
		pet := x.Do("GET", "pets", nil).List()[0]
		x.Do("PATCH", "customers/"+pet["customer_id"].(string)+"/pets/"+pet["id"].(string), `{"name": "Rexy"}`).Object(200)
		for _, o := range []output{feed, hook} {
			if line := o.next(t); line != "Rexy was Rex" {
				t.Error(line)
			}
		}
	})
}

// fenced are the programs in a README.
var fenced = regexp.MustCompile("(?s)```(?:ts|go)\n(.*?)```")

func TestREADMEExamplesAreThoseThatRun(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../adapters/clients/README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]bool{}
	for _, pattern := range []string{"typescript/examples/*.ts", "go/examples/*/main.go"} {
		files, err := filepath.Glob("../../adapters/clients/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			program, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ran[string(program)] = true
			if !strings.Contains(string(text), string(program)) {
				t.Errorf("the README does not show %s as it is", file)
			}
		}
	}
	for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
		if !ran[block[1]] {
			t.Errorf("nothing runs this example:\n%s", block[1])
		}
	}
}
