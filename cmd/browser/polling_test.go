package browser

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// pass lets time pass in the tab, with its timers. It stands still while responses are awaited.
func (b *tab) pass(d time.Duration) {
	b.t.Helper()
	passed := make(chan struct{})
	err := chromedp.Listen(b.ctx, func(event any) {
		if _, is := event.(*emulation.EventVirtualTimeBudgetExpired); is {
			close(passed)
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	call(b, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyPauseIfNetworkFetchesPending, Budget: new(float64(d.Milliseconds())),
	})
	select {
	case <-passed:
	case <-time.After(patience):
		b.t.Fatalf("%s do not pass", d)
	}
}

// Pages are left open all day. What is live on the page of events comes through one response.
func TestOpenPagesAskOnceInHalfAMinute(t *testing.T) { // alone: the time of other tabs may pass as well
	tenant := kit.NewTenant(t)
	business(t, tenant)
	const minutes = 10
	for _, path := range []string{"/", "/today", "/compliance", "/imports", "/webhooks", "/keys", "/team"} {
		b := signedIn(t, serverURL(t), tenant.Key)
		b.visit(path)
		before := len(b.asked)
		b.pass(minutes * time.Minute)
		b.mu.Lock()
		times := map[string]int{}
		for _, a := range b.asked[before:] {
			times[a.url]++
		}
		b.mu.Unlock()
		if len(times) == 0 {
			t.Errorf("%s: nobody would notice that the key was revoked", path)
		}
		for url, n := range times {
			if n > 2*minutes {
				t.Errorf("%s: %s is asked %d times in %d minutes", path, url, n, minutes)
			}
		}
	}
}
