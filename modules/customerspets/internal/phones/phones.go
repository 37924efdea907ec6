// Package phones reads phone numbers with the metadata of libphonenumber.
package phones

import (
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/text"
)

const maxDigits = 15 // of E.164

// Phones implements customerspets.Phones.
type Phones struct{}

// New makes Phones.
func New() Phones { return Phones{} }

// Read reads a number in international form, or in the national form of country (ISO 3166-1 alpha-2; "" for none).
// Numbers of a possible length are taken, whether or not anybody has them, with their extension. E.164 has no place for
// numbers that reach somebody only from the same town, nor the longest of some countries, which are dialled only there.
func (Phones) Read(number, country string) (customerspets.PhoneNumber, bool) {
	if country == "" {
		country = "ZZ" // no region
	}
	n, err := phonenumbers.Parse(strings.Map(withoutMarks, number), country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(n) != phonenumbers.IS_POSSIBLE {
		return customerspets.PhoneNumber{}, false
	}
	e164 := phonenumbers.Format(n, phonenumbers.E164)
	if len(e164) > len("+")+maxDigits {
		return customerspets.PhoneNumber{}, false
	}
	if ext := n.GetExtension(); ext != "" {
		e164 += ";ext=" + ext // as RFC 3966 writes it
	}
	return customerspets.PhoneNumber{E164: e164, National: func() string { return national(n) }}, true
}

// withoutMarks drops invisible marks, which come with numbers that are copied from address books.
func withoutMarks(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// National is what is dialled inside of the number's country, digits only; "" when e164 is no number.
func (Phones) National(e164 string) string {
	n, err := phonenumbers.Parse(e164, "ZZ")
	if err != nil {
		return ""
	}
	return national(n)
}

func national(n *phonenumbers.PhoneNumber) string {
	n.Extension = nil
	return text.Digits(phonenumbers.Format(n, phonenumbers.NATIONAL))
}
