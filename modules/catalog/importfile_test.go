package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// file imports products as a file. It returns the faults as "line field".
func (s *shop) file(lines ...string) []string {
	s.Helper()
	importer := testkit.Must[*jsonl.Importer](s)(jsonl.New(s.DB, []importing.Type{s.TaxImport(), s.CategoryImport(), s.RetailImport()}, s.Clock))
	_, err := importer.Run(s.Ctx, jsonl.Job{Account: s.Account, Name: "FILE", Input: strings.NewReader(strings.Join(lines, "\n"))})
	var faults *jsonl.Faults
	if err != nil && !errors.As(err, &faults) {
		s.Fatal(err)
	}
	list := []string{}
	for i := 0; faults != nil && i < len(faults.List); i++ {
		list = append(list, fmt.Sprint(faults.List[i].Line, " ", faults.List[i].Field))
	}
	return list
}

func product(external, sku string, price int) string {
	return fmt.Sprintf(`{"type": "retail_product", "external_id": %q, "name": "x", "sku": %q, "price": {"amount": %d, "currency": "GBP"}}`, external, sku, price)
}

func TestSKUsArePassedOnInAFileWhateverTheDistance(t *testing.T) {
	s := open(t)
	const n = 1100
	before, after := []string{}, []string{}
	for i := range n {
		before, after = append(before, product(fmt.Sprint(i), fmt.Sprint(i), 1)), append(after, product(fmt.Sprint(i), fmt.Sprint((i+1)%n), 1))
	}
	for _, lines := range [][]string{before, after} {
		if got := s.file(lines...); len(got) > 0 {
			t.Fatal(got)
		}
	}
	p, err := s.GetRetailProduct(t.Context(), s.Account, s.id("retail_product", "1099"))
	if err != nil || *p.SKU != "0" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestCategoriesMoveInAFileWhateverTheDistance(t *testing.T) {
	s := open(t)
	category := func(external, parent string) string {
		return fmt.Sprintf(`{"type": "retail_category", "external_id": %q, "name": "x", "parent": %s}`, external, parent)
	}
	far := func(first, last string) []string {
		lines := []string{first}
		for i := range 1100 {
			lines = append(lines, category(fmt.Sprint(i), "null"))
		}
		return append(lines, last)
	}
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{category("a", "null"), category("b", `"a"`)}, []string{}},
		{far(category("a", `"b"`), category("b", "null")), []string{}},
		{far(category("b", `"a"`), category("a", "null")), []string{}},
		{[]string{category("a", `"b"`)}, []string{"1 parent"}},
		{far(category("a", `"b"`), category("c", "null")), []string{"1 parent"}},
		{far(category("c", `"d"`), category("d", `"c"`)), []string{"1102 parent"}},
		{far(category("a", `"b"`), category("b", `"nobody"`)), []string{"1102 parent"}}, // no consequence is told
		{[]string{category("e", `"e"`)}, []string{"1 parent"}},
	} {
		if got := s.file(c.lines...); !slices.Equal(got, c.want) {
			t.Errorf("%s … %s: %q, want %q", c.lines[0], c.lines[len(c.lines)-1], got, c.want)
		}
	}
}
