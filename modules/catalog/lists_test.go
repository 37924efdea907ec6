package catalog_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

const flat = `"value_data": {"pricing_model": "flat", "base_price": {"amount": 1000, "currency": "GBP"}}`

func rateLine(external, name string, order int, more string) string {
	return fmt.Sprintf(`{"external_id": %q, "name": %q, "item_order": %d, "serviceType": "boarding", %s%s}`, external, name, order, flat, more)
}

func addonLine(external, name, more string) string {
	return fmt.Sprintf(`{"external_id": %q, "name": %q, %s%s}`, external, name, flat, more)
}

// walk reads all pages of a list, two records each, and joins what show says of them.
func walk[T any](t testing.TB, list func(paging.Request) (paging.Page[T], error), show func(T) string) string {
	t.Helper()
	var all []string
	for _, record := range testkit.AllPages(t, 2, list) {
		all = append(all, show(record))
	}
	return strings.Join(all, ", ")
}

func (s *shop) rates(ctx context.Context, f catalog.Filter) string {
	s.Helper()
	return walk(s, func(p paging.Request) (paging.Page[catalog.Rate], error) { return s.ListRates(ctx, s.Account, f, p) },
		func(r catalog.Rate) string { return r.Name })
}

func (s *shop) addons(ctx context.Context, f catalog.Filter) string {
	s.Helper()
	return walk(s, func(p paging.Request) (paging.Page[catalog.Addon], error) { return s.ListAddons(ctx, s.Account, f, p) },
		func(a catalog.Addon) string { return a.Name })
}

func TestRatesComeByItemOrderThenName(t *testing.T) {
	s := open(t)
	s.mustLoad("rate", rateLine("1", "zebra", 1, ""), rateLine("2", "Apple", 2, ""), rateLine("3", "banana", 1, ""),
		rateLine("4", "Éclair", 1, ""), rateLine("5", "banana", 1, ""), rateLine("6", "First", 0, ""))
	if got := s.rates(t.Context(), catalog.Filter{}); got != "First, banana, banana, Éclair, zebra, Apple" {
		t.Error(got)
	}
	if got := s.neighbour().rates(t.Context(), catalog.Filter{}); got != "" {
		t.Errorf("another account sees %s", got)
	}
}

func TestRatesAreFiltered(t *testing.T) {
	s := open(t)
	s.mustLoad("rate", rateLine("1", "Größe 50% off", 1, `, "code": "DEAL-1"`), rateLine("2", "Garden room", 2, `, "active": false`))
	s.Advance(time.Hour)
	later := s.Now()
	s.mustLoad("rate", rateLine("3", "Quiet garden suite", 3, `, "code": "QUIET"`))
	yes, no, never := true, false, later.Add(time.Microsecond)
	for want, f := range map[string]catalog.Filter{
		"Größe 50% off, Quiet garden suite": {Active: &yes},
		"Garden room":                       {Active: &no},
		"Garden room, Quiet garden suite":   {Search: "GARDEN"},
		"Quiet garden suite":                {Search: "gÁrd qui"},
		"Größe 50% off":                     {Search: "0% GROSSE"},
		"":                                  {UpdatedSince: &never},
	} {
		if got := s.rates(t.Context(), f); got != want {
			t.Errorf("%+v: %s, not %s", f, got, want)
		}
	}
	for _, f := range []catalog.Filter{{Search: "deal-1"}, {Search: "50%"}, {Search: "size"}, {Search: "0_"}, {Search: "g%n"}, {Search: `\`}, {Search: "\u0300"}} {
		want := ""
		if f.Search == "deal-1" || f.Search == "50%" {
			want = "Größe 50% off"
		}
		if got := s.rates(t.Context(), f); got != want {
			t.Errorf("search %s: %q", f.Search, got)
		}
	}
	if got := s.rates(t.Context(), catalog.Filter{UpdatedSince: &later}); got != "Quiet garden suite" {
		t.Errorf("since the change itself: %s", got)
	}
	if got := s.rates(t.Context(), catalog.Filter{Search: "Suite, (garden)"}); got != "Quiet garden suite" {
		t.Errorf("words with punctuation around them: %s", got)
	}
	if got := s.rates(t.Context(), catalog.Filter{Search: "off deal"}); got != "Größe 50% off" {
		t.Errorf("words of name and code: %s", got)
	}
}

func TestClassesGroomingAndTrainingAreAddonsOfThatService(t *testing.T) {
	s := open(t)
	s.mustLoad("addon", addonLine("1", "Bath", `, "serviceType": "grooming"`), addonLine("2", "Recall", `, "serviceType": "training", "code": "TR-7"`),
		addonLine("3", "Puppies", `, "serviceType": "classes", "capacity": 8, "instructor": "Theo",
			"sessions": [{"starts_at": "2026-04-01T18:00:00+01:00", "ends_at": "2026-04-01T19:00:00+01:00"}]`),
		addonLine("4", "Walk", ""))
	for of, want := range map[catalog.AddonService]string{
		"": "Bath, Puppies, Recall, Walk", catalog.Grooming: "Bath", catalog.Training: "Recall", catalog.Classes: "Puppies",
	} {
		if got := s.addons(t.Context(), catalog.Filter{ServiceType: of}); got != want {
			t.Errorf("%q: %s", of, got)
		}
	}
	if got := s.addons(t.Context(), catalog.Filter{Search: "tr-7"}); got != "Recall" {
		t.Errorf("the code finds %q", got)
	}
	class, err := s.GetAddon(t.Context(), s.Account, catalog.Classes, s.id("addon", "3"))
	if err != nil || *class.Capacity != 8 || *class.Instructor != "Theo" || !class.Sessions.Get()[0].StartsAt.Equal(time.Date(2026, 4, 1, 17, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v, %v", class, err)
	}
	if _, err := s.GetAddon(t.Context(), s.Account, "", s.id("addon", "4")); err != nil {
		t.Error(err)
	}
	for _, external := range []string{"1", "2", "4"} {
		if _, err := s.GetAddon(t.Context(), s.Account, catalog.Classes, s.id("addon", external)); !apperr.Is(err, apperr.NotFound) {
			t.Errorf("addon %s as a class: %v", external, err)
		}
	}
}

func TestCustomersSeeOnlyWhatIsActive(t *testing.T) {
	s := open(t)
	s.mustLoad("rate", rateLine("1", "On sale", 1, ""), rateLine("2", "Withdrawn", 2, `, "active": false`))
	s.mustLoad("tax", `{"external_id": "T1", "name": "Old", "rate": "17.5", "active": false}`, `{"external_id": "T2", "name": "New", "rate": "20.00"}`)
	no := false
	if got := s.rates(s.asCustomer(), catalog.Filter{}); got != "On sale" {
		t.Error(got)
	}
	if got := s.rates(s.asCustomer(), catalog.Filter{Active: &no}); got != "" {
		t.Errorf("a customer asks for what is not active and gets %s", got)
	}
	if _, err := s.GetRate(s.asCustomer(), s.Account, s.id("rate", "2")); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("a customer reads a rate that is not active: %v", err)
	}
	if _, err := s.GetRate(t.Context(), s.Account, s.id("rate", "2")); err != nil {
		t.Error(err)
	}
	taxes := walk(t, func(p paging.Request) (paging.Page[catalog.Tax], error) {
		return s.ListTaxes(s.asCustomer(), s.Account, catalog.Filter{}, p)
	}, func(x catalog.Tax) string { return x.Name + " " + x.Rate })
	if taxes != "New 20.00" {
		t.Error(taxes)
	}
}
