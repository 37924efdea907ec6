package phones

import (
	"regexp"
	"strconv"
	"sync"

	"github.com/nyaruka/phonenumbers"
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
	if len(number) < 2 || len(number) > 1+maxDigits || number[0] != '+' {
		return nil
	}
	digits := number[1:]
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return nil
		}
	}
	known := phonenumbers.GetSupportedCallingCodes()
	for size := 1; size <= maxCallingCode && size < len(digits); size++ {
		code, _ := strconv.Atoi(digits[:size])
		if !known[code] {
			continue
		}
		national := digits[size:]
		if prefix := nationalPrefixOf(code); national[0] == '0' || prefix != nil && prefix.MatchString(national) {
			return nil
		}
		value, _ := strconv.ParseUint(national, 10, 64)
		return &phonenumbers.PhoneNumber{CountryCode: new(int32(code)), NationalNumber: &value}
	}
	return nil
}

// territories has the metadata of libphonenumber for the calling codes. Of territories that share one, the first counts.
var territories = sync.OnceValue(func() map[int]*phonenumbers.PhoneMetadata {
	list, err := phonenumbers.MetadataCollection()
	if err != nil {
		panic(err) // it is a part of the program
	}
	found := map[int]*phonenumbers.PhoneMetadata{}
	for _, m := range list.GetMetadata() {
		if code := int(m.GetCountryCode()); m.GetId() == phonenumbers.GetRegionCodeForCountryCode(code) {
			found[code] = m
		}
	}
	return found
})

var nationalPrefixes sync.Map // of *regexp.Regexp by calling code

// nationalPrefixOf matches what numbers of a territory have in front when they are dialled there; nil if they have nothing.
func nationalPrefixOf(code int) *regexp.Regexp {
	if known, ok := nationalPrefixes.Load(code); ok {
		return known.(*regexp.Regexp)
	}
	var prefix *regexp.Regexp
	if p := territories()[code].GetNationalPrefixForParsing(); p != "" {
		prefix = regexp.MustCompile("^(?:" + p + ")")
	}
	nationalPrefixes.Store(code, prefix)
	return prefix
}
