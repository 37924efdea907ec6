-- +goose Up
-- The keys by which searches find customers and pets: for each run of three characters in a search text, one character that depends on the
-- account, too. What an index finds by the keys of a word has to be looked into, as with trigrams.
alter table customerspets.customers add column search_keys text collate "C" not null default '';
alter table customerspets.pets add column search_keys text collate "C" not null default '';

-- The keys of a search text: SearchKeys in Go.
-- +goose StatementBegin
create function customerspets.search_keys(account uuid, search text) returns text language sql immutable as $$
	select coalesce(string_agg(key, '' order by key), '') from (
		select distinct chr((2048 + ((ascii(substr(search, i, 1))::bigint * 1000003 + ascii(substr(search, i + 1, 1))) * 1000003 +
			ascii(substr(search, i + 2, 1)) + ('x' || right(account::text, 4))::bit(16)::int * 7919) % 53231)::int) collate "C" as key
		from generate_series(1, length(search) - 2) as i where position(' ' in substr(search, i + 1, 2)) = 0) as keys
$$;
create function customerspets.write_search_keys() returns trigger language plpgsql as $$
begin
	new.search_keys := customerspets.search_keys(new.account_id, new.search);
	return new;
end
$$;
-- +goose StatementEnd

-- For replicas of the version before, which write search texts without keys.
create trigger missing_search_keys before insert on customerspets.customers
	for each row when (new.search_keys = '') execute function customerspets.write_search_keys();
create trigger old_search_keys before update of search on customerspets.customers
	for each row when (new.search <> old.search and new.search_keys = old.search_keys) execute function customerspets.write_search_keys();
create trigger missing_search_keys before insert on customerspets.pets
	for each row when (new.search_keys = '') execute function customerspets.write_search_keys();
create trigger old_search_keys before update of search on customerspets.pets
	for each row when (new.search <> old.search and new.search_keys = old.search_keys) execute function customerspets.write_search_keys();

-- +goose Down
drop trigger old_search_keys on customerspets.pets;
drop trigger missing_search_keys on customerspets.pets;
drop trigger old_search_keys on customerspets.customers;
drop trigger missing_search_keys on customerspets.customers;
drop function customerspets.write_search_keys, customerspets.search_keys;
alter table customerspets.pets drop column search_keys;
alter table customerspets.customers drop column search_keys;
