package customerspets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/internal/store"
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
	if _, err := w.db.Exec(t.Context(), `update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 240000))
		where account_id = $1`, w.account); err != nil {
		t.Fatal(err)
	}
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
			testkit.Must[int64](t)(w.db.Exec(t.Context(), `update customerspets.customers set alert = $2 where account_id = $1`, w.account, c.text))
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
	if _, err := w.db.Exec(t.Context(), `update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 262000))
		where account_id = $1`, w.account); err != nil {
		t.Fatal(err)
	}
	_, err := w.change(w.ctx, c.ID, `{"alert": "`+strings.Repeat("b", 1000)+`"}`)
	testkit.WantKind(t, err, apperr.Invalid, "too_large")
	if got := w.page(customerspets.CustomerQuery{}); got[0].Version != 1 {
		t.Errorf("the version is %d", got[0].Version)
	}
	if _, err := w.db.Exec(t.Context(), `update customerspets.customers set custom_fields = jsonb_build_object('x', repeat('a', 300000))
		where account_id = $1`, w.account); err != nil {
		t.Fatal(err)
	}
	if _, err := w.change(w.ctx, c.ID, `{"first_name": "A"}`); err != nil {
		t.Errorf("a record that is too large already cannot shrink: %v", err)
	}
}

// A change that finds no room in its page writes all indexes of the row, the ones for searches included.
func TestAChangeOfAnOrdinaryCustomerStaysInItsPage(t *testing.T) {
	t.Parallel()
	w := worldOn(newWorld(t).Fresh()) // other tests would fill its pages
	w.customer(`{"first_name": "Ann"}`)
	w.Exec(`insert into customerspets.customers
		select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'referral_source', repeat('r', 800 + i)))).*
		from customerspets.customers c, generate_series(1, 400) as i where account_id = $1`, w.account)
	var changed, stayed int
	err := w.db.InTx(w.ctx, func(ctx context.Context) error {
		_, err := w.db.Exec(ctx, `update customerspets.customers set alert = 'x', version = version + 1 where id in (
			select distinct on ((ctid::text::point)[0]) id from customerspets.customers where account_id = $1)`, w.account)
		if err != nil {
			return err
		}
		return w.db.Row(ctx, `select pg_stat_get_xact_tuples_updated(t), pg_stat_get_xact_tuples_hot_updated(t)
			from cast('customerspets.customers' as regclass) as t`).Scan(&changed, &stayed)
	})
	if err != nil || changed < 50 || stayed != changed {
		t.Errorf("%d of %d changes, one in each page, stayed in it, %v", stayed, changed, err)
	}
}

func TestNewRowsAreSoonInTheIndexesOfSearches(t *testing.T) {
	t.Parallel()
	w := worldOn(newWorld(t).Fresh())
	waiting := func() int {
		return w.Count(`select count(*) from unnest(array['customers_by_keys', 'pets_by_keys']) as name
			where gin_clean_pending_list(('customerspets.' || name)::regclass) > 0`)
	}
	add := func() {
		w.pet(w.customer(`{"first_name": "Ada", "last_name": "Zorro"}`).ID, `{"name": "Oscar", "species": "dog"}`)
	}
	add()
	if n := waiting(); n != 2 {
		t.Fatalf("in %d indexes, new rows wait", n)
	}
	add()
	if err := store.PutIntoSearches(w.ctx, w.db); err != nil {
		t.Fatal(err)
	}
	if n := waiting(); n != 0 {
		t.Errorf("in %d indexes, new rows still wait", n)
	}
}

func TestOneMoreCustomerIsLookedForByIndex(t *testing.T) {
	t.Parallel()
	w := worldOn(newWorld(t).Fresh())
	w.customer(`{"first_name": "Ann", "email": "ann@example.com", "phones": [{"number": "07700 900123"}]}`)
	w.Exec(`insert into customerspets.customers
		select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'email', i || '@example.com', 'phones',
			jsonb_build_array(jsonb_build_object('type', 'home', 'number', '+4420' || i, 'primary', true))))).*
		from customerspets.customers c, generate_series(10000000, 10004000) as i where account_id = $1`, w.account)
	if err := w.db.AnalyzeGrown(w.ctx); err != nil {
		t.Fatal(err)
	}
	err := w.db.InTx(w.ctx, func(ctx context.Context) error {
		read := func() (blocks int) {
			err := w.db.Row(ctx, `select sum(pg_stat_get_xact_blocks_fetched(oid)) from pg_class
				where oid in ('customerspets.customers'::regclass, 'customerspets.customers_by_phone'::regclass)`).Scan(&blocks)
			if err != nil {
				t.Fatal(err)
			}
			return blocks
		}
		before := read()
		draft := decode[customerspets.CustomerPatch](t, `{"first_name": "Bob", "email": "b@example.com", "phones": [{"number": "07700 900123"}]}`)
		_, alike, err := w.service.CreateCustomer(ctx, w.account, draft)
		if n := read() - before; len(alike) != 1 || n > 40 {
			t.Errorf("to create one customer takes %d blocks of the customers and their phones; %d are alike", n, len(alike))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
