package csvfile

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
)

var (
	phoneMark = regexp.MustCompile(`(?i)\s*[,;|\n]\s*|\s+or\s+|\s+/\s+`)
	// beside are the known words before and after a number, as in "Home: 020 7946 0100" or "07700 900123 (m)".
	beside = regexp.MustCompile(`(?i)^(?:[\s(]*` + phoneWord + `\b[\s.:)]*)+|(?:[\s(]*\b` + phoneWord + `\b[\s.)]*)+$`)
)

const phoneWord = `(?:(?:mobile?|mob|cell|home|work|office)(?:phone)?|telephone|tel|phone|[mhw])`

// phoneKinds are the words beside a number, or in the name of its column, that say its type.
var phoneKinds = []struct {
	words *regexp.Regexp
	kind  string
}{
	{regexp.MustCompile(`(?i)mob|cell|\bm\b`), "mobile"},
	{regexp.MustCompile(`(?i)home|\bh\b`), "home"},
	{regexp.MustCompile(`(?i)work|office|\bw\b`), "work"},
}

// phones returns the numbers in cells, each of which may contain several. The type of a number comes from a word beside it or from
// the name of the column. Other words are a fault, because they would be lost.
func phones(cells, columns []string, fault func(message string)) any {
	var list []any
	for i, cell := range cells {
		column := ""
		if i < len(columns) {
			column = columns[i]
		}
		for _, part := range split(cell, phoneMark) {
			number := beside.ReplaceAllString(part, "")
			if strings.ContainsFunc(number, unicode.IsLetter) || !strings.ContainsFunc(number, unicode.IsDigit) {
				fault("is " + quoted(cell) + ", not a phone number, with or without a word such as home, work or mobile")
				continue
			}
			phone := map[string]any{"number": number}
			if kind := cmp.Or(phoneKind(part), phoneKind(column)); kind != "" {
				phone["type"] = kind
			}
			list = append(list, phone)
		}
	}
	if list == nil {
		return nil
	}
	return list
}

func phoneKind(s string) string {
	for _, k := range phoneKinds {
		if k.words.MatchString(s) {
			return k.kind
		}
	}
	return ""
}
