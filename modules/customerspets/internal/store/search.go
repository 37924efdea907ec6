package store

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
)

// link is how the rows of a list, called t, belong to those of another table in which a word may be found as well, called o.
type link struct {
	table string
	text  string // what counts of the other row
	key   string // of the other row
	at    string // the same key of the listed row
}

var (
	byPets   = link{"customerspets.pets o", "o.name_key", "o.customer_id", "t.id"}
	byOwners = link{"customerspets.customers o", "o.known_by", "o.id", "t.customer_id"}
)

// few is how many linked rows are looked up first. Where there are more, the list comes across their rows soon: at the latest among
// some ten thousand where a million are listed.
const few = 1000

// whereWord narrows a list to rows that have a word in their own search text, or belong to a row that has it. A search text holds
// nothing of other rows: to keep it so would write, with each of them, all trigrams of the text anew.
func (l link) whereWord(ctx context.Context, db *postgres.DB, q *postgres.Query, account uuid.UUID, word customerspets.SearchWord) error {
	patterns := patternsOf(word)
	own := like("t.search", patterns)
	linked, err := l.find(ctx, db, account, patterns)
	switch {
	case err != nil:
		return fmt.Errorf("look for a word in %s: %w", l.table, err)
	case len(linked) == 0:
		q.Where(own, patterns...)
	case len(linked) < few:
		q.Where("("+own+" or "+l.at+" = any(?))", append(patterns, linked)...)
	default:
		q.Where("("+own+" or exists (select from "+l.table+" where o.account_id = $1 and "+l.key+" = "+l.at+" and "+
			like(l.text, patterns)+" offset 0))", append(patterns, patterns...)...) // row by row: a hash would be of all that have the word
	}
	return nil
}

// find has one plan for all words: from the index. A pattern in a subquery is unknown when the statement is planned, else the database
// would plan it for each word, which takes longer than to run it.
func (l link) find(ctx context.Context, db *postgres.DB, account uuid.UUID, patterns []any) ([]uuid.UUID, error) {
	words := strings.ReplaceAll(like(l.text, patterns), "like ?", "like (select ?::text)")
	q := (&postgres.Query{}).Where("o.account_id = ?", account).Where(words, patterns...)
	return db.IDs(ctx, "select "+l.key+" from "+l.table+q.Conditions()+" limit "+q.Arg(few), q.Args()...)
}

// patternsOf are the patterns of texts that contain the word in one of its forms.
func patternsOf(word customerspets.SearchWord) []any {
	patterns := []any{postgres.Containing(word.Text)}
	if word.Digits != "" {
		patterns = append(patterns, postgres.Containing(word.Digits))
	}
	return patterns
}

// like is the condition that a text has one of the patterns.
func like(text string, patterns []any) string {
	if len(patterns) == 1 {
		return searched(text, patterns[0].(string)) + " like ?"
	}
	return "(" + searched(text, patterns[0].(string)) + " like ? or " + searched(text, patterns[1].(string)) + " like ?)"
}

// searched is the text to look in for a pattern. The index knows runs of three letters or digits, and of two at the beginning of a
// word: for shorter ones it would be read from end to end, so they are looked for in the order of the list, which ends with the page.
func searched(text, pattern string) string {
	run := 0
	for _, r := range pattern {
		if run++; r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			run = 0
		}
		if run == 3 {
			return text
		}
	}
	return "(" + text + " || '')"
}
