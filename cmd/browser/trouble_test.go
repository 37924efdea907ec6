package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// inView is an expression for whether an element is within the screen, with nothing over it.
func inView(selector string) string {
	return `(() => { const e = document.querySelector(` + quote(selector) + `), box = e?.getBoundingClientRect();
		return e && e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) })()`
}

func TestSaveThatFailedIsSeenOnLongForms(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	var status atomic.Int64
	b := signedIn(t, through(t, func(r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/customers") {
			panic(http.ErrAbortHandler)
		}
		if r.Method == http.MethodPatch && status.Load() != 0 {
			r.Header.Set("If-Match", "nonsense")
		}
	}), tenant.Key)
	b.visit("/customers/new")
	b.fill("First name", "Lost")
	b.enter("Save")
	b.until("no answer is seen", inView("form .trouble"))
	c := tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c) + "/edit")
	status.Store(1)
	b.fill("First name", "Refused")
	b.press(kb.Enter)
	b.until("the refusal is seen", inView("form .trouble"))
}

func TestPageThatBreaksIsReplaced(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.visit("/today")
	b.do(chromedp.Evaluate[chromedp.Void](`window.whole = Date.prototype.toJSON,
		Date.prototype.toJSON = () => { throw new RangeError('broken') }, location.hash = '#/main/today?day=2026-01-05'`))
	b.sees("Something unexpected happened", "Try again")
	b.until("the broken page is gone", "!document.querySelector('.board')")
	b.do(chromedp.Evaluate[chromedp.Void](`Date.prototype.toJSON = window.whole`))
	b.click("Pets")
	b.heading("Pets")
	if pages := eval[int](b, "document.querySelectorAll('main .page, main .trouble').length"); pages != 1 {
		t.Errorf("%d pages are drawn", pages)
	}
	b.mu.Lock()
	b.said = nil // the error
	b.mu.Unlock()
}
