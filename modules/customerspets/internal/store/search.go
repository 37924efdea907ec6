package store

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// link is how the rows of a list, called t, belong to those of another table in which a word may be found as well, called o.
type link struct {
	listed string
	table  string
	text   string // what counts of the other row, a part of its search text
	key    string // of the other row
	at     string // the same key of the listed row
	from   string // other rows, with the listed rows that they belong to
	listID string // the id of these
}

var (
	byPets = link{"customerspets.customers", "customerspets.pets o", "o.name_key", "o.customer_id", "t.id",
		"customerspets.pets o", "o.customer_id"}
	byOwners = link{"customerspets.pets", "customerspets.customers o", "o.known_by", "o.id", "t.customer_id",
		"customerspets.customers o join customerspets.pets t on t.account_id = (select $1::uuid) and t.customer_id = o.id", "t.id"}
)

// search looks for words in the rows of a list.
type search struct {
	link
	db     *postgres.DB
	rows   *postgres.Relation
	common *common
}

func newSearch(db *postgres.DB, rows *postgres.Relation, l link) search {
	return search{l, db, rows, &common{seed: maphash.MakeSeed()}}
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

// list reads a page of the rows of a query that have all words, each in their own search text or in that of a row they belong to; few says
// that the query leaves few rows without them. A search text holds nothing of other rows: to keep it so would write, with each of them, all
// keys of the text anew.
//
// The index finds all rows that have the longest word; if these are too many, those that have the next one. If all words are common, the
// list soon comes across rows that have them, or else all with the longest word are read nevertheless. The database does not choose: it
// takes keys of one word for independent of each other, and expects next to no row where thousands have the word.
func list[R any](ctx context.Context, s search, account uuid.UUID, words []customerspets.SearchWord, few bool, query func() *postgres.Query,
	request paging.Request, read func(*postgres.Query) (paging.Page[R], error)) (page paging.Page[R], err error) {
	q := query()
	if len(words) == 0 || few {
		return read(s.whereHas(q, words...))
	}
	longestFirst := slices.SortedFunc(slices.Values(words), func(a, b customerspets.SearchWord) int {
		return cmp.Compare(len(b.Text), len(a.Text))
	})
	for i, word := range longestFirst {
		lately := s.common.place(account, word.Text)
		if !hasKeys(account, word) || time.Since(time.Unix(lately.Load(), 0)) < commonTime {
			continue
		}
		others := slices.Delete(slices.Clone(longestFirst), i, i+1)
		if q.Narrowed() {
			ids, err := s.find(ctx, account, word)
			if err != nil || len(ids) == 0 {
				return page, err
			}
			if len(ids) < maxHits {
				return read(s.whereHas(query().Where("t.id = any(?)", ids).Unprepared(true), others...))
			}
		} else if page, err = read(s.whereHas(s.fromHits(query(), account, word, maxHits), others...)); !postgres.DividesByZero(err) {
			return page, err
		}
		lately.Store(time.Now().Unix())
	}
	if !hasKeys(account, longestFirst[0]) {
		return read(s.whereHas(q, words...))
	}
	return listCommon(ctx, s, account, longestFirst, query, request, read)
}

// listCommon reads the page from the first rows of the list or, if these do not fill it and there are more, from all with the first word.
func listCommon[R any](ctx context.Context, s search, account uuid.UUID, words []customerspets.SearchWord, query func() *postgres.Query,
	request paging.Request, read func(*postgres.Query) (paging.Page[R], error)) (page paging.Page[R], err error) {
	after, err := request.ID()
	if err != nil {
		return page, err
	}
	first, rest, q := query(), query(), query()
	first.Unprepared(q.Narrowed())
	if err := s.rows.Slice(ctx, first, after, 0, maxFirst); err != nil {
		return page, err
	}
	if page, err = read(s.whereHas(first, words...)); err != nil || page.Next != nil {
		return page, err
	}
	if err := s.rows.Slice(ctx, rest, after, maxFirst, 1); err != nil {
		return page, err
	}
	if more, err := s.rows.Any(ctx, rest); err != nil || !more {
		return page, err
	}
	q.Unprepared(q.Narrowed())
	table, has := s.hitsOnce(q, account, words[0], math.MaxInt32)
	q.Join(table + atHits).Where(has)
	return read(s.whereHas(q, words[1:]...))
}

// PutIntoSearches puts the rows that wait for it into the indexes of searches, which read all that wait.
func PutIntoSearches(ctx context.Context, db *postgres.DB) error {
	if _, err := db.Exec(ctx, "select customerspets.put_into_searches()"); err != nil {
		return fmt.Errorf("put new rows into the indexes of searches: %w", err)
	}
	return nil
}

const (
	maxHits  = 2000 // so many ids of rows with the keys of a word are read and sorted; a word whose keys more rows have is common
	maxFirst = 5000 // among so many rows, common words are looked for in the order of the list
)

// hits selects the ids of the rows that have a word, from the index, and whether it is another row that has it; if these are so many or
// more, at least so many. Unless exact, it does not look into the rows' own texts: to unpack a row up to its text is half of what a hit
// costs. The hits then include a few rows that only have the keys of the word, and the page has to be read with the condition has.
//
// There is one plan for all accounts and words: what is in a subquery is unknown when the statement is planned, which takes longer than to
// run it. The keys are of the account; "is true" keeps the database from reading all of its rows instead, because most accounts have few.
func (l link) hits(q *postgres.Query, account uuid.UUID, word customerspets.SearchWord, most int, exact bool) (statement, has string) {
	var texts, own, linked []string
	for _, part := range word.Forms() {
		const keyed = "string_to_array(%s.search_keys, null) @> (select string_to_array(%s::text, null))"
		keys := q.Arg(customerspets.SearchKeys(account, part))
		texts, own, linked = append(texts, q.Arg(part)), append(own, fmt.Sprintf(keyed, "t", keys)), append(linked, fmt.Sprintf(keyed, "o", keys))
	}
	has = contains("t.search", texts)
	const ofAccount = ".account_id = (select $1::uuid)) is true and "
	ownHas, linkedHas := "(t"+ofAccount+or(own), "(o"+ofAccount+or(linked)+" and "+contains(l.text, texts)
	if exact {
		ownHas += " and " + has
	}
	return fmt.Sprintf("(select t.id, false as linked from %[1]s t where %[2]s limit %[6]d) union all "+
			"(select %[3]s, true from %[4]s where %[5]s limit %[6]d)", l.listed, ownHas, l.listID, l.from, linkedHas, most),
		"(hits.linked or " + has + ")"
}

// fromHits has a list begin with the rows that have a word. It divides by zero if these are so many or more.
func (l link) fromHits(q *postgres.Query, account uuid.UUID, word customerspets.SearchWord, most int) *postgres.Query {
	table, has := l.hitsOnce(q, account, word, most)
	return q.OnePlan().From(table + "\n\t\tjoin " + l.listed + " t" + atHits).Where(has)
}

// atHits joins listed rows to hits.
const atHits = " on t.id = hits.id"

// hitsOnce is the table of hits, each once, as fromHits says, and the condition that listed rows have to meet.
func (l link) hitsOnce(q *postgres.Query, account uuid.UUID, word customerspets.SearchWord, most int) (table, has string) {
	statement, has := l.hits(q, account, word, most, false)
	return fmt.Sprintf(`(with hits as materialized (%[1]s)
			select distinct on (id) id, linked from hits where 1 / ((select count(*) from hits) < %[2]d)::integer = 1
			order by id desc, linked desc) as hits`, statement, most), has
}

// find returns the ids of the rows that have a word, at most maxHits.
func (s search) find(ctx context.Context, account uuid.UUID, word customerspets.SearchWord) ([]uuid.UUID, error) {
	q := (&postgres.Query{}).Where("account_id = ?", account)
	hits, _ := s.hits(q, account, word, maxHits, true)
	statement := fmt.Sprintf("select id from (%s) as hits limit %d", hits, maxHits)
	ids, err := s.db.IDs(ctx, statement, q.Args()...)
	if err != nil {
		return nil, fmt.Errorf("look for a word in %s: %w", s.listed, err)
	}
	return ids, nil
}

// whereHas narrows a list to rows that have all words, which are looked for in each row.
func (l link) whereHas(q *postgres.Query, words ...customerspets.SearchWord) *postgres.Query {
	for _, word := range words {
		var texts []string
		for _, part := range word.Forms() {
			texts = append(texts, q.Arg(part))
		}
		q.Where(fmt.Sprintf("(%s or exists (select from %s where o.account_id = $1 and %s = %s and %s offset 0))",
			contains("t.search", texts), l.table, l.key, l.at, contains(l.text, texts)))
	}
	return q
}

// contains is the condition that a column contains one of the texts.
func contains(column string, texts []string) string {
	var each []string
	for _, text := range texts {
		each = append(each, "strpos("+column+", "+text+") > 0")
	}
	return or(each)
}

// or is the condition that one of these holds.
func or(conditions []string) string { return "(" + strings.Join(conditions, " or ") + ")" }

// hasKeys reports whether the index helps to find a word.
func hasKeys(account uuid.UUID, word customerspets.SearchWord) bool {
	return !slices.ContainsFunc(word.Forms(), func(part string) bool { return customerspets.SearchKeys(account, part) == "" })
}
