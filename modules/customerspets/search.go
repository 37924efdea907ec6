package customerspets

import (
	"strings"

	"github.com/petcare/petcare/platform/text"
)

// searchText is what the search looks in: names, company and e-mail folded, and the digits of each phone in both forms,
// so that "07700 900123" finds +447700900123.
func (s *Service) searchText(c Customer) string {
	var parts []string
	for _, part := range []*string{c.FirstName, c.LastName, c.CompanyName, c.Email} {
		if part != nil {
			parts = append(parts, text.Fold(*part))
		}
	}
	for _, p := range c.Phones.Get() {
		parts = append(parts, text.Digits(p.Number))
		if national := s.phones.National(p.Number); national != "" {
			parts = append(parts, national)
		}
	}
	return strings.Join(parts, " ")
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
		w := SearchWord{Text: word}
		if digits := text.Digits(word); digits != word && digits != "" && strings.Trim(word, "+-./()0123456789") == "" {
			w.Digits = digits
		}
		words = append(words, w)
	}
	return words
}
