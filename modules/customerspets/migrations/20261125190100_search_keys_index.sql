-- +goose Up
-- Indexes of the keys instead of trigrams. Those had the account as a second key, and to read all of its entries was a fifth of the work of
-- a search in a large account. This is a transaction of its own, so that customers and pets can be read meanwhile: to add a column locks
-- them for as long as the transaction takes.
update customerspets.customers set search_keys = customerspets.search_keys(account_id, search);
update customerspets.pets set search_keys = customerspets.search_keys(account_id, search);
create index customers_by_keys on customerspets.customers using gin (string_to_array(search_keys, null));
create index pets_by_keys on customerspets.pets using gin (string_to_array(search_keys, null));
drop index customerspets.customers_by_search, customerspets.customers_by_known, customerspets.pets_by_search, customerspets.pets_by_name;

-- +goose StatementBegin
create or replace function customerspets.put_into_searches() returns void
	language sql security definer set search_path = pg_catalog
	as $$
		select gin_clean_pending_list(index::regclass) from unnest(array['customerspets.customers_by_keys', 'customerspets.pets_by_keys']) as index
	$$;
-- +goose StatementEnd

-- +goose Down
create index customers_by_search on customerspets.customers using gin (account_id, search gin_trgm_ops);
create index customers_by_known on customerspets.customers using gin (account_id, known_by gin_trgm_ops);
create index pets_by_search on customerspets.pets using gin (account_id, search gin_trgm_ops);
create index pets_by_name on customerspets.pets using gin (account_id, name_key gin_trgm_ops);
-- +goose StatementBegin
create or replace function customerspets.put_into_searches() returns void
	language sql security definer set search_path = pg_catalog
	as $$
		select gin_clean_pending_list(index::regclass) from unnest(array['customerspets.customers_by_search', 'customerspets.customers_by_known',
			'customerspets.pets_by_search', 'customerspets.pets_by_name']) as index
	$$;
-- +goose StatementEnd
drop index customerspets.pets_by_keys, customerspets.customers_by_keys;
