package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// The reasons stand in the table as numbers, the strongest first.
var reasons = map[customerspets.Kind][]customerspets.DuplicateReason{
	customerspets.OfCustomers: {customerspets.SameEmail, customerspets.SamePhone, customerspets.SameNamePostcode, customerspets.SameNamePet},
	customerspets.OfPets:      {customerspets.SameMicrochip, customerspets.SameName},
}

// writeDuplicateKeys makes the keys of customers and of their pets what their rows say.
const writeDuplicateKeys = `
with customers as (
	select id, email, phones, regexp_replace(known_by, '( [0-9]+)+$', '') as name, case when json_typeof(address) = 'object'
		then nullif(upper(regexp_replace(address ->> 'postcode', '[^[:alnum:]]', '', 'g')), '') end as postcode
	from customerspets.customers where account_id = @account and id = any(@customers)
), pets as (
	select id, customer_id, name_key, species, birth_date, nullif(lower(regexp_replace(microchip, '[^[:alnum:]]', '', 'g')), '') as chip
	from customerspets.pets where account_id = @account and customer_id = any(@customers)
), wanted as (
	select kind, reason, hashtextextended(value, 0) as key, id from (
		select 'customer' as kind, 1 as reason, lower(email) as value, id from customers
		union
		select 'customer', 2, p ->> 'number', id from customers cross join jsonb_array_elements(phones) as p
		union
		select 'customer', 3, name || '|' || postcode, id from customers where name <> ''
		union
		select 'customer', 4, c.name || '|' || p.birth_date, c.id from customers c join pets p on p.customer_id = c.id where c.name <> ''
		union
		select 'pet', 1, chip, id from pets
		union
		select 'pet', 2, concat_ws('|', name_key, customer_id, species), id from pets
	) as found where value is not null
), gone as (
	delete from customerspets.duplicate_keys k
	where k.account_id = @account and k.id = any(array(select unnest(cast(@customers as uuid[])) union all select id from pets))
		and not exists (select from wanted w where (w.kind, w.reason, w.key, w.id) = (k.kind, k.reason, k.key, k.id))
	returning kind, reason, key
), added as (
	insert into customerspets.duplicate_keys select cast(@account as uuid), kind, reason, key, id from wanted on conflict do nothing
	returning kind, reason, key
)
insert into customerspets.duplicate_changes (account_id, kind, reason, key, n)
select cast(@account as uuid), kind, reason, key, 1 from added union all select cast(@account as uuid), kind, reason, key, -1 from gone`

const dropDuplicateKeys = `
with gone as (
	delete from customerspets.duplicate_keys where account_id = @account and id = any(@ids) returning kind, reason, key
)
insert into customerspets.duplicate_changes (account_id, kind, reason, key, n)
select cast(@account as uuid), kind, reason, key, -1 from gone`

// The array is read once, whatever the planner believes of a table that has grown since it was last looked at.
const countDuplicates = `
with changes as (
	delete from customerspets.duplicate_changes where account_id = @account and id = any(array(
		select id from customerspets.duplicate_changes where account_id = @account order by id limit @limit for update skip locked))
	returning kind, reason, key, n
)
insert into customerspets.duplicate_counts as c
select cast(@account as uuid), kind, reason, key, sum(n) from changes
group by kind, reason, key having sum(n) <> 0 order by kind, reason, key
on conflict on constraint duplicate_counts_pk do update set members = c.members + excluded.members`

const dropDuplicateCounts = `delete from customerspets.duplicate_counts where account_id = @account and members = 0`

// sharedKeys reads the keys that several records have.
const sharedKeys = `
select reason, key from customerspets.duplicate_counts
where account_id = @account and kind = @kind and members > 1 and (reason, key) > (@reason, @key)
order by reason, key limit @limit`

const sharedKeysOf = `
select reason, key from customerspets.duplicate_keys k
where account_id = @account and id = @only and (reason, key) > (@reason, @key)
	and exists (select from customerspets.duplicate_keys o
		where o.account_id = @account and (o.kind, o.reason, o.key) = (k.kind, k.reason, k.key) and o.id <> k.id)
order by reason, key limit @limit`

