package customerspets

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/text"
)

// A search text is what a search looks in: words, folded, each behind a space, so that the beginning of a word is told from its
// middle. Phones are there as digits in both forms: "07700 900123" finds +447700900123.

// apostrophes do not count: "oconnor" finds O'Connor.
var apostrophes = strings.NewReplacer("'", "")

// marks makes all kinds of apostrophes and of hyphens one, and leaves out invisible characters.
func marks(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u2032\uff07", r):
			return '\''
		case unicode.Is(unicode.Pd, r), r == '\u2212':
			return '-'
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}

// letters are the letters and digits of a text in folded form.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Fold(s))
}

// searchable is text as a search text has it. What follows a hyphen or the like is a word of its own as well, and so is what is between
// brackets or quotes: (J.) begins with J.
func searchable(given *string) string {
	if given == nil {
		return ""
	}
	var b strings.Builder
	for _, word := range strings.Fields(apostrophes.Replace(text.Fold(marks(*given)))) {
		b.WriteString(" " + word)
		if inner := text.TrimWord(word); !strings.HasPrefix(word, inner) {
			word = inner
			b.WriteString(" " + word)
		}
		for i, part := range strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if i > 0 || !strings.HasPrefix(word, part) {
				b.WriteString(" " + part)
			}
		}
	}
	return b.String()
}

// searchablePhone is a phone number as a search text has it; national gives the digits that are dialled inside of a number's country.
func searchablePhone(number string, national func(e164 string) string) string {
	dialled, _, _ := strings.Cut(number, ";") // without the extension
	digits := " " + text.Digits(dialled)
	if home := national(number); home != "" {
		digits += " " + home
	}
	return digits
}

// index derives the columns of which the search texts of a customer and its pets are made.
func (c *Customer) index(national func(e164 string) string) {
	c.KnownBy = searchable(c.FirstName) + searchable(c.LastName)
	for _, p := range c.Phones.Get() {
		c.KnownBy += searchablePhone(p.Number, national)
	}
	c.Search = c.KnownBy + searchable(c.CompanyName) + searchable(c.Email)
	for _, k := range c.Contacts.Get() {
		c.Search += searchable(&k.Name)
		if k.Phone != nil {
			c.Search += searchablePhone(*k.Phone, national)
		}
	}
}

// index derives the columns of which the search texts of a pet and its owner are made.
func (p *Pet) index() {
	p.NameKey = searchable(&p.Name)
	p.Search = p.NameKey + searchable(p.Microchip)
	if p.Microchip != nil {
		if plain := letters(*p.Microchip); plain != text.Fold(*p.Microchip) {
			p.Search += " " + plain
		}
	}
}

// isSearched reports whether a change has to do with what the search looks in.
func (d CustomerDetails) isSearched() bool {
	return d.FirstName.Set || d.LastName.Set || d.CompanyName.Set || d.Email.Set || d.Phones.Set || d.Contacts.Set
}

// isIn reports whether a search text contains the word.
func (w SearchWord) isIn(search string) bool {
	return slices.ContainsFunc(w.Forms(), func(form string) bool { return strings.Contains(search, form) })
}

// SearchWord is one word of a search. It matches if the search text contains one of its forms. A word of two characters must be the
// beginning of a word, so its Text begins with a space.
type SearchWord struct {
	Text   string
	Digits string // "" when the word is no part of a phone number
	Plain  string // the letters and digits of a word with other characters, which may be a microchip; "" of others
}

// Forms are the texts that are looked for.
func (w SearchWord) Forms() []string {
	forms := []string{w.Text}
	for _, other := range []string{w.Digits, w.Plain} {
		if other != "" {
			forms = append(forms, other)
		}
	}
	return forms
}

// SearchWords are the words of a search, folded, without the punctuation around them. Words that could be groups of one phone number are
// also looked for as that number.
func SearchWords(query string) []SearchWord {
	if query == "" {
		return nil
	}
	rest := strings.Fields(text.FoldSearch(marks(query)))
	if len(rest) == 0 { // of invisible characters alone
		rest = []string{query}
	}
	for i, word := range rest {
		rest[i] = trimmed(word)
	}
	var words []SearchWord
	for len(rest) > 0 {
		n := 0
		for n < len(rest) && isDialled(rest[n]) {
			n++
		}
		number := undialled(text.Digits(strings.ReplaceAll(strings.Join(rest[:n], ""), "(0)", ""))) // +44 (0)20 is dialled +4420
		n = max(n, 1)
		for _, word := range rest[:n] {
			words = append(words, searchWord(word, number))
		}
		rest = rest[n:]
	}
	return words
}

// trimmed is a word without the punctuation around it. Phone numbers keep their brackets: (0) is not dialled after a country code.
func trimmed(word string) string {
	if number := strings.Trim(word, ",;:"); isDialled(number) {
		return number
	}
	return text.TrimWord(word)
}

// isDialled reports whether a word could be a phone number or a part of one, with whatever dashes and invisible marks it was copied.
func isDialled(word string) bool {
	isOther := func(r rune) bool {
		return !strings.ContainsRune("+./()0123456789", r) && !unicode.In(r, unicode.Pd, unicode.Cf)
	}
	return !strings.ContainsFunc(word, isOther) && text.Digits(word) != ""
}

// undialled is a whole number without the zeros that are dialled before it: a trunk prefix, which not every country writes, or 00 before
// the country code. What is too short to be a whole number stays as it is.
func undialled(digits string) string {
	if number := strings.TrimLeft(digits, "0"); len(number) >= wholeNumber {
		return number
	}
	return digits
}

// wholeNumber is how many digits a whole phone number has at least.
const wholeNumber = 7

// readNumbers also looks for whole numbers in the national form of the account's country as they are stored, where that does not contain
// the dialled digits: 011 15-2345-6789 in Argentina is +5491123456789.
func (s *Service) readNumbers(ctx context.Context, account uuid.UUID, words []SearchWord) error {
	r := s.reader(ctx, account, nil)
	for i, w := range words {
		number := cmp.Or(w.Digits, w.Text)
		if len(number) < wholeNumber || text.Digits(number) != number {
			continue
		}
		if n, ok := s.phones.Read(number, r.home()); ok && !strings.Contains(n.E164, number) {
			words[i].Digits = text.Digits(n.E164)
		}
	}
	return r.err
}

func searchWord(word, number string) SearchWord {
	w := SearchWord{Text: apostrophes.Replace(word)}
	if w.Text == "" {
		w.Text = word // apostrophes alone are part of no name
	}
	if number != "" && strings.HasSuffix(word, number) {
		w.Text = number
	} else {
		w.Digits = number
	}
	if plain := letters(word); w.Digits == "" && plain != word && len(plain) >= wholeNumber && strings.ContainsAny(plain, "0123456789") {
		w.Plain = plain
	}
	if text.Len(w.Text) == 2 {
		w.Text = " " + w.Text
	}
	return w
}
