package clients

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// asExample returns the client for programs of the README.
func (c client) asExample() client {
	c.command = func(name string) *exec.Cmd { return c.example(name) }
	return c
}

func TestREADMEExamplesRun(t *testing.T) {
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
		listens(t, address)
		x.Do("POST", "/v1/webhooks", map[string]any{"url": "http://" + address, "event_types": []string{"pet.updated"},
			"secret": secret}).Object(201)
		pet := x.Do("GET", "pets", nil).List()[0]
		for _, change := range []string{`{"colour": "fawn"}`, `{"name": "Rexy"}`} {
			x.Do("PATCH", "customers/"+pet["customer_id"].(string)+"/pets/"+pet["id"].(string), change).Object(200)
		}
		for _, o := range []output{feed, hook} {
			if line := o.next(t); line != "Rexy was Rex" {
				t.Error(line)
			}
		}
	})
}

// A copy follows changes. The page about that also has a loop with curl, which must run as printed.
func TestCopiesStayInStep(t *testing.T) {
	loop := regexp.MustCompile("(?s)```sh\n(ask.*?)```").FindStringSubmatch(pages(t))
	if loop == nil {
		t.Fatal("the page has no loop")
	}
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		x := b.tenant(t)
		owner := x.NewCustomer(nil)
		first := x.NewPet(owner, nil)["id"].(string)
		copied := c.asExample().start(t, "copy", b.URL, b)
		c.command = func(string) *exec.Cmd { return exec.Command("sh", "-c", loop[1]) }
		curled := c.start(t, "curl", b.URL, b)
		if line := copied.next(t); line != "1 pets" {
			t.Errorf("the copy begins with %s", line)
		}
		if line := curled.next(t); line != `["pet","`+first+`",1]` {
			t.Errorf("curl begins with %s", line)
		}
		second := x.NewPet(owner, nil)["id"].(string)
		if line := copied.next(t); line != "2 pets" {
			t.Errorf("the copy has %s", line)
		}
		if line := curled.next(t); line != `["pet.created","`+second+`",1]` {
			t.Errorf("curl says %s", line)
		}
	})
}

// After a 410, the new lists replace a copy: what they do not name is gone.
func TestCopiesAreReplacedWhenTheirCursorHasExpired(t *testing.T) {
	const list = `{"data": [%s], "next_cursor": null}`
	forEach(t, func(t *testing.T, c client) {
		var restored atomic.Bool
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Query().Get("after") == "now":
				fmt.Fprint(w, `{"data": [], "next_cursor": "here"}`)
			case strings.HasSuffix(r.URL.Path, "/events") && !restored.Swap(true):
				w.Header().Set("Content-Type", "application/problem+json")
				w.WriteHeader(http.StatusGone)
				fmt.Fprint(w, `{"status": 410, "code": "cursor_expired", "title": "Cursor expired"}`)
			case strings.HasSuffix(r.URL.Path, "/events"):
				<-r.Context().Done()
			case restored.Load():
				fmt.Fprintf(w, list, `{"id": "3", "name": "Rex", "version": 1}`)
			default:
				fmt.Fprintf(w, list, `{"id": "1", "name": "Max", "version": 1}, {"id": "3", "name": "Rexy", "version": 2}`)
			}
		}))
		t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
		copied := c.asExample().start(t, "copy", server.URL, business{account: "a"})
		for _, want := range []string{"2 pets", "1 pets"} {
			if line := copied.next(t); line != want {
				t.Errorf("got %s, want %s", line, want)
			}
		}
	})
}

// pages returns the text of the pages with programs.
func pages(t *testing.T) (text string) {
	t.Helper()
	for _, page := range []string{"../../adapters/clients/README.md", "../../deployments/STAY-IN-STEP.md"} {
		part := testkit.Must[[]byte](t)(os.ReadFile(page))
		text += string(part)
	}
	return text
}

// fenced matches the programs in a page.
var fenced = regexp.MustCompile("(?s)```(?:ts|go)\n(.*?)```")

func TestExamplesOfPagesAreThoseThatRun(t *testing.T) {
	t.Parallel()
	text := pages(t)
	ran := map[string]bool{}
	for _, pattern := range []string{"typescript/examples/*.ts", "go/examples/*/main.go"} {
		files, err := filepath.Glob("../../adapters/clients/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			program := testkit.Must[[]byte](t)(os.ReadFile(file))
			ran[string(program)] = true
			if !strings.Contains(text, string(program)) {
				t.Errorf("no page shows %s as it is", file)
			}
		}
	}
	for _, block := range fenced.FindAllStringSubmatch(text, -1) {
		if !ran[block[1]] {
			t.Errorf("nothing runs this example:\n%s", block[1])
		}
	}
}
