package csvfile

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Decimal is the decimal separator of numbers in a table. The other one may separate thousands.
type Decimal string

// The separators. Without one, a number that has two readings is a fault, because 1,100 may be 1100 or 1.1.
const (
	Comma Decimal = "comma" // 1.100,5
	Point Decimal = "point" // 1,100.5
)

var (
	comma      = regexp.MustCompile(`^\d+,\d+$`)
	ambiguous  = regexp.MustCompile(`^-?[1-9]\d{0,2}[,.]\d{3}$`)
	pointForm  = regexp.MustCompile(`^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$`)
	separators = strings.NewReplacer(",", ".", ".", ",")
	spaced     = regexp.MustCompile(`^-?\d{1,3}([ '\x{a0}\x{202f}]\d{3})+([.,]\d+)?$`) // 1 234.5
	spaces     = strings.NewReplacer(" ", "", "'", "", "\u00a0", "", "\u202f", "")
)

// number converts a cell to a number, or returns it unchanged if it is none.
func (c *converter) number(s string, fault func(message string)) any {
	if n := c.decimal(s, fault); json.Valid([]byte(n)) && strings.Trim(n, "0123456789.-") == "" {
		return json.Number(n)
	}
	return s
}

// decimal rewrites a number with a decimal point and without separators of thousands. It leaves what is no number to the rules of its key.
func (c *converter) decimal(s string, fault func(message string)) string {
	if spaced.MatchString(s) {
		s = spaces.Replace(s)
	}
	if !strings.ContainsAny(s, ",.") || strings.Trim(s, "0123456789,.-") != "" {
		return s
	}
	if c.m.Decimal == "" {
		switch {
		case ambiguous.MatchString(s):
			fault("is " + quoted(s) + ", whose separator may be of decimals or of thousands: the map has to say decimal: comma or decimal: point")
		case comma.MatchString(s):
			return strings.Replace(s, ",", ".", 1)
		}
		return s
	}
	n := s
	if c.m.Decimal == Comma {
		n = separators.Replace(s)
	}
	if !pointForm.MatchString(n) {
		form := map[Decimal]string{Comma: "1.100,5 (decimal: comma)", Point: "1,100.5 (decimal: point)"}[c.m.Decimal]
		fault("is " + quoted(s) + ", not a number such as " + form)
		return s
	}
	return strings.ReplaceAll(n, ",", "")
}
