package configlists

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// maxLengths are the limits of custom values, in characters.
var maxLengths = map[FieldType]int{Text: 1000, Textarea: 4000, Email: 254, URL: 2048}

// stored is the value as the field keeps it, nil when it is cleared, or what is wrong with it.
func (f Field) stored(value any) (any, *apperr.FieldError) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		if value = text.Clean(v); value == "" {
			return nil, nil
		}
	}
	switch f.Type {
	case Boolean:
		if _, ok := value.(bool); !ok {
			return nil, invalid("type", "is not true or false")
		}
		return value, nil
	case Number:
		return storedNumber(value)
	case MultiSelect:
		return f.storedChoices(value)
	}
	s, ok := value.(string)
	if !ok {
		return nil, invalid("type", "is not text")
	}
	if f.Type == Select {
		if !slices.Contains(f.values(), s) {
			return nil, invalid("enum", "is not one of the field's options"+f.meant(s))
		}
		return s, nil
	}
	return storedText(f.Type, s)
}

func invalid(code, message string) *apperr.FieldError {
	return &apperr.FieldError{Code: code, Message: message}
}

// Numbers have at most 15 significant digits: so many survive every reader that takes numbers for floats. Within the limits, one has
// the same spelling, without an exponent, wherever it is written.
const (
	maxDigits = 15
	minNumber = 1e-6
	maxNumber = 999_999_999_999_999
)

// storedNumber looks at the digits as they are given: a float has lost those that it has no room for.
func storedNumber(value any) (any, *apperr.FieldError) {
	switch value.(type) {
	case float64, int, int64, json.Number:
	default:
		return nil, invalid("type", "is not a number")
	}
	given := fmt.Sprint(value)
	n, err := strconv.ParseFloat(given, 64)
	if err != nil {
		return nil, invalid("type", "is not a number")
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(given), "e")
	digits := strings.Trim(text.Digits(mantissa), "0")
	switch size := math.Abs(n); {
	case digits == "":
		return 0.0, nil // -0 is 0
	case len(digits) > maxDigits:
		return nil, invalid("range", "is a number of more than 15 digits")
	case size < minNumber || size > maxNumber:
		return nil, invalid("range", "is out of range: without its sign it is 0, or from 0.000001 to 999999999999999")
	}
	return n, nil
}

func (f Field) storedChoices(value any) (any, *apperr.FieldError) {
	var chosen []string
	switch v := value.(type) {
	case []string:
		chosen = v
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, invalid("type", "is not a list of the field's options")
			}
			chosen = append(chosen, text.Clean(s))
		}
	default:
		return nil, invalid("type", "is not a list of the field's options")
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	options := f.values()
	for i, s := range chosen {
		if !slices.Contains(options, s) {
			return nil, invalid("enum", "holds a value that is not one of the field's options"+f.meant(s))
		}
		if slices.Contains(chosen[:i], s) {
			return nil, invalid("not_unique", "must not hold a value twice")
		}
	}
	return chosen, nil
}

// values are the values of the options.
func (f Field) values() []string {
	return lists.Map(f.Options.Get(), func(o FieldOption) string { return o.Value })
}

func storedText(kind FieldType, s string) (any, *apperr.FieldError) {
	if !text.Valid(s) {
		return nil, invalid("format", "is not text")
	}
	if limit, ok := maxLengths[kind]; ok && text.Len(s) > limit {
		return nil, invalid("too_long", "has at most "+strconv.Itoa(limit)+" characters")
	}
	switch kind {
	case Date:
		if _, err := clock.ParseDay(s); err != nil {
			return nil, invalid("format", "is not an existing day of the form YYYY-MM-DD, from 0001-01-02 on")
		}
	case Email:
		if !text.IsEmail(s) {
			return nil, invalid("format", "is not an e-mail address")
		}
	case Phone:
		return storedPhone(s)
	case URL:
		if !text.IsURL(s) {
			return nil, invalid("format", "is not an http or https address")
		}
	}
	return s, nil
}

var phoneMarks = strings.NewReplacer(" ", "", "\u00a0", "", "-", "", ".", "")

// storedPhone takes an international number, with or without the marks that people put between the digits. Who knows the
// account's country has made national numbers international before.
func storedPhone(s string) (any, *apperr.FieldError) {
	number := phoneMarks.Replace(s)
	if !text.IsPhone(number) {
		return nil, invalid("format", "is not a phone number: give it in international form, or in the national form of the account's country")
	}
	return number, nil
}

// shownOptions is how many options a fault lists: a field has up to 200.
const shownOptions = 20

// meant lists the options, or the nearest one of many.
func (f Field) meant(given string) string {
	options := f.values()
	if len(options) <= shownOptions {
		return ", which are " + strings.Join(options, ", ") + text.DidYouMean(given, options)
	}
	return text.DidYouMean(given, options)
}
