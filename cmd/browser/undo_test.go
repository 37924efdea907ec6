package browser

import (
	"fmt"
	"testing"
)

func TestASaveIsUndoneWithinTenSecondsAlthoughOthersWereMadeSince(t *testing.T) {
	tenant, b := desk(t)
	c, other := tenant.NewCustomer(map[string]any{"last_name": "Bloggs"}), tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c) + "/edit")
	b.fill("Last name", "Wrong")
	b.click("Save")
	b.sees("Jo Wrong", "Saved.")
	// The same key saves something else, as from another tab.
	if status := eval[int](b, fmt.Sprintf(`fetch('%s/customers/%s', {method: 'PATCH', body: '{"last_name": "Elsewhere"}',
		headers: {'Petcare-Console': '1', 'Content-Type': 'application/json'}}).then((r) => r.status)`, tenant.Base, id(other))); status != 200 {
		t.Fatal(status)
	}
	b.opens("Undo", "Undo this change")
	b.sees("Jo Wrong")
	b.misses("Elsewhere")
	b.click("Undo")
	b.sees("Jo Bloggs")
	if now := tenant.Do("GET", "customers/"+id(other), nil).Object(200); now["last_name"] != "Elsewhere" {
		t.Errorf("another change was undone: %v", now)
	}
}

func TestWhatIsInTheWayOfAnUndoIsNamedWithALink(t *testing.T) {
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"last_name": "Bloggs"})
	tenant.NewPet(c, map[string]any{"name": "Biscuit"})
	b.visit("/activity?kind=customer")
	b.opens("Undo", "Undo this change")
	b.sees("cannot be undone as it is", "Jo Bloggs", "something depends on it", "Pet")
	b.follow("the later change")
	b.until("the dialog is closed", "!document.querySelector('dialog')")
	b.sees("What was changed in one record", "Customer created")
	b.follow("Show all activity")
	b.sees("Pet created")
}

func TestHistorySaysWhoChangedWhatAndUndoesItAfterAPreview(t *testing.T) {
	tenant, b := desk(t)
	custom(tenant, "customerFields")
	path := "customers/" + id(tenant.NewCustomer(nil))
	for _, value := range []string{"one", "two"} {
		tenant.Do("PATCH", path, map[string]any{"custom_fields": map[string]any{"my_select": value, "my_boolean": true}}).Object(200)
	}
	tenant.Do("PATCH", path, map[string]any{"last_name": "Wrong"}, "X-Staff-Id", "7", "X-Staff-Name", "Priya").Object(200)
	b.visit("/" + path + "/history")
	b.sees("Customer updated", "Priya", "Last name", "Bloggs", "Wrong", "Customer created", "My select Number one → Number two",
		"My select empty → Number one", "My boolean empty → Yes")
	b.misses("Custom fields", "My boolean Yes")
	undo := func(last string) {
		b.opens("Undo", "Undo this change")
		b.sees("This will happen", "Change back", "Last name")
		b.click("Undo")
		b.closed()
		if now := tenant.Do("GET", path, nil).Object(200); now["last_name"] != last {
			t.Errorf("%v", now)
		}
	}
	undo("Bloggs")
	b.visit("/activity")
	b.fill("Kind", "customer")
	b.sees("Customer updated", "Undone", "Revert")
	undo("Wrong") // the undoing
}
