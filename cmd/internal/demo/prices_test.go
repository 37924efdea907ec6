package demo

import "testing"

func TestFirstRowWhoseConditionsHoldWins(t *testing.T) {
	t.Parallel()
	b, err := newBusiness(Locations()[0], someDay())
	if err != nil {
		t.Fatal(err)
	}
	garden := b.rates[0]
	for _, c := range []struct {
		name string
		on   occasion
		want int64
	}{
		{"small dog", occasion{species: "dog", hundredths: 800, position: 1, units: 2}, 3400},
		{"at the limit", occasion{species: "dog", hundredths: 1000, position: 1, units: 2}, 3400},
		{"giant dog", occasion{species: "dog", hundredths: 6000, position: 1, units: 2}, 4900},
		{"second dog", occasion{species: "dog", hundredths: 6000, position: 2, units: 2}, 2900},
		{"week", occasion{species: "dog", hundredths: 6000, position: 1, units: 7}, 4510},
		{"fortnight", occasion{species: "dog", hundredths: 6000, position: 1, units: 14}, 4170},
	} {
		if got := garden.ValueData.priceFor(c.on); got != c.want {
			t.Errorf("%s costs %d, want %d", c.name, got, c.want)
		}
	}
	if got := b.rates[4].ValueData.priceFor(occasion{species: "cat", coat: "short", position: 1, units: 2}); got != 2200 {
		t.Errorf("cat without a row costs %d, want the base price", got)
	}
}

func TestDollarPricesLookLikePrices(t *testing.T) {
	t.Parallel()
	for pence, want := range map[int64]int64{0: 0, 4200: 5450, 1499: 1899, 399: 499, 2500: 3250, 119: 150} {
		if got := dollarPrice(pence); got != want {
			t.Errorf("%d pence are %d cents, want %d", pence, got, want)
		}
	}
}

func TestDecimalsHaveNoNeedlessZeros(t *testing.T) {
	t.Parallel()
	for hundredths, want := range map[int]string{2000: "20", 550: "5.5", 125: "1.25", 5: "0.05", 3150: "31.5"} {
		if got := decimal(hundredths); got != want {
			t.Errorf("%d hundredths are %s, want %s", hundredths, got, want)
		}
	}
}
