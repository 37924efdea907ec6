package customerspets_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

func TestAPageOfLargeRecordsEndsEarly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 60 {
		w.customer(fmt.Sprintf(`{"first_name": "C%d"}`, i))
	}
	w.Exec(`update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 240000))
		where account_id = $1`, w.account)
	seen, pages := map[string]bool{}, 0
	for after := []string(nil); pages == 0 || after != nil; pages++ {
		page := testkit.Must[paging.Page[customerspets.Customer]](w)(
			w.service.ListCustomers(w.ctx, w.account, customerspets.CustomerQuery{}, paging.Request{Limit: 200, After: after}))
		if len(page.Items) > 8<<20/240000 || len(page.Items) == 0 {
			t.Fatalf("a page has %d records", len(page.Items))
		}
		for _, c := range page.Items {
			seen[c.ID.String()] = true
		}
		after = page.Next
	}
	if len(seen) != 60 || pages != 2 {
		t.Errorf("%d records in %d pages", len(seen), pages)
	}
}

func TestAPageOfRecordsThatGrowAsJSONEndsEarly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		many int
	}{"a control character is six": {strings.Repeat("\x01", 20000), 80}, "a key to each value": {strings.Repeat("a", 95000), 95}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for i := range c.many {
				w.customer(fmt.Sprintf(`{"first_name": "C%d"}`, i))
			}
			w.Exec("update customerspets.customers set alert = $2 where account_id = $1", w.account, c.text)
			page := testkit.Must[paging.Page[customerspets.Customer]](w)(
				w.service.ListCustomers(w.ctx, w.account, customerspets.CustomerQuery{}, paging.Request{Limit: 200}))
			shown, err := json.Marshal(page.Items)
			if err != nil || len(shown) > 8<<20 || len(shown) < 6<<20 || page.Next == nil {
				t.Errorf("%d records of %d bytes, next %v, %v", len(page.Items), len(shown), page.Next, err)
			}
		})
	}
}

func TestARecordOfMoreThan256KiBIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann"}`)
	w.Exec(`update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 262000))
		where account_id = $1`, w.account)
	testkit.WantKind(t, second(w.change(w.ctx, c.ID, `{"alert": "`+strings.Repeat("b", 1000)+`"}`)), apperr.Invalid, "too_large")
	if got := w.page(customerspets.CustomerQuery{}); got[0].Version != 1 {
		t.Errorf("the version is %d", got[0].Version)
	}
	w.Exec(`update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 300000))
		where account_id = $1`, w.account)
	must(t, second(w.change(w.ctx, c.ID, `{"first_name": "A"}`))) // a record that is too large already may shrink
}