// sharers are the records that have some keys, at most 20 each, with all of their keys.
const sharers = `
select g.number, m.id, (select jsonb_agg(jsonb_build_array(o.reason, o.key::text)) from customerspets.duplicate_keys o
	where o.account_id = @account and o.id = m.id) as keys
from unnest(cast(@reasons as smallint[]), cast(@keys as bigint[])) with ordinality as g (reason, key, number)
cross join lateral (
	select id from customerspets.duplicate_keys k
	where k.account_id = @account and k.kind = @kind and k.reason = g.reason and k.key = g.key order by id limit 20
) as m
order by g.number, m.id`

type sharedKey struct {
	Reason int16
	Key    int64
}

// name is the key as sharers writes it.
func (k sharedKey) name() [2]string {
	return [2]string{strconv.Itoa(int(k.Reason)), strconv.FormatInt(k.Key, 10)}
}

func (k sharedKey) before(other sharedKey) bool {
	return k.Reason < other.Reason || k.Reason == other.Reason && k.Key < other.Key
}

// mostLooked is how many groups are read for a page: of those, some are dismissed, or part of a stronger one.
const mostLooked = 3 * paging.MaxLimit

// Duplicates implements customerspets.MergeStore. A page may be short.
func (s Merges) Duplicates(ctx context.Context, account uuid.UUID, kind customerspets.Kind, only uuid.UUID,
	page paging.Request) (found paging.Page[customerspets.DuplicateGroup], err error) {
	after, err := positionOf(page)
	if err != nil {
		return found, err
	}
	if err := s.countFew(ctx, account); err != nil {
		return found, err
	}
	for looked := 0; looked < mostLooked; looked += page.Limit {
		query := sharedKeys
		if only != uuid.Nil {
			query = sharedKeysOf
		}
		var keys []sharedKey
		err := s.db.In(ctx).Raw(query, map[string]any{"account": account, "kind": kind, "only": only, "reason": after.Reason, "key": after.Key,
			"limit": page.Limit}).Scan(&keys).Error
		if err != nil {
			return found, fmt.Errorf("look for duplicates: %w", err)
		}
		groups, err := s.groups(ctx, account, kind, keys)
		if err != nil {
			return found, err
		}
		for i, g := range groups {
			if len(g.IDs) > 1 {
				found.Items = append(found.Items, g)
			}
			name := keys[i].name()
			found.Next, after = name[:], keys[i]
			if len(found.Items) == page.Limit {
				return found, nil
			}
		}
		if len(keys) < page.Limit {
			found.Next = nil
			return found, nil
		}
	}
	return found, nil
}

// countedByReader is how many changes are counted before a page is read. More, which an import leaves, CountDuplicates counts soon.
const countedByReader = 1000

const uncounted = `
select count(*) from (
	select from customerspets.duplicate_changes where account_id = ? order by id limit ?
) as pending`

func (s Merges) countFew(ctx context.Context, account uuid.UUID) error {
	var n int
	err := s.db.In(ctx).Raw(uncounted, account, countedByReader+1).Scan(&n).Error
	if err != nil || n == 0 || n > countedByReader {
		return postgres.Failed("look for changes of duplicates", err)
	}
	_, err = s.count(ctx, account, countedByReader)
	return err
}

// count counts some of the changes of an account, and returns how many keys they are of.
func (s Merges) count(ctx context.Context, account uuid.UUID, limit int) (int64, error) {
	these := map[string]any{"account": account, "limit": limit}
	counted := s.db.In(ctx).Exec(countDuplicates, these)
	err := counted.Error
	if err == nil {
		err = s.db.In(ctx).Exec(dropDuplicateCounts, these).Error
	}
	return counted.RowsAffected, postgres.Failed("count duplicates", err)
}

// CountDuplicates counts changes of some account, and returns how many.
func (s Merges) CountDuplicates(ctx context.Context) (int64, error) {
	var accounts []uuid.UUID
	err := s.db.In(ctx).Raw("select account_id from customerspets.duplicate_changes limit 1").Scan(&accounts).Error
	if err != nil || len(accounts) == 0 {
		return 0, postgres.Failed("look for changes of duplicates", err)
	}
	return s.count(ctx, accounts[0], 10*countedByReader)
}

