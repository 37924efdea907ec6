-- +goose NO TRANSACTION
-- +goose Up

-- replaces 20261125190100
-- That one writes all rows in one transaction: nobody can change a customer until it ends,
-- it fails again and again while staff change some of them, and a dump beside it undoes all of its work. Here writers wait for a few rows at a
-- time. Where that one was applied, this changes nothing. Each statement can be run again when an earlier try was interrupted.

-- Rows that are new or change meanwhile get their keys from triggers.
-- +goose StatementBegin
do $$
declare
	list text;
	account uuid;
	last uuid;
begin
	foreach list in array array['customers', 'pets'] loop
		continue when to_regclass(format('customerspets.%I_by_keys', list)) is not null; -- all have keys, then
		account := '00000000-0000-0000-0000-000000000000';
		last := account;
		loop
			execute format('with page as (
					select account_id, id from customerspets.%1$I where (account_id, id) > ($1, $2) and search_keys = ''''
					order by account_id, id limit 200 for no key update
				), written as (
					update customerspets.%1$I t set search_keys = customerspets.search_keys(t.account_id, t.search)
					from page where t.account_id = page.account_id and t.id = page.id
				)
				select account_id, id from page order by account_id desc, id desc limit 1', list) into account, last using account, last;
			exit when last is null;
			commit;
		end loop;
	end loop;
end $$;
-- +goose StatementEnd

-- What an index that could not be finished has left.
-- +goose StatementBegin
do $$
declare
	index text;
begin
	foreach index in array array['customerspets.customers_by_keys', 'customerspets.pets_by_keys'] loop
		if exists (select from pg_index where indexrelid = to_regclass(index) and not indisvalid) then
			execute 'drop index ' || index;
		end if;
	end loop;
end $$;
-- +goose StatementEnd
create index concurrently if not exists customers_by_keys on customerspets.customers using gin (string_to_array(search_keys, null));
create index concurrently if not exists pets_by_keys on customerspets.pets using gin (string_to_array(search_keys, null));
drop index concurrently if exists customerspets.customers_by_search;
drop index concurrently if exists customerspets.customers_by_known;
drop index concurrently if exists customerspets.pets_by_search;
drop index concurrently if exists customerspets.pets_by_name;

-- +goose StatementBegin
create or replace function customerspets.put_into_searches() returns void
	language sql security definer set search_path = pg_catalog
	as $$
		select gin_clean_pending_list(index::regclass) from unnest(array['customerspets.customers_by_keys', 'customerspets.pets_by_keys']) as index
	$$;
-- +goose StatementEnd

-- For replicas of versions that know only the other one.
insert into goose_db_version (version_id, is_applied)
select 20261125190100, true where not exists (select from goose_db_version where version_id = 20261125190100);

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
delete from goose_db_version where version_id = 20261125190100;
