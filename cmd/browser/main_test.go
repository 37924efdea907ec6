// Package browser tests the console in a real browser, with the tasks of staff and operators.
package browser

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

//go:embed testdata
var testdata embed.FS

// The tests share a browser and a server. Each has its own organization and browser profile.
var (
	atEnd     []func()
	atEndLock sync.Mutex
)

func TestMain(m *testing.M) {
	flag.Parse()
	if runtime.GOMAXPROCS(0) < atOnce { // tests mostly wait
		_ = flag.Set("test.parallel", strconv.Itoa(atOnce))
	}
	code := m.Run()
	for _, end := range slices.Backward(atEnd) {
		end()
	}
	os.Exit(code)
}

// atOnce is how many tests run concurrently.
const atOnce = 5

// lasting is a test whose cleanup runs after the last test.
type lasting struct{ testing.TB }

func (l lasting) Cleanup(f func()) {
	atEndLock.Lock()
	defer atEndLock.Unlock()
	atEnd = append(atEnd, f)
}

func (l lasting) TempDir() string {
	dir := testkit.Must[string](l)(os.MkdirTemp("", "browser"))
	l.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

var server = struct {
	sync.Once
	*kit.Instance
}{}

// settings of the servers. X-Forwarded-For is trusted, so that tests have separate sign-in limits.
var settings = []string{"PETCARE_TRUST_PROXY=127.0.0.0/8", "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_WEBHOOKS_BACKOFF=1s"}

// serverURL returns the URL of the shared server.
func serverURL(t testing.TB) string {
	t.Helper()
	server.Do(func() { server.Instance = kit.StartInstance(lasting{t}, kit.DatabaseURL(t), settings...) })
	if server.Instance == nil {
		t.Fatal("the server did not start for another test")
	}
	return server.URL
}

var browser = struct {
	sync.Once
	context.Context
}{}

// programs are the names of Chromium on the systems that deployments/ensure-chromium.sh supports.
var programs = []string{
	"chromium-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

func chromium() (string, error) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no Chromium: deployments/ensure-chromium.sh installs it")
}

// sharedBrowser returns the context of the browser's first tab. Without a browser, tests fail rather than being skipped.
func sharedBrowser(t testing.TB) context.Context {
	t.Helper()
	browser.Do(func() {
		path := testkit.Must[string](t)(chromium())
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-field-trial-config", true),
			chromedp.Flag("disable-back-forward-cache", true),
			chromedp.Flag("renderer-process-limit", strconv.Itoa(atOnce)), // otherwise tabs start twice as many processes
			// Nothing is seen, so nothing has to be smooth: these save a fifth of the processor time.
			chromedp.Flag("force-prefers-reduced-motion", true), chromedp.Flag("in-process-gpu", true), chromedp.Flag("js-flags", "--single-threaded"),
			chromedp.Flag("lang", "en-GB"), chromedp.WindowSize(1280, 900))
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, end := chromedp.NewContext(allocator)
		lasting{t}.Cleanup(func() { end(); stop() })
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
			t.Fatal(err)
		}
		browser.Context = ctx
	})
	if browser.Context == nil {
		t.Fatal("the browser did not start for another test")
	}
	return browser.Context
}
