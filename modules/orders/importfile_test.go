package orders_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// file imports orders as a file. It returns the faults as "line field".
func (d *desk) file(lines ...string) []string {
	d.Helper()
	order := d.Import()
	types := []importing.Type{order}
	for _, name := range order.After {
		types = append(types, importing.For("other", importing.Spec[struct{}]{Name: name,
			Find: func(_ context.Context, _ uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
				found := map[string]uuid.UUID{}
				for _, id := range externalIDs {
					found[id] = d.ref(id)
				}
				return found, nil
			}}))
	}
	importer := testkit.Must[*jsonl.Importer](d)(jsonl.New(d.db, types, d.Clock))
	text := strings.ReplaceAll(strings.Join(lines, "\n"), `{"customer"`, `{"type": "order", "customer"`)
	_, err := importer.Run(d.Ctx, jsonl.Job{Account: d.account, Name: "FILE", Input: strings.NewReader(text)})
	var faults *jsonl.Faults
	if err != nil && !errors.As(err, &faults) {
		d.Fatal(err)
	}
	list := []string{}
	for i := 0; faults != nil && i < len(faults.List); i++ {
		list = append(list, fmt.Sprint(faults.List[i].Line, " ", faults.List[i].Field))
	}
	return list
}

func TestNumbersArePassedOnInAFileWhateverTheDistance(t *testing.T) {
	d := open(t)
	const n = 1100
	before, after := []string{}, []string{}
	for i := range n {
		id := fmt.Sprintf("%04d", i)
		before, after = append(before, sale(id, nil)), append(after, sale(id, keys{"number": fmt.Sprintf("N-%04d", (i+1)%n)}))
	}
	for _, lines := range [][]string{before, after} {
		if got := d.file(lines...); len(got) > 0 {
			t.Fatal(got)
		}
	}
	if d.get("0000").Number != "N-0001" || d.get("1099").Number != "N-0000" {
		t.Error("the numbers were not passed on")
	}
}

func TestAnOrderThatIsTooLargeIsAFaultOfItsLine(t *testing.T) {
	d := open(t)
	lines := []any{}
	for range 700 {
		lines = append(lines, keys{"kind": "fee", "name": strings.Repeat("x", 200), "unit_price": gbp(1)})
	}
	large := keys{"lines": lines, "totals": nil}
	if got := d.file(sale("1", nil), sale("2", large), sale("3", nil), sale("4", large)); !slices.Equal(got, []string{"2 line", "4 line"}) {
		t.Error(got)
	}
}
