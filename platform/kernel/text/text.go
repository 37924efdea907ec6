// Package text holds the rules of text: Unicode NFC, no NUL, trimmed, lengths in characters; and its folding for search.
package text

import (
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Clean is s as it is stored: NFC, without leading and trailing white space, and empty if nothing of it can be seen. Invisible characters
// between others stay: emoji and Indic scripts are joined by them.
func Clean(s string) string {
	s = strings.TrimSpace(norm.NFC.String(s))
	if !strings.ContainsFunc(s, isVisible) {
		return ""
	}
	return s
}

var invisible = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Z, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
}

// isVisible holds for characters that Unicode does not know yet, such as new emoji.
func isVisible(r rune) bool { return r > ' ' && r <= '~' || !unicode.In(r, invisible...) }

func isInvisible(r rune) bool { return !isVisible(r) }

// Valid reports whether s can be stored at all: valid UTF-8 and no NUL.
func Valid(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// Printable escapes everything in s but visible characters and spaces, so that untrusted text cannot control a terminal.
func Printable(s string) string {
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isControl(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isControl(r rune) bool { return !unicode.IsGraphic(r) }

// Harmless is a cell of CSV with an apostrophe in front if a spreadsheet would run it. A telephone or a negative number is none.
func Harmless(cell string) string {
	switch {
	case cell == "":
	case strings.ContainsRune("=@\t\r", rune(cell[0])),
		strings.ContainsRune("+-", rune(cell[0])) && strings.Trim(cell, "+-0123456789 ().,/") != "":
		return "'" + cell
	}
	return cell
}

// FromHarmless is the cell that Harmless was given.
func FromHarmless(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && Harmless(rest) == cell {
		return rest
	}
	return cell
}

// Len is the length of s in characters.
func Len(s string) int { return utf8.RuneCountInString(s) }

// Fold is s for comparing and searching: lower case, without accents, runs of white space made one space.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(s) {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case space:
			b.WriteByte(' ')
			space = false
		}
		if plain, ok := withoutStroke(r); ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// FoldCase returns s in lower case, the same for all texts that differ only in case. It converts to upper case first, because some
// letters have two lower-case forms, such as σ and ς.
func FoldCase(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// FoldSearch is Fold for search texts. A text of nothing but accents stays as it is, and so is found nowhere, instead of everywhere.
func FoldSearch(s string) string { return cmp.Or(Fold(s), s) }

// TrimWord is a word of a search without the commas, quotes, brackets and the like around it. Full stops and signs stay: they end
// abbreviations and begin phone numbers. A word of nothing but punctuation stays as it is.
func TrimWord(word string) string {
	if trimmed := strings.TrimFunc(word, partsWords); strings.TrimFunc(trimmed, unicode.IsPunct) != "" {
		return trimmed
	}
	return word
}

func partsWords(r rune) bool {
	return strings.ContainsRune(",;:'\"`<>\u3001\u060c\u061b", r) || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf)
}

// withoutStroke spells letters whose mark is not a combining one, so Unicode does not take it off.
func withoutStroke(r rune) (string, bool) {
	switch r {
	case 'ø':
		return "o", true
	case 'ł':
		return "l", true
	case 'đ', 'ð':
		return "d", true
	case 'ß':
		return "ss", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'þ':
		return "th", true
	case 'ı':
		return "i", true
	case 'ς': // final sigma: upper case does not know it
		return "σ", true
	case '’', '‘', 'ʼ':
		return "'", true
	}
	return "", false
}

// Digits is the decimal digits of s alone.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// Optional is s cleaned, nil when nothing is left: an empty text is shown as null.
func Optional(s *string) *string {
	if s == nil {
		return nil
	}
	clean := Clean(*s)
	if clean == "" {
		return nil
	}
	return &clean
}

// IsURL reports whether s is an http or https URL with a host, and with a port of 1 to 65535 if it names one.
func IsURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	port, err := strconv.ParseUint(cmp.Or(u.Port(), "80"), 10, 16)
	return err == nil && port > 0
}

// IsLanguageTag reports whether s is a BCP 47 language tag of at most 35 characters. Its subtags need not be registered.
func IsLanguageTag(s string) bool {
	_, err := language.Parse(s)
	var unregistered language.ValueError
	return len(s) <= 35 && !strings.Contains(s, "_") && (err == nil || errors.As(err, &unregistered))
}

// IsEmail reports whether s is a bare e-mail address of at most 254 characters, without a display name. Invisible characters would make
// two addresses of what everybody reads as one.
func IsEmail(s string) bool {
	if len(s) > 4*254 || Len(s) > 254 || strings.ContainsFunc(s, isInvisible) {
		return false
	}
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

var e164, phone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`), regexp.MustCompile(`^\+[1-9][0-9]{6,14}(;ext=[0-9]{1,20})?$`)

// IsE164 reports whether s is an international phone number of 7 to 15 digits after a plus sign, such as +442079460100.
func IsE164(s string) bool { return e164.MatchString(s) }

// IsPhone is IsE164 for numbers that may have an extension, such as +442079460100;ext=4.
func IsPhone(s string) bool { return phone.MatchString(s) }

// Distinct is each text of a list once, sorted.
func Distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
