package csvfile

import (
	"regexp"
	"strings"

	"golang.org/x/text/currency"
)

// measured matches a number with a unit or currency beside it, such as "62.4 lbs", "£42.00" or "42,00 EUR".
var measured = regexp.MustCompile(`^([\p{Sc}A-Za-z]*)\s*(-?\d[\d.,' \x{a0}\x{202f}]*?)\s*([\p{Sc}A-Za-z#]*)\.?$`)

var weights = map[string]string{"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
	"kilogramme":  "kg",
	"kilogrammes": "kg", "lb": "lb", "lbs": "lb", "pound": "lb", "pounds": "lb", "#": "lb"}

var signs = map[string]string{"£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "฿": "THB", "us$": "USD", "usd$": "USD",
	"c$": "CAD", "ca$": "CAD",
	"a$": "AUD", "au$": "AUD", "nz$": "NZD"}

// weight reads a weight with its unit. It returns no unit if the cell has none that is known.
func weight(cell string) (number, unit string) {
	if part := measured.FindStringSubmatch(cell); part != nil && part[1] == "" {
		if unit = weights[strings.ToLower(part[3])]; unit != "" {
			return part[2], unit
		}
	}
	return cell, ""
}

// price reads an amount with its currency, which is in major units: "£42.00" is 4200. It returns no currency if the cell has none
// that is known. A mere $ is the currency of the account.
func (c *converter) price(cell string) (number, code string) {
	part := measured.FindStringSubmatch(cell)
	if part == nil || (part[1] == "") == (part[3] == "") {
		return cell, ""
	}
	sign := strings.ToLower(part[1] + part[3])
	if code = signs[sign]; sign == "$" {
		code = c.options.Currency
	}
	if code == "" {
		code = strings.ToUpper(sign)
	}
	if _, err := currency.ParseISO(code); err != nil {
		return cell, ""
	}
	return part[2], code
}

// minor converts a decimal of major units to minor ones. It reports false if the number has more decimals than the currency.
func minor(number, code string) (string, bool) {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return "", false
	}
	digits, _ := currency.Standard.Rounding(unit)
	whole, part, _ := strings.Cut(number, ".")
	if len(strings.TrimRight(part, "0")) > digits {
		return "", false
	}
	joined := whole + (part + strings.Repeat("0", digits))[:digits]
	negative := strings.HasPrefix(joined, "-")
	joined = strings.TrimLeft(strings.TrimPrefix(joined, "-"), "0")
	if joined == "" {
		return "0", true
	}
	if negative {
		joined = "-" + joined
	}
	return joined, true
}
