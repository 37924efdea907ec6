package browser

import (
	"strings"
	"testing"
)

func TestLongNamesAndAddressesLeaveTheStatusInView(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"first_name": strings.Repeat("W", 90), "email": strings.Repeat("long", 14) + "@example.com", "tags": []any{"VIP"}})
	b.visit("/customers")
	b.until("the table fits", `(() => { const t = document.querySelector('.table-wrap'); return t && t.scrollWidth <= t.clientWidth })()`)
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"body": strings.Repeat("Long ", 1900)}).Object(201)
	b.visit("/customers/" + id(c) + "/notes")
	b.until("a note is shown whole", `[...document.querySelectorAll('.notes p')].some((p) => p.scrollHeight > 320 && p.scrollHeight === p.clientHeight)`)
}
