package demo

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// money is an amount in minor units.
type money struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

func (b *business) money(amount int64) money {
	return money{Amount: amount, Currency: b.location.Currency}
}

// price is the location's price for something that costs so many pence in Britain.
func (b *business) price(pence int64) money {
	return b.money(b.market.price(pence))
}

// Days are kept as offsets from today: -1 is yesterday.

func (b *business) date(day int) string {
	return b.today.AddDate(0, 0, day).Format(time.DateOnly)
}

// instant is a wall clock time at the location.
func (b *business) instant(day, hour, minute int) string {
	year, month, date := b.today.Date()

	return time.Date(year, month, date+day, hour, minute, 0, 0, b.zone).UTC().Format(time.RFC3339)
}

// decimal writes hundredths without needless zeros.
func decimal(hundredths int) string {
	text := strconv.Itoa(hundredths / 100)
	rest := hundredths % 100
	if rest == 0 {
		return text
	}

	return text + "." + strings.TrimRight(strconv.Itoa(rest/10)+strconv.Itoa(rest%10), "0")
}

// percentOf rounds half up; basis is in hundredths of a percent.
func percentOf(amount int64, basis int) int64 {
	return (amount*int64(basis) + 5000) / 10000
}

// weight of a pet, as weighed on a scale of the location.
type weight struct {
	Value string `json:"value"`
	Unit  string `json:"unit"`
}

// hundredths reads a weight in hundredths of the location's unit, to the tenth from ten units on.
func (b *business) hundredths(grams int) int {
	value := float64(grams) / 10
	if b.location.WeightUnit == "lb" {
		value = float64(grams) / 4.5359237
	}
	rounded := max(1, int(math.Round(value)))
	if rounded >= 1000 {
		return (rounded + 5) / 10 * 10
	}

	return rounded
}
