package orders

import (
	"encoding/json"
	"testing"

	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/testkit"
)

func TestSumsAreShownAsTotals(t *testing.T) {
	t.Parallel()
	of := func(amount int64) money.Money { return money.Of(amount, "GBP") }
	totals := Totals{Subtotal: of(1), Discount: of(-2), Tax: of(3), Total: of(1<<53 - 1), Paid: of(0), BalanceDue: of(-(1<<53 - 1))}
	want := testkit.Must[[]byte](t)(json.Marshal(totals))
	if got, err := json.Marshal(totals.sums()); err != nil || string(got) != string(want) {
		t.Errorf("%s, not %s; %v", got, want, err)
	}
}
