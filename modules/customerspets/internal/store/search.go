package store

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// link is how the rows of a list, called t, belong to those of another table in which a word may be found as well, called o.
type link struct {
	listed string
	table  string
	text   string // what counts of the other row
	key    string // of the other row
	at     string // the same key of the listed row
	join   string // from other rows to the listed rows that they belong to
}

var (
	byPets = link{"customerspets.customers", "customerspets.pets o", "o.name_key", "o.customer_id", "t.id",
		"customerspets.pets o join customerspets.customers t on t.account_id = $1 and t.id = o.customer_id"}
	byOwners = link{"customerspets.pets", "customerspets.customers o", "o.known_by", "o.id", "t.customer_id",
		"customerspets.customers o join customerspets.pets t on t.account_id = $1 and t.customer_id = o.id"}
)

// search looks for words in the rows of a list.
type search struct {
	link
	db     *postgres.DB
	common *common
}

func newSearch(db *postgres.DB, l link) search {
	return search{l, db, &common{seed: maphash.MakeSeed()}}
}

// common tells which words many rows had lately. It takes some others for common, too.
type common struct {
	seed maphash.Seed
	at   [4096]atomic.Int64 // when it was found out, by a hash of the account and the word
}

// commonTime is how long a word counts as common.
const commonTime = 10 * time.Minute

func (c *common) place(account uuid.UUID, word string) *atomic.Int64 {
	key := struct {
		account uuid.UUID
		word    string
	}{account, word}
	return &c.at[maphash.Comparable(c.seed, key)%uint64(len(c.at))]
}

// list reads a page of the rows of a query that have all words, each in their own search text or in that of a row they belong to. A search
// text holds nothing of other rows: to keep it so would write, with each of them, all trigrams of the text anew.
func list[R any](ctx context.Context, s search, account uuid.UUID, words []customerspets.SearchWord, query func() *postgres.Query,
	read func(*postgres.Query) (paging.Page[R], error)) (paging.Page[R], error) {
	if len(words) == 0 {
		return read(query())
	}
	longest := slices.MaxFunc(words, func(a, b customerspets.SearchWord) int { return cmp.Compare(len(a.Text), len(b.Text)) })
	q, lately := query(), s.common.place(account, longest.Text)
	tried := !q.Narrowed() && !slices.ContainsFunc(patternsOf(longest), isShort) && time.Since(time.Unix(lately.Load(), 0)) > commonTime
	if tried {
		s.fromHits(q, longest, words)
		if page, err := read(q); err != nil || page.Len() > 0 {
			return page, err
		}
		q = query()
	}
	for _, word := range words {
		if err := s.whereWord(ctx, s.db, q, account, word); err != nil {
			return paging.Page[R]{}, err
		}
	}
	page, err := read(q.Unprepared(true))
	if tried && page.Len() > 0 {
		lately.Store(time.Now().Unix())
	}
	return page, err
}

// PutIntoSearches puts the rows that wait for it into the indexes of searches, which read all that wait.
func PutIntoSearches(ctx context.Context, db *postgres.DB) error {
	if _, err := db.Exec(ctx, "select customerspets.put_into_searches()"); err != nil {
		return fmt.Errorf("put new rows into the indexes of searches: %w", err)
	}
	return nil
}

// maxHits is how many rows are sorted without their other columns rather than found in the order of the list.
const maxHits = 500

// fromHits has a list begin with the rows that have one of the words, which takes one plan for all words and two thirds of the time. The
// list is empty if these are maxHits or more. Within one statement, the place of a row (ctid) finds it faster than its id does.
func (l link) fromHits(q *postgres.Query, first customerspets.SearchWord, words []customerspets.SearchWord) {
	of := func(word customerspets.SearchWord) (own, linked string, patterns []any) {
		patterns = patternsOf(word)
		return unplanned(like("t.search", patterns)), unplanned(like(l.text, patterns)), append(patterns, patterns...)
	}
	own, linked, patterns := of(first)
	q.From(fmt.Sprintf(`(with hits as materialized (
			(select t.id, t.ctid as place from %[1]s t where t.account_id = $1 and %[2]s limit %[5]d) union all
			(select t.id, t.ctid from %[3]s where o.account_id = $1 and %[4]s limit %[5]d))
		select distinct id, place from hits where (select count(*) from hits) < %[5]d order by id desc) as hits
		join %[1]s t on t.ctid = hits.place and t.id = hits.id`, l.listed, own, l.join, linked, maxHits), patterns...)
	for _, word := range words {
		if word != first {
			own, linked, patterns = of(word)
			q.Where(l.rowByRow(own, linked), patterns...)
		}
	}
}

// few is how many linked rows are looked up first. Where there are more, the list comes across their rows soon: at the latest among
// some ten thousand where a million are listed.
const few = 1000

// whereWord narrows a list to rows that have a word in their own search text, or belong to a row that has it.
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
		q.Where(l.rowByRow(own, like(l.text, patterns)), append(patterns, patterns...)...)
	}
	return nil
}

// rowByRow is the condition that a row has a word itself, or that another row has it, which is looked up for each row: a hash would be of
// all that have the word.
func (l link) rowByRow(own, linked string) string {
	other := "select from " + l.table + " where o.account_id = $1 and " + l.key + " = " + l.at + " and " + linked + " offset 0"
	return "(" + own + " or exists (" + other + "))"
}

// find has one plan for all words: from the index.
func (l link) find(ctx context.Context, db *postgres.DB, account uuid.UUID, patterns []any) ([]uuid.UUID, error) {
	q := (&postgres.Query{}).Where("o.account_id = ?", account).Where(unplanned(like(l.text, patterns)), patterns...)
	return db.IDs(ctx, "select "+l.key+" from "+l.table+q.Conditions()+" limit "+q.Arg(few), q.Args()...)
}

// unplanned puts patterns into subqueries, so that they are unknown when the statement is planned. The database would plan it for each
// word otherwise, which takes about as long as to run it.
func unplanned(condition string) string {
	return strings.ReplaceAll(condition, "like ?", "like (select ?::text)")
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
	if isShort(pattern) {
		return "(" + text + " || '')"
	}
	return text
}

func isShort(pattern any) bool {
	run := 0
	for _, r := range pattern.(string) {
		if run++; r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			run = 0
		}
		if run == 3 {
			return false
		}
	}
	return true
}
