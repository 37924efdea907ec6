package store

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Alike implements customerspets.CustomerStore. It names at most 20. Of two who are created at the same time, at least one is found: it
// looks after its own commit, or, in a transaction that goes on, has the other one wait.
func (s Customers) Alike(ctx context.Context, c customerspets.Customer) (found []uuid.UUID, err error) {
	isAlike, values := s.In(ctx), []string{}
	if c.Email != nil {
		isAlike, values = isAlike.Where("lower(email) = lower(?)", c.Email), append(values, strings.ToLower(*c.Email))
	}
	for _, p := range c.Phones.Get() {
		isAlike, values = isAlike.Or(hasNumber, p.Number), append(values, p.Number)
	}
	if len(values) == 0 {
		return nil, nil
	}
	for _, value := range slices.Sorted(slices.Values(values)) {
		if err := s.texts.db.Lock(ctx, "customers alike "+c.AccountID.String()+" "+value); err != nil {
			return nil, err
		}
	}
	err = s.Of(ctx, c.AccountID).Where("id <> ?", c.ID).Where(isAlike).Order("id").Limit(20).Pluck("id", &found).Error
	return found, s.Failed("look for look-alikes in", err)
}

// allAlike reads all customers of the account once. Most values are of one customer; only the ids of the others are sorted.
const allAlike = `
declare alike no scroll cursor for
select string_agg(distinct by, ', ') as by, min(key) as key, to_jsonb(ids[: @most ]) as ids
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
group by ids
order by 1, 2`

// AllAlike implements customerspets.CustomerStore. A cursor, because page runs statements, too.
func (s Customers) AllAlike(ctx context.Context, account uuid.UUID, page func([]importing.Alike) error) error {
	err := s.In(ctx).Exec(allAlike, map[string]any{"account": account, "most": importing.MaxAlike}).Error
	for err == nil {
		var rows []struct {
			By, Key string
			IDs     jsonb.Of[[]uuid.UUID]
		}
		if err = s.In(ctx).Raw("fetch 500 from alike").Scan(&rows).Error; err != nil {
			break
		}
		if len(rows) == 0 {
			return s.In(ctx).Exec("close alike").Error
		}
		found := make([]importing.Alike, len(rows))
		for i, r := range rows {
			found[i] = importing.Alike{By: r.By, Key: r.Key, Records: r.IDs.Get()}
		}
		if err := page(found); err != nil {
			return err
		}
	}
	return s.Failed("look for look-alikes in", err)
}
