package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestFocusStaysOnThePageWhenItsRowIsRemoved(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.Do("POST", "secondaryPetStatuses", map[string]any{"name": "Quiet room"}).Object(201)
	b.visit("/statuses")
	b.enter("Remove: Quiet room")
	b.form("Remove this status?")
	b.enter("Remove")
	b.closed("No statuses yet")
	b.until("the page has the focus", "document.activeElement.id === 'main'")
}

func TestFocusFollowsTheEntriesOfAField(t *testing.T) {
	t.Parallel()
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
