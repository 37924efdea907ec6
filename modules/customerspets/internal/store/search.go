package store

import (
	"strings"
	"unicode"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
)

func whereWord(q *postgres.Query, word customerspets.SearchWord) {
	condition := searched(word.Text) + " like ?"
	if word.Digits == "" {
		q.Where(condition, part(word.Text))
		return
	}
	q.Where("("+condition+" or "+searched(word.Digits)+" like ?)", part(word.Text), part(word.Digits))
}

// searched is the text to look in for a word. The index knows runs of three letters or digits: for shorter words it would
// be read from end to end, so they are looked for in the order of the list, which ends with the page.
func searched(word string) string {
	run := 0
	for _, r := range word {
		if run++; !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			run = 0
		}
		if run == 3 {
			return "t.search"
		}
	}
	return "(t.search || '')"
}

var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// part is the pattern of text that contains word.
func part(word string) string { return "%" + likeMarks.Replace(word) + "%" }
