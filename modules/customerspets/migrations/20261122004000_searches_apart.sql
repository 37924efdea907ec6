-- +goose Up
-- A search text holds what its own row says and nothing of other rows: a change of a pet writes no row of its owner, nor a change of a
-- customer those of its pets. The columns of the other's part stay, empty, for replicas of the version before.
update customerspets.customers set search = left(search, length(search) - length(pet_names)), pet_names = '' where pet_names <> '';
update customerspets.pets set search = left(search, length(search) - length(owner_search)), owner_search = '' where owner_search <> '';

create index customers_by_known on customerspets.customers using gin (account_id, known_by gin_trgm_ops) with (gin_pending_list_limit = 512);
create index pets_by_name on customerspets.pets using gin (account_id, name_key gin_trgm_ops) with (gin_pending_list_limit = 512);

-- What has a breed or a colour code is found by its marks.
drop index customerspets.pets_by_lists;

-- +goose Down
drop index customerspets.pets_by_name, customerspets.customers_by_known;
create index pets_by_lists on customerspets.pets using gin (account_id, breed_ids jsonb_path_ops, colour_code_ids jsonb_path_ops);
update customerspets.customers c set pet_names = n.names, search = c.search || n.names
	from (select account_id, customer_id, string_agg(name_key, '' order by id) as names from customerspets.pets group by account_id, customer_id) n
	where n.account_id = c.account_id and n.customer_id = c.id;
update customerspets.pets p set owner_search = c.known_by, search = p.search || c.known_by
	from customerspets.customers c where c.account_id = p.account_id and c.id = p.customer_id;
