package schema

import (
	"regexp"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/text"
)

// format validates a format of text. It returns what is wrong with a text, or "".
type format struct {
	check  func(string) string
	blank  bool // accepts empty text, which clears a value
	number bool // accepts a number, too
	open   bool // texts may have any length, so that a long one is only said to be too long
}

// Moment is the format of a limit that is an instant or a day.
const Moment = "date-or-date-time"

// formats are the formats of the API and the import. ShapeOf panics for any other.
var formats = map[string]format{
	"uuid":         {check: matching(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`, "is not an id")},
	"date":         {check: wrongDay},
	"date-time":    {check: wrongInstant},
	Moment:         {check: wrongMoment},
	"email":        {blank: true, open: true, check: holding(text.IsEmail, "is not an e-mail address such as jo@example.com")},
	"iso-country":  {blank: true, check: holding(address.IsCountry, "is not a country: give its ISO 3166-1 alpha-2 code such as GB")},
	"iso-currency": {check: holding(money.Known, "is not a currency: give its ISO 4217 code such as GBP")},
	"time-zone":    {open: true, check: holding(clock.IsZone, "is not a time zone: give its IANA name such as Europe/London")},
	"number-or-id": {number: true},
	"uri":          {},
	"int32":        {},
	"int64":        {},
	"double":       {},
	"":             {},
}

func holding(is func(string) bool, say string) func(string) string {
	return func(s string) string {
		if is(s) {
			return ""
		}
		return say
	}
}

func matching(pattern, say string) func(string) string {
	return holding(regexp.MustCompile(pattern).MatchString, say)
}

var dayForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

func wrongDay(s string) string {
	if !dayForm.MatchString(s) {
		return "is not a day of the form YYYY-MM-DD, such as 2026-03-14"
	}
	if _, err := clock.ParseDay(s); err == nil {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return "is before the first day that can be kept, which is 0001-01-02"
	}
	return "is a day that does not exist"
}

// instantForm is that of RFC 3339 in upper case. time.Parse also takes an hour of one digit, a decimal comma and offsets of a day or more.
var instantForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

const noInstant = "is not an instant such as 2026-03-01T09:30:00Z"

func wrongInstant(s string) string {
	s = strings.ToUpper(s)
	t, err := time.Parse(time.RFC3339, s)
	switch {
	case !instantForm.MatchString(s):
		return noInstant
	case err != nil && wrongDay(s[:len(time.DateOnly)]) != "":
		return "is on a day that does not exist"
	case err != nil:
		return noInstant
	case !writable(t):
		return errYear.Error()
	}
	return ""
}

func wrongMoment(s string) string {
	if dayForm.MatchString(s) {
		return wrongDay(s)
	}
	wrong := wrongInstant(s)
	if wrong == noInstant {
		wrong += ", or a day of the form YYYY-MM-DD"
	}
	if t, err := time.Parse(time.RFC3339, strings.ToUpper(s)); err == nil && t.IsZero() { // the zero clock.Moment is no limit
		wrong = "is before the first instant of a limit, which is 0001-01-01T00:00:00.000001Z"
	}
	return wrong
}
