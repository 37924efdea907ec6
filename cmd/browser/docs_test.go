package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// docsWithin is in milliseconds, and allows for busy machines.
const docsWithin = 8000

func TestDocumentationOpensClosedAndItsFilterFindsEvents(t *testing.T) {
	b := newTab(t, serverURL(t))
	drawn := func(what string) string {
		return "[...document.querySelectorAll('" + what + "')].filter((e) => e.checkVisibility()).length"
	}
	b.do(chromedp.Navigate(b.url + "/docs"))
	b.until("the groups are drawn", drawn(".opblock-tag")+" > 15")
	took := eval[float64](b, "performance.now()")
	t.Logf("usable after %.0f ms", took)
	if took > docsWithin {
		t.Errorf("usable after %.0f ms, at most %d", took, docsWithin)
	}
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
	b.do(chromedp.Click(chromedp.CSS(".opblock-tag")))
	b.until("and closes it", drawn(".opblock")+" === 0")
	b.do(chromedp.Focus(chromedp.CSS(".operation-filter-input")))
	b.write("Pet.merged")
	b.until("the filter finds an event", drawn(".webhooks .opblock")+" === 1")
	b.sees("pet.merged")
	b.press("\b", "\b", "\b", "\b", "\b", "\b", "\b", "\b", "\b", "\b")
	b.until("without it, all is closed again", drawn(".opblock")+" === 0 && "+drawn(".opblock-tag")+" > 15")
	b.do(chromedp.Click(chromedp.CSS(".events summary")))
	b.until("events open on a click", drawn(".webhooks .opblock")+" > 50")
}
