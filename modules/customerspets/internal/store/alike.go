package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/postgres"
)

// lockAlike locks an e-mail and phones until the transaction ends, in one order.
const lockAlike = `
select pg_advisory_xact_lock(key)
from (
	select distinct hashtextextended('customers alike ' || cast(? as text) || ' ' || value, 0) as key
	from unnest(array_append(cast(? as text[]), lower(?))) as v (value)
	where value is not null
	order by key
) as keys`

// maxAlike is how many look-alikes of a new customer are named.
const maxAlike = 20

// Alike implements customerspets.CustomerStore. Of two who are created at the same time, at least one is found: it looks after its own
// commit, or, in a transaction that goes on, has the other one wait.
func (s Customers) Alike(ctx context.Context, c customerspets.Customer) (found []uuid.UUID, err error) {
	numbers := []string{}
	for _, p := range c.Phones.Get() {
		numbers = append(numbers, p.Number)
	}
	if c.Email == nil && len(numbers) == 0 {
		return nil, nil
	}
	if err := s.In(ctx).Exec(lockAlike, c.AccountID, postgres.Array(numbers), c.Email).Error; err != nil {
		return nil, fmt.Errorf("lock an e-mail and phones: %w", err)
	}
	isAlike := s.In(ctx).Where("lower(email) = lower(?)", c.Email)
	for _, number := range numbers {
		isAlike = isAlike.Or(hasNumber, number)
	}
	err = s.Of(ctx, c.AccountID).Where("id <> ?", c.ID).Where(isAlike).Order("id").Limit(maxAlike).Pluck("id", &found).Error
	return found, s.Failed("look for look-alikes in", err)
}

// allAlike reads all customers of the account once. Most values are of one customer; only the ids of the others are sorted.
const allAlike = `
declare alike no scroll cursor for
select by, key, to_jsonb(ids[: @most ]) as ids
from (
	select by, key, array(select distinct id from unnest(found) as found (id) order by id) as ids
	from (
		select by, key, array_agg(id) as found
		from (
			select 'email' as by, lower(email) collate "C" as key, id from customerspets.customers where account_id = @account and email is not null
			union all
			select 'phone', (p ->> 'number') collate "C", id
			from customerspets.customers cross join jsonb_array_elements(phones) as p where account_id = @account
		) as all_values
		group by by, key having count(*) > 1
	) as found_again
) as shared
where cardinality(ids) > 1 -- a customer may have a phone twice
order by by, key`

// AllAlike implements customerspets.CustomerStore. A cursor, because page runs statements, too.
func (s Customers) AllAlike(ctx context.Context, account uuid.UUID, page func([]importing.Alike) error) error {
	failed := func(err error) error { return s.Failed("look for look-alikes in", err) }
	err := s.In(ctx).Exec(allAlike, map[string]any{"account": account, "most": importing.MaxAlike}).Error
	if err != nil {
		return failed(err)
	}
	for {
		var rows []struct {
			By, Key string
			IDs     jsonb.Of[[]uuid.UUID]
		}
		if err := s.In(ctx).Raw("fetch 500 from alike").Scan(&rows).Error; err != nil {
			return failed(err)
		}
		if len(rows) == 0 {
			return failed(s.In(ctx).Exec("close alike").Error)
		}
		found := make([]importing.Alike, len(rows))
		for i, r := range rows {
			found[i] = importing.Alike{By: r.By, Key: r.Key, Records: r.IDs.Get()}
		}
		if err := page(found); err != nil {
			return err
		}
	}
}
