-- +goose Up
-- Orders are filtered by indexes alone. Replicas of the version before cannot list or import orders any more: stop them first.
create extension if not exists btree_gin;
create extension if not exists btree_gist;

-- The pets of pet_ids and of the lines, and the services.
create index orders_by_pet on orders.orders using gin
	(account_id, (cast(pet_ids as jsonb) || jsonb_path_query_array(cast(lines as jsonb), '$[*].pet_id')) jsonb_path_ops);
create index orders_by_services on orders.orders using gin (account_id, (cast(service_types as jsonb)) jsonb_path_ops);
drop table orders.order_pets;
drop index orders.orders_by_service;
drop function orders.service_set;

-- What overlaps a period; without an end, it goes on. Not a partial index: PostgreSQL uses the statistics of its ranges only of a whole one.
create index orders_by_range on orders.orders using gist (account_id, tstzrange(starts_at, ends_at, '[]'));
drop index orders.orders_by_stay;
drop function orders.stay_class;

-- Those without starts_at come last in both directions.
create index orders_by_earliest_start on orders.orders (account_id, (coalesce(starts_at, 'infinity')), id);
create index orders_by_latest_start on orders.orders (account_id, (coalesce(starts_at, '-infinity')), id);
create index orders_by_status_start on orders.orders (account_id, status, (coalesce(starts_at, 'infinity')), id);
drop index orders.orders_by_start;

alter table orders.orders drop column placed_window, drop column starts_window; -- with their indexes
drop function orders.window_of;
create index orders_by_placed on orders.orders (account_id, placed_at);

-- +goose Down
-- +goose StatementBegin
create function orders.window_of(at timestamptz) returns integer
	language sql immutable strict parallel safe
	return floor(extract(epoch from at at time zone 'UTC') / 604800)::integer;
-- +goose StatementEnd
-- +goose StatementBegin
create function orders.stay_class(starts_at timestamptz, ends_at timestamptz) returns integer
	language sql immutable parallel safe
	return case
		when starts_at is null then -1
		when ends_at is null then 14
		else width_bucket(extract(epoch from ends_at - starts_at), array[86400, 172800, 345600, 691200, 1382400, 2764800, 5529600, 11059200,
			22118400, 44236800, 88473600, 176947200, 353894400]::numeric[])
	end;
-- +goose StatementEnd
-- +goose StatementBegin
create function orders.service_set(service_types json) returns integer
	language sql immutable parallel safe
	return (service_types::jsonb ? 'boarding')::integer + 2 * (service_types::jsonb ? 'daycare')::integer
		+ 4 * (service_types::jsonb ? 'grooming')::integer + 8 * (service_types::jsonb ? 'training')::integer
		+ 16 * (service_types::jsonb ? 'classes')::integer + 32 * (service_types::jsonb ? 'retail')::integer;
-- +goose StatementEnd
drop index orders.orders_by_pet, orders.orders_by_services, orders.orders_by_range, orders.orders_by_earliest_start,
	orders.orders_by_latest_start, orders.orders_by_status_start, orders.orders_by_placed;
alter table orders.orders
	add column placed_window integer generated always as (orders.window_of(placed_at)) stored,
	add column starts_window integer generated always as (orders.window_of(starts_at)) stored;
create index orders_by_placed on orders.orders (account_id, placed_window, id) include (placed_at);
create index orders_by_starts on orders.orders (account_id, starts_window, id) include (starts_at);
create index orders_by_stay on orders.orders (account_id, status, (orders.stay_class(starts_at, ends_at)), starts_at, id) include (ends_at);
create index orders_by_start on orders.orders (account_id, starts_at, id);
create index orders_by_service on orders.orders (account_id, (orders.service_set(service_types)), id);
create table orders.order_pets (
	account_id uuid not null,
	pet_id     uuid not null,
	order_id   uuid not null,
	constraint order_pets_pk primary key (account_id, pet_id, order_id),
	constraint order_pets_order_fk foreign key (account_id, order_id) references orders.orders (account_id, id)
);
insert into orders.order_pets
	select distinct o.account_id, p.id::uuid, o.id from orders.orders o, lateral (
		select jsonb_array_elements_text(o.pet_ids::jsonb) union select jsonb_path_query(o.lines::jsonb, '$[*].pet_id') #>> '{}') as p (id)
	where p.id is not null;
create index order_pets_by_order on orders.order_pets (account_id, order_id);