func positionOf(page paging.Request) (after sharedKey, err error) {
	if page.After == nil {
		return sharedKey{}, nil
	}
	if len(page.After) != 2 {
		return after, paging.BadCursor()
	}
	reason, wrong := strconv.ParseInt(page.After[0], 10, 16)
	key, bad := strconv.ParseInt(page.After[1], 10, 64)
	if wrong != nil || bad != nil {
		return after, paging.BadCursor()
	}
	return sharedKey{int16(reason), key}, nil
}

// groups are the records that share keys, less than two where there is nothing to show: they are dismissed, or share a stronger key.
func (s Merges) groups(ctx context.Context, account uuid.UUID, kind customerspets.Kind,
	of []sharedKey) ([]customerspets.DuplicateGroup, error) {
	numbers, keys := make([]int16, len(of)), make([]int64, len(of))
	for i, k := range of {
		numbers[i], keys[i] = k.Reason, k.Key
	}
	var rows []struct {
		Number int
		ID     uuid.UUID
		Keys   jsonb.Of[[][2]any]
	}
	err := s.db.In(ctx).Raw(sharers, map[string]any{"account": account, "kind": kind, "reasons": postgres.Array(numbers),
		"keys": postgres.Array(keys)}).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read duplicates: %w", err)
	}
	groups, shared, members := make([]customerspets.DuplicateGroup, len(of)), make([]map[sharedKey]int, len(of)), []uuid.UUID{}
	for _, row := range rows {
		at := row.Number - 1
		if shared[at] == nil {
			shared[at] = map[sharedKey]int{}
		}
		for _, k := range row.Keys.Get() {
			key, err := strconv.ParseInt(k[1].(string), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("read the key of a duplicate: %w", err)
			}
			shared[at][sharedKey{int16(k[0].(float64)), key}]++
		}
		groups[at].IDs, members = append(groups[at].IDs, row.ID), append(members, row.ID)
	}
	dismissed, err := s.dismissed(ctx, account, members)
	if err != nil {
		return nil, err
	}
	for i := range groups {
		g, all := &groups[i], len(groups[i].IDs)
		for key, n := range shared[i] {
			if n == all && key.before(of[i]) {
				g.IDs = nil // they are shown for that
			}
			if reason := reasons[kind][key.Reason-1]; n == all && !slices.Contains(g.Reasons, reason) {
				g.Reasons = append(g.Reasons, reason)
			}
		}
		slices.SortFunc(g.Reasons, func(a, b customerspets.DuplicateReason) int {
			return slices.Index(reasons[kind], a) - slices.Index(reasons[kind], b)
		})
		group := g.IDs
		g.IDs = slices.DeleteFunc(slices.Clone(group), func(id uuid.UUID) bool {
			return !slices.ContainsFunc(group, func(other uuid.UUID) bool { return other != id && !dismissed[pairOf(id, other)] })
		})
	}
	return groups, nil
}

type pair struct{ ID, OtherID uuid.UUID }

func pairOf(a, b uuid.UUID) pair {
	if slices.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return pair{a, b}
}

func (s Merges) dismissed(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[pair]bool, error) {
	var rows []pair
	err := s.db.In(ctx).Raw(`select id, other_id from customerspets.dismissed_duplicates where account_id = ? and id = any(?)`,
		account, postgres.Array(ids.Distinct(of))).Scan(&rows).Error
	found := make(map[pair]bool, len(rows))
	for _, p := range rows {
		found[p] = true
	}
	return found, postgres.Failed("read dismissed duplicates", err)
}

// Dismiss implements customerspets.MergeStore.
func (s Merges) Dismiss(ctx context.Context, account uuid.UUID, of []uuid.UUID) error {
	err := s.db.In(ctx).Exec(`insert into customerspets.dismissed_duplicates
		select cast(@account as uuid), a.id, b.id
		from unnest(cast(@ids as uuid[])) as a (id) join unnest(cast(@ids as uuid[])) as b (id) on a.id < b.id
		on conflict do nothing`, map[string]any{"account": account, "ids": postgres.Array(of)}).Error
	return postgres.Failed("dismiss duplicates", err)
}
