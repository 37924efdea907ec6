package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestMenuOfNarrowScreensIsUsedWithTheKeyboard(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 800, Height: 800, DeviceScaleFactor: 1})
	b.visit("/")
	closed := func() {
		t.Helper()
		b.until("the menu is closed", "!document.querySelector('#menu').checkVisibility()")
	}
	b.enter("Menu")
	b.press(kb.Tab)
	b.until("the first entry has the focus", "document.activeElement.innerText === 'Start'")
	b.press(kb.Escape)
	closed()
	b.until("the button has the focus", "document.activeElement.ariaLabel === 'Menu'")
	for range 2 { // the second time, it is the current page
		b.enter("Menu")
		b.enter("Pets")
		b.heading("Pets")
		closed()
		b.until("the page has the focus", "document.activeElement.id === 'main'")
	}
	b.click("Menu")
	b.do(chromedp.MouseClickXY(600, 700))
	closed()
}

func TestMenuOfThePersonCloses(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.visit("/")
	for _, key := range []string{kb.Tab, kb.Escape} {
		b.enter("Signed in as test")
		b.sees("Sign out")
		b.tabTo("Sign out")
		b.press(key)
		b.until("it is closed", "!document.querySelector('.person-menu')")
	}
	b.until("the button has the focus", "document.activeElement.ariaLabel === 'Signed in as test'")
}
