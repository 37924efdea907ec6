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

func whereWord(q *postgres.Query, word customerspets.SearchWord) {
	condition := searched(word.Text) + " like ?"
	if word.Digits == "" {
		q.Where(condition, part(word.Text))
		return
	}
	q.Where("("+condition+" or "+searched(word.Digits)+" like ?)", part(word.Text), part(word.Digits))
}

// searched is the text to look in for a word. The index knows runs of three letters or digits, and of two at the beginning of a
// word: for shorter ones it would be read from end to end, so they are looked for in the order of the list, which ends with the page.
func searched(word string) string {
	run := 0
	for _, r := range word {
		if run++; r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
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

// namePets puts the names of their pets into the search texts of customers, who are held.
func (s *Pets) namePets(ctx context.Context, account uuid.UUID, owners []uuid.UUID) error {
	err := s.db.Queue(ctx, nil, `update customerspets.customers c
		set pet_names = n.names, search = left(c.search, length(c.search) - length(c.pet_names)) || n.names
		from (select u.id, coalesce((select string_agg(p.name_key, '' order by p.id) from customerspets.pets p
			where p.account_id = $1 and p.customer_id = u.id), '') as names from unnest($2::uuid[]) as u (id)) n
		where c.account_id = $1 and c.id = n.id and c.pet_names <> n.names`, account, owners)
	if err != nil {
		return fmt.Errorf("name pets for the search of customers: %w", err)
	}
	return nil
}

// nameOwners puts what customers are known by into the search texts of their pets.
func (s *Customers) nameOwners(ctx context.Context, account uuid.UUID, owners []uuid.UUID, knownBy []string) error {
	err := s.db.Queue(ctx, nil, `update customerspets.pets p
		set owner_search = n.known_by, search = left(p.search, length(p.search) - length(p.owner_search)) || n.known_by
		from unnest($2::uuid[], $3::text[]) as n (id, known_by)
		where p.account_id = $1 and p.customer_id = n.id and p.owner_search <> n.known_by`, account, owners, knownBy)
	if err != nil {
		return fmt.Errorf("name owners for the search of pets: %w", err)
	}
	return nil
}
