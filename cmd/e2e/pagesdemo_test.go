package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// demoProgram is petcare with the demo business, and what the commands of pages find around them.
type demoProgram struct {
	folder  string // where commands run
	env     []string
	printed *strings.Replacer // what readers replace: addresses, the key, secrets

	served  atomic.Int32
	mu      sync.Mutex
	refused []int // statuses of 400 and more
}

func startDemo(t *testing.T, database string) *demoProgram {
	t.Helper()
	d := &demoProgram{folder: t.TempDir()}
	metrics := kit.FreeAddress(t)
	p := kit.NewInstance(t, database, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_METRICS_ADDRESS="+metrics)
	p.Args = append(p.Args, "--demo")
	p.Begin(t)
	var found []string
	kit.Eventually(t, "prints a key and an account", time.Minute, func() bool {
		found = regexp.MustCompile(`(?s)API key +(pck_\w+)\s+account +([0-9a-f-]{36})`).FindStringSubmatch(p.Log.String())
		return found != nil
	})
	key, account := found[1], found[2]

	target := testkit.Must[*url.URL](t)(url.Parse(p.URL))
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.served.Add(1); r.StatusCode >= 400 {
			d.refused = append(d.refused, r.StatusCode)
		}
		return nil
	}
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) {} // a command that was ended
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)

	hook, restored := kit.FreeAddress(t), testkit.Must[*url.URL](t)(url.Parse(database))
	restored.Path += "_restored"
	name := strings.TrimPrefix(restored.Path, "/")
	t.Cleanup(func() {
		_ = exec.Command(kit.PostgresProgram(t, "dropdb"), "--if-exists", "--maintenance-db="+database, name).Run()
	})
	d.printed = strings.NewReplacer(
		"127.0.0.1:8080", front.Listener.Addr().String(), "127.0.0.1:9090", metrics,
		"127.0.0.1:9999", hook, "webhooks listen ", "webhooks listen --on "+hook+" ",
		"pck_…", key, "whsec_…", "whsec_dGhpcyBpcyBhIHNlY3JldCB0aGF0IGlzIGxvbmcgZW5vdWdo",
		"postgres://petcare:…@db.example.com/restored", "'"+restored.String()+"'", "\" restored\n", "\" "+name+"\n")

	if err := os.Mkdir(filepath.Join(d.folder, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"bin/petcare": os.Args[0], "configs": "../../configs"} {
		if err := os.Symlink(testkit.Must[string](t)(filepath.Abs(to)), filepath.Join(d.folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	d.env = append(kit.Program(t, database).Env, "PETCARE_URL="+front.URL, "PETCARE_KEY="+key, "PETCARE_ACCOUNT="+account, "EDITOR=true",
		"PATH="+filepath.Join(d.folder, "bin")+":"+filepath.Dir(kit.PostgresProgram(t, "psql"))+":"+os.Getenv("PATH"))
	return d
}

// refusals returns the statuses of requests that failed since the last call.
func (d *demoProgram) refusals() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.refused
	d.refused = nil
	return all
}
