package browser

import (
	"context"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/platform/testkit"
)

// profile is a browser profile with a tab. One test after another uses it: what is left in it is its cache alone.
type profile struct {
	ctx context.Context
	end func()
}

var (
	free     []profile // that no test uses
	freeLock sync.Mutex
)

// freeProfile returns a profile that another test has left, else a new one.
func freeProfile(t *testing.T) profile {
	t.Helper()
	freeLock.Lock()
	defer freeLock.Unlock()
	if last := len(free) - 1; last >= 0 {
		p := free[last]
		free = free[:last]
		return p
	}
	return newProfile(t)
}

func newProfile(t *testing.T) profile {
	t.Helper()
	ctx, end := chromedp.NewContext(sharedBrowser(t), chromedp.WithNewBrowserContext())
	finder := testkit.Must[[]byte](t)(testdata.ReadFile("testdata/finder.js"))
	err := chromedp.Do(ctx, command(network.Enable, network.EnableParams{}), command(log.Enable, cdp.Empty{}),
		command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: string(finder)}))
	if err != nil {
		t.Fatal(err)
	}
	return profile{ctx, end}
}

// leave empties the profile for another test, or closes it.
func (p profile) leave(spoilt bool, url string) {
	if spoilt {
		p.end()
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.Navigate(url+"/livez"), // a page without a script, with the storage of the console
		chromedp.Evaluate[chromedp.Void]("sessionStorage.clear(), localStorage.clear()"),
		chromedp.Navigate("about:blank"),
		command(page.ResetNavigationHistory, cdp.Empty{}),
		command(network.ClearBrowserCookies, cdp.Empty{}),
		command(emulation.ClearDeviceMetricsOverride, cdp.Empty{}),
		command(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{}),
		command(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{}),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	if err != nil {
		p.end()
		return
	}
	freeLock.Lock()
	defer freeLock.Unlock()
	free = append(free, p)
}

// command is a command of the protocol as a step.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, _ *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, c, params)
		return nothing, err
	}
}
