package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// An e-mail or a phone of a customer is locked by a key.
const (
	alikeKey    = "hashtextextended('customers alike ' || $1::text || ' ' || value, 0)"
	alikeValues = " from unnest(array_append($3::text[], lower($2::text))) as v (value) where value is not null"
	// lockAlike locks them until the transaction ends.
	lockAlike = "select pg_advisory_xact_lock(key) from (select distinct " + alikeKey + " as key" + alikeValues + " order by key) as keys"
	// areFree reports that no transaction has locked one, and lets none do so before the message has ended.
	areFree = "select bool_and(pg_try_advisory_xact_lock_shared(" + alikeKey + "))" + alikeValues
)

// findAlike names at most 20. It has one plan for all e-mails and phones.
const findAlike = `
with found as materialized (
	select id from customerspets.customers where account_id = $1 and id <> $2
		and (lower(email) = (select lower($3)) or jsonb_path_query_array(phones, '$[*].number') ?| (select $4::text[])))
select array(select id from (select id from found limit 20) as alike order by id)`

// areSame divides by zero if findAlike does not find what it has found before.
const areSame = "select 1 / ((" + findAlike + ") = $5::uuid[])::integer"

// Alike implements customerspets.CustomerStore. Of two who are created at the same time, at least one is found: it looks after its own
// commit, or, in a transaction that goes on, has the other one wait. A transaction that has not sent anything looks before, and again
// in the message of its commit.
func (s *Customers) Alike(ctx context.Context, c customerspets.Customer) (found []uuid.UUID, err error) {
	phones := []string{}
	for _, p := range c.Phones.Get() {
		phones = append(phones, p.Number)
	}
	if c.Email == nil && len(phones) == 0 {
		return nil, nil
	}
	args := []any{c.AccountID, c.ID, c.Email, phones}
	if err = s.db.Queue(ctx, nil, lockAlike, c.AccountID, c.Email, phones); err == nil {
		err = s.db.Row(ctx, findAlike, args...).Scan(&found)
	}
	if err != nil {
		return nil, fmt.Errorf("look for customers that are alike: %w", err)
	}
	return found, nil
}

// allAlike reads all customers of the account once. Most keys are of one customer; only the ids of the others are sorted.
const allAlike = `declare alike no scroll cursor for
	select by, key, ids[:$2]
	from (
		select by, key, array(select distinct id from unnest(found) as found (id) order by id) as ids
		from (
			select by, key, array_agg(id) as found
			from (
				select 'email' as by, lower(email) collate "C" as key, id from customerspets.customers where account_id = $1 and email is not null
				union all
				select 'phone', (p ->> 'number') collate "C", id
				from customerspets.customers cross join jsonb_array_elements(phones) as p where account_id = $1
			) as all_keys
			group by by, key having count(*) > 1
		) as found_again
	) as shared
	where cardinality(ids) > 1 -- a customer may have a phone twice
	order by by, key`

// AllAlike implements customerspets.CustomerStore.
func (s *Customers) AllAlike(ctx context.Context, account uuid.UUID, page func([]importing.Alike) error) error {
	if _, err := s.db.Exec(ctx, allAlike, account, importing.MaxAlike); err != nil {
		return fmt.Errorf("look for customers that are alike: %w", err)
	}
	for {
		var found []importing.Alike
		err := s.db.Rows(ctx, func(row postgres.Scanner) error {
			var a importing.Alike
			err := row.Scan(&a.By, &a.Key, &a.Records)
			found = append(found, a)
			return err
		}, "fetch 500 from alike")
		if err != nil {
			return fmt.Errorf("look for customers that are alike: %w", err)
		}
		if len(found) == 0 {
			_, err := s.db.Exec(ctx, "close alike")
			return err
		}
		if err := page(found); err != nil {
			return err
		}
	}
}
