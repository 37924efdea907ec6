package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestMenuOfNarrowScreensIsUsedWithTheKeyboard(t *testing.T) {
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

func TestMenuOfThePersonClosesAndKeepsTheAppearance(t *testing.T) {
	_, b := desk(t)
	b.scheme("light")
	b.visit("/")
	for _, key := range []string{kb.Tab, kb.Escape} {
		b.enter("Signed in as test")
		b.tabTo("Sign out")
		b.press(key)
		b.until("it is closed", "!document.querySelector('.person-menu')")
	}
	b.until("the button has the focus", "document.activeElement.ariaLabel === 'Signed in as test'")
	light := eval[string](b, "getComputedStyle(document.body).backgroundColor")
	b.click("Signed in as test")
	b.fill("Appearance", "dark")
	b.until("it is dark", "getComputedStyle(document.body).backgroundColor !== "+quote(light))
	b.load("/customers")
	b.until("it is still dark", "getComputedStyle(document.body).backgroundColor !== "+quote(light))
}

func TestFocusFollowsTheEntriesOfAField(t *testing.T) {
	_, b := desk(t)
	b.visit("/customers/new")
	b.enter("Add")
	b.until("the new row has the focus", "document.activeElement.closest('.row-edit')")
	b.until("its button has the focus", "([...document.querySelectorAll('.row-edit button')].pop().focus(), document.activeElement.innerText === '×')")
	b.press(kb.Enter)
	b.until("the row is gone", "document.querySelectorAll('.row-edit').length === 1")
	b.until("Add has the focus", "document.activeElement.innerText === 'Add'")
	b.enter("Address, contacts, vet and everything else")
	b.tabTo("Tags")
	b.write("VIP")
	b.press(kb.Enter)
	b.until("its button has the focus", "(document.querySelector('.chip button').focus(), document.activeElement.innerText === '×')")
	b.press(kb.Enter)
	b.until("the tag is gone", "!document.querySelector('.chip')")
	b.until("the field has the focus", "document.activeElement.labels?.[0]?.innerText === 'Tags'")
}
