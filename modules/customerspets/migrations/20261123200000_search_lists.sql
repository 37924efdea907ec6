-- +goose Up
-- New rows wait in a list until they are put into the index of a search, and every search reads that list: 200 kB take as long as the rest
-- of a search. Autovacuum empties it only once a fifth of a table is new. A worker does so every few minutes, as the owner of the indexes.
create function customerspets.put_into_searches() returns void
	language sql security definer set search_path = pg_catalog
	as $$
		select gin_clean_pending_list(index::regclass) from unnest(array['customerspets.customers_by_search', 'customerspets.customers_by_known',
			'customerspets.pets_by_search', 'customerspets.pets_by_name']) as index
	$$;

-- +goose Down
drop function customerspets.put_into_searches;
