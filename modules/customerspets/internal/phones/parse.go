package phones

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/nyaruka/phonenumbers"
	"github.com/petcare/petcare/platform/kernel/text"
)

const (
	minDigits      = 7  // Parse says what is wrong with shorter numbers
	maxDigits      = 15 // of E.164
	maxCallingCode = 3
)

// parse is phonenumbers.Parse. It is some ten times as fast for numbers in E.164 and for national numbers of digits and separators, which
// most numbers are.
func parse(number, country string) (*phonenumbers.PhoneNumber, error) {
	digits := text.Digits(number)
	if minDigits <= len(digits) && len(digits) <= maxDigits {
		var n *phonenumbers.PhoneNumber
		switch {
		case number == "+"+digits:
			n = parseE164(digits)
		case strings.Trim(number, "0123456789 ()-./") == "":
			n = parseNational(digits, country)
		}
		if n != nil {
			return n, nil
		}
	}
	return phonenumbers.Parse(number, country)
}

// parseE164 returns nil for a number that Parse might make another number of.
func parseE164(digits string) *phonenumbers.PhoneNumber {
	known := phonenumbers.GetSupportedCallingCodes()
	for size := 1; size <= maxCallingCode; size++ {
		code, _ := strconv.Atoi(digits[:size])
		if !known[code] {
			continue
		}
		t := territories()[place{phonenumbers.GetRegionCodeForCountryCode(code), code}]
		if national := digits[size:]; t == nil || t.prefix().FindString(national) == "" {
			return numberOf(code, national)
		}
		return nil
	}
	return nil
}

// parseNational returns nil for a number that has an international prefix, or might have one, and where it is not clear whether it has a
// national prefix.
func parseNational(digits, country string) *phonenumbers.PhoneNumber {
	code := phonenumbers.GetCountryCodeForRegion(country)
	t := territories()[place{country, code}]
	if t == nil || t.transforms || t.idd().MatchString(digits) || strings.HasPrefix(digits, strconv.Itoa(code)) {
		return nil
	}
	national := digits[len(t.prefix().FindString(digits)):]
	if national != digits && !t.national().MatchString(national) {
		return nil
	}
	return numberOf(code, national)
}

func numberOf(code int, national string) *phonenumbers.PhoneNumber {
	if national == "" || national[0] == '0' { // Italian numbers may begin with it
		return nil
	}
	value, _ := strconv.ParseUint(national, 10, 64)
	return &phonenumbers.PhoneNumber{CountryCode: new(int32(code)), NationalNumber: &value}
}

// territory tells what is dialled there. The expressions are compiled when they are used.
type territory struct {
	idd, prefix func() *regexp.Regexp // before numbers of other countries and of its own; prefix may match nothing
	national    func() *regexp.Regexp // its numbers without prefix
	transforms  bool                  // a prefix does more than to be left out
}

// place is a region (ISO 3166-1 alpha-2, or 001 for none) and its calling code.
type place struct {
	region string
	code   int
}

var territories = sync.OnceValue(func() map[place]*territory {
	all, err := phonenumbers.MetadataCollection()
	if err != nil {
		panic(err) // it is a part of the program
	}
	found := map[place]*territory{}
	for _, m := range all.GetMetadata() {
		found[place{m.GetId(), int(m.GetCountryCode())}] = &territory{
			idd:        expression("^(?:" + m.GetInternationalPrefix() + ")"),
			prefix:     expression("^(?:" + m.GetNationalPrefixForParsing() + ")"),
			national:   expression("^(?:" + m.GetGeneralDesc().GetNationalNumberPattern() + ")$"),
			transforms: m.GetNationalPrefixTransformRule() != "",
		}
	}
	return found
})

func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
