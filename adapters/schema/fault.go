package schema

import (
	"strings"

	"github.com/petcare/petcare/platform/apperr"
)

// FaultOf gives a message of Huma's validation its stable code and our words.
func FaultOf(location, message string) apperr.FieldError {
	if what, ok := strings.CutPrefix(message, "expected string to be a"); ok && (strings.HasPrefix(what, " ") || strings.HasPrefix(what, "n ")) { // a pattern with a description
		return apperr.FieldError{Field: location, Code: "format", Message: "is not a" + what}
	}
	for _, m := range []struct{ part, code, say string }{
		{"invalid date/time", "format", "is not an instant such as 2026-03-01T09:30:00Z"},
		{"invalid UUID", "format", "is not an id"},
		{"unexpected property", "unknown", "is not a key of this resource"},
		{"to be present", "required", "is required"},
		{"parameter is missing", "required", "is required"},
		{"to be one of", "enum", ""}, {"expected length >=", "too_short", ""}, {"expected length <=", "too_long", ""},
		{"array length >=", "too_few", ""}, {"array length <=", "too_many", ""}, {"items to be unique", "not_unique", "must not hold a value twice"},
		{"expected number >", "too_small", ""}, {"expected number <", "too_large", ""},
		{"at most", "too_many", ""}, {"at least", "too_few", ""},
		{"match pattern", "format", ""}, {"expected string to be", "format", ""}, {"multiple of", "multiple_of", ""},
		{"expected", "type", ""}, {"invalid", "format", ""},
	} {
		if !strings.Contains(message, m.part) {
			continue
		}
		say := m.say
		if say == "" {
			say = message
		}
		if m.code == "required" {
			location = requiredLocation(location, message)
		}
		return apperr.FieldError{Field: location, Code: m.code, Message: say}
	}
	return apperr.FieldError{Field: location, Code: "invalid", Message: "is not valid"}
}

// requiredLocation points at the missing key itself; Huma points at the object that lacks it.
func requiredLocation(location, message string) string {
	rest, ok := strings.CutPrefix(message, "expected required property ")
	if !ok {
		return location
	}
	name, _, _ := strings.Cut(rest, " ")
	if location == "" {
		return name
	}
	return location + "." + name
}
