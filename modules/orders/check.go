package orders

import (
	"math/big"
	"strconv"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/money"
)

// check finds what the limits of the keys cannot say: foreign currencies, sums that do not add up, times that run
// backwards, items on lines that have none.
func (l Line) check(currency string, f *apperr.FieldErrors) {
	checkTimes("ends_at", "starts_at", l.StartsAt, l.EndsAt, f)
	for i, line := range l.Lines {
		line.check("lines["+strconv.Itoa(i)+"]", currency, f)
	}
	for i, p := range l.Payments {
		checkCurrency("payments["+strconv.Itoa(i)+"].amount", p.Amount, currency, f)
	}
	if l.Totals != nil {
		l.checkTotals(*l.Totals, currency, f)
	} else if _, ok := l.sums(currency); !ok {
		f.Add("totals", "range", "are too much")
	}
}

func (l ItemLine) check(field, currency string, f *apperr.FieldErrors) {
	if l.Item != nil && l.Kind.recordType() == "" {
		f.Add(field+".item", "not_applicable", "does not go with the kind "+string(l.Kind))
	}
	checkTimes(field+".service_to", "service_from", l.ServiceFrom, l.ServiceTo, f)
	checkCurrency(field+".unit_price", l.UnitPrice, currency, f)
	for _, part := range []struct {
		key    string
		amount *money.Money
	}{{"discount", l.Discount}, {"tax", l.Tax}, {"total", l.Total}} {
		if part.amount != nil {
			checkCurrency(field+"."+part.key, *part.amount, currency, f)
		}
	}
	if l.Total == nil && l.worth().CmpAbs(mostMoney) > 0 {
		f.Add(field+".unit_price.amount", "range", "times the quantity is too much")
	}
}

func checkTimes(field, first string, from, to *time.Time, f *apperr.FieldErrors) {
	if from != nil && to != nil && to.Before(*from) {
		f.Add(field, "range", "is before "+first)
	}
}

func checkCurrency(field string, m money.Money, currency string, f *apperr.FieldErrors) {
	if m.Currency != currency {
		f.Add(field+".currency", "currency", "is not "+currency+", the currency of the account")
	}
}

func (l Line) checkTotals(t Totals, currency string, f *apperr.FieldErrors) {
	for _, part := range []struct {
		key    string
		amount money.Money
	}{{"subtotal", t.Subtotal}, {"discount", t.Discount}, {"tax", t.Tax}, {"total", t.Total}, {"paid", t.Paid}, {"balance_due",
		t.BalanceDue}} {
		checkCurrency("totals."+part.key, part.amount, currency, f)
	}
	if sum := l.subtotal(); sum.Cmp(big.NewInt(t.Subtotal.Amount)) != 0 {
		f.Add("totals.subtotal", "sum", "is not "+sum.String()+", the sum of quantity × unit_price over all lines but adjustments")
	}
	checkSum("total", t.Total, t.Subtotal.Amount-t.Discount.Amount+t.Tax.Amount, "subtotal − discount + tax", f)
	if len(l.Payments) > 0 {
		checkSum("paid", t.Paid, l.paid(), "the sum of the payments", f)
	}
	checkSum("balance_due", t.BalanceDue, t.Total.Amount-t.Paid.Amount, "total − paid", f)
}

func checkSum(key string, is money.Money, want int64, why string, f *apperr.FieldErrors) {
	if is.Amount != want {
		f.Add("totals."+key, "sum", "is not "+strconv.FormatInt(want, 10)+", "+why)
	}
}

func (l Line) paid() int64 {
	sum := int64(0)
	for _, p := range l.Payments {
		sum += p.Amount.Amount
	}
	return sum
}

// subtotal is a big number because the limits of its parts let it be one.
func (l Line) subtotal() *big.Int {
	sum := new(big.Int)
	for _, line := range l.Lines {
		if line.Kind != Adjustment {
			sum.Add(sum, line.gross())
		}
	}
	return sum
}

func (l ItemLine) gross() *big.Int {
	return new(big.Int).Mul(big.NewInt(l.quantity()), big.NewInt(l.UnitPrice.Amount))
}

// worth is what the line costs when it does not say so itself.
func (l ItemLine) worth() *big.Int {
	sum := l.gross()
	if l.Discount != nil {
		sum.Sub(sum, big.NewInt(l.Discount.Amount))
	}
	if l.Tax != nil {
		sum.Add(sum, big.NewInt(l.Tax.Amount))
	}
	return sum
}

func (l ItemLine) quantity() int64 {
	if l.Quantity == nil {
		return 1
	}
	return *l.Quantity
}
