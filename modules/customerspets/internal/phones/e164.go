package phones

import (
	"regexp"
	"strconv"
	"sync"

	"github.com/nyaruka/phonenumbers"
	"github.com/petcare/petcare/platform/text"
)

// E.164 allows this many digits, of which the first up to three are the calling code of a country.
const (
	maxDigits      = 15
	maxCallingCode = 3
)

// parse is phonenumbers.Parse. It is some ten times as fast for numbers in E.164, which most numbers are.
func parse(number, country string) (*phonenumbers.PhoneNumber, error) {
	if n := parseE164(number); n != nil {
		return n, nil
	}
	return phonenumbers.Parse(number, country)
}

// parseE164 returns nil for a number that is not in E.164, and for one that Parse might make another number of.
func parseE164(number string) *phonenumbers.PhoneNumber {
	digits := text.Digits(number)
	if number != "+"+digits || len(digits) > maxDigits {
		return nil
	}
	known := phonenumbers.GetSupportedCallingCodes()
	for size := 1; size <= maxCallingCode && size < len(digits); size++ {
		code, _ := strconv.Atoi(digits[:size])
		if !known[code] {
			continue
		}
		national := digits[size:]
		if prefix := nationalPrefixes()[code]; national[0] == '0' || prefix != nil && prefix().MatchString(national) {
			return nil
		}
		value, _ := strconv.ParseUint(national, 10, 64)
		return &phonenumbers.PhoneNumber{CountryCode: new(int32(code)), NationalNumber: &value}
	}
	return nil
}

// nationalPrefixes match what numbers of a territory have in front when they are dialled there, by calling code. Of territories that
// share a code, the first counts, as in Parse. They are compiled when they are used.
var nationalPrefixes = sync.OnceValue(func() map[int]func() *regexp.Regexp {
	territories, err := phonenumbers.MetadataCollection()
	if err != nil {
		panic(err) // it is a part of the program
	}
	found := map[int]func() *regexp.Regexp{}
	for _, m := range territories.GetMetadata() {
		code, prefix := int(m.GetCountryCode()), m.GetNationalPrefixForParsing()
		if prefix != "" && m.GetId() == phonenumbers.GetRegionCodeForCountryCode(code) {
			found[code] = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^(?:" + prefix + ")") })
		}
	}
	return found
})
