package customerspets

import (
	"strings"

	"github.com/petcare/petcare/platform/text"
)

// apostrophes do not count, however they are typed: "oconnor" finds O'Connor.
var apostrophes = strings.NewReplacer("'", "", "\u2019", "", "\u2018", "", "\u02bc", "", "`", "")

// searchText is what the search looks in: names, company and e-mail folded, and the digits of each phone in both forms,
// so that "07700 900123" finds +447700900123. national gives the digits that are dialled inside of a number's country.
func searchText(c Customer, national func(e164 string) string) string {
	var parts []string
	for _, part := range []*string{c.FirstName, c.LastName, c.CompanyName, c.Email} {
		if part != nil {
			parts = append(parts, apostrophes.Replace(text.Fold(*part)))
		}
	}
	for _, p := range c.Phones.Get() {
		parts = append(parts, text.Digits(p.Number))
		if digits := national(p.Number); digits != "" {
			parts = append(parts, digits)
		}
	}
	return strings.Join(parts, " ")
}

// isSearched reports whether a change has to do with what the search looks in.
func (d CustomerDetails) isSearched() bool {
	return d.FirstName.Set || d.LastName.Set || d.CompanyName.Set || d.Email.Set || d.Phones.Set
}

// isIn reports whether a search text contains the word.
func (w SearchWord) isIn(search string) bool {
	return strings.Contains(search, w.Text) || w.Digits != "" && strings.Contains(search, w.Digits)
}

// SearchWord is one word of a search: Text or Digits has to be part of the customer's search text.
type SearchWord struct {
	Text   string
	Digits string // "" when the word is no part of a phone number
}

// SearchWords are the words of a search, folded.
func SearchWords(query string) []SearchWord {
	var words []SearchWord
	for _, word := range strings.Fields(text.Fold(query)) {
		w := SearchWord{Text: apostrophes.Replace(word)}
		if w.Text == "" {
			w.Text = word // apostrophes alone are part of no name
		}
		if digits := text.Digits(word); digits != word && digits != "" && strings.Trim(word, "+-./()0123456789") == "" {
			w.Digits = digits
		}
		words = append(words, w)
	}
	return words
}
