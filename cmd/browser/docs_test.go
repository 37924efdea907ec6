package browser

import (
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/platform/testkit"
)

// docsWithin is how many seconds of processor time the page may need until its first operation is open, twice what it does. The time of
// others, on a busy machine, is not in it.
const docsWithin = 4

// busy returns for how many seconds the page has kept its processor.
func (b *tab) busy() (seconds float64) {
	b.t.Helper()
	for _, m := range testkit.Must[performance.GetMetricsResult](b.t)(chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})).Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	b.t.Fatal("the browser does not know")
	return 0
}

func TestDocumentationOpensClosedAndItsFilterFindsEvents(t *testing.T) {
	b := newTab(t, serverURL(t))
	call(b, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	drawn := func(what string) string {
		return "[...document.querySelectorAll('" + what + "')].filter((e) => e.checkVisibility()).length"
	}
	b.do(chromedp.Navigate(b.url + "/docs"))
	b.until("the groups are drawn", drawn(".opblock-tag")+" > 15")
	if n := eval[int](b, drawn(".opblock")); n != 0 {
		t.Errorf("%d operations are in sight", n)
	}
	const first = "document.querySelector('.opblock-tag')"
	if name := eval[string](b, first+".dataset.tag"); name != "Customers" {
		t.Errorf("the first group is %s", name)
	}
	if n := eval[int](b, "[...document.querySelectorAll('.opblock-tag')].filter((e) => !e.querySelector('small')?.innerText.trim()).length"); n != 0 {
		t.Errorf("%d groups do not say what they are for", n)
	}
	b.do(chromedp.Click(chromedp.CSS(".opblock-tag")))
	b.until("a click opens the group", drawn(".opblock")+" > 5")
	b.do(chromedp.Click(chromedp.CSS(".opblock-summary-control")))
	b.until("another one an operation, with what it answers", drawn(".opblock .responses-table")+" > 0")
	took := b.busy()
	t.Logf("usable after %.1f s", took)
	if took > docsWithin {
		t.Errorf("usable after %.1f s, at most %d", took, docsWithin)
	}
	b.do(chromedp.Click(chromedp.CSS(".opblock-tag")))
	b.until("and closes it", drawn(".opblock")+" === 0")
	b.do(chromedp.Focus(chromedp.CSS(".operation-filter-input")))
	call(b, input.InsertText, input.InsertTextParams{Text: "Pet.merged"})
	b.until("the filter finds an event", drawn(".webhooks .opblock")+" === 1")
	b.sees("pet.merged")
	b.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"))
	b.press(kb.Delete)
	b.until("without it, all is closed again", drawn(".opblock")+" === 0 && "+drawn(".opblock-tag")+" > 15")
	b.do(chromedp.Click(chromedp.CSS(".events summary")))
	b.until("events open on a click", drawn(".webhooks .opblock")+" > 50")
}
