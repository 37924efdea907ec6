package browser

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// pass lets time pass in the tab, with its timers. It stands still while responses are awaited, and afterwards.
func (b *tab) pass(d time.Duration) {
	b.t.Helper()
	b.spoilt = true
	passed := make(chan struct{})
	ctx, stop := context.WithCancel(b.ctx)
	defer stop()
	err := chromedp.Listen(ctx, func(event any) {
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
	b := signedIn(t, serverURL(t), tenant.Key)
	b.visit("/")
	for _, path := range []string{"/", "/today", "/compliance", "/imports", "/webhooks", "/keys", "/team"} {
		b.do(chromedp.Evaluate[chromedp.Void]("location.hash = " + quote("#/main"+path)))
		b.pass(time.Second)
		b.mu.Lock()
		before := len(b.asked)
		b.mu.Unlock()
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

// hurry makes the clock of the page run ten times as fast. Timers do not, so that the console asks every 5 seconds who is signed in.
func (b *tab) hurry() {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("((now, start) => { Date.now = () => start + 10 * (now() - start) })(Date.now, Date.now())"))
}
