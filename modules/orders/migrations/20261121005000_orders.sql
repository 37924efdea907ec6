-- +goose Up
create schema if not exists orders;

-- A window is a week, counted from 1970. Lists are newest first (by id), so an index on a time alone would have to read
-- and sort everything in a range; with windows the newest of each week are found without reading the others.
-- +goose StatementBegin
create function orders.window_of(at timestamptz) returns integer
	language sql immutable strict parallel safe
	return floor(extract(epoch from at at time zone 'UTC') / 604800)::integer;
-- +goose StatementEnd

create table orders.orders (
	account_id        uuid        not null,
	id                uuid        not null,
	number            text        not null,
	customer_id       uuid        not null,
	pet_ids           json        not null,
	status            text        not null,
	payment_status    text        not null,
	pending_reason_id uuid,
	service_types     json        not null,
	starts_at         timestamptz,
	ends_at           timestamptz,
	placed_at         timestamptz,
	lines             json        not null,
	currency          text        not null,
	subtotal          bigint      not null,
	discount          bigint      not null,
	tax               bigint      not null,
	total             bigint      not null,
	paid              bigint      not null,
	balance_due       bigint      not null,
	payments          json        not null,
	external_id       text,
	created_at        timestamptz not null,
	updated_at        timestamptz not null,
	version           bigint      not null,
	placed_window     integer     generated always as (orders.window_of(placed_at)) stored,
	starts_window     integer     generated always as (orders.window_of(starts_at)) stored,
	constraint orders_pk primary key (account_id, id),
	-- Deferrable: it is checked when a statement ends, so that one statement can swap the numbers of two orders.
	constraint orders_number_key unique (account_id, number) deferrable initially immediate,
	constraint orders_external_key unique (account_id, external_id),
	constraint orders_status_check check (status in ('draft', 'open', 'completed', 'cancelled')),
	constraint orders_payment_status_check check (payment_status in ('unpaid', 'partially_paid', 'paid', 'refunded')),
	constraint orders_times_check check (ends_at >= starts_at),
	constraint orders_total_check check (total = subtotal - discount + tax),
	constraint orders_balance_check check (balance_due = total - paid)
);

create index orders_by_customer on orders.orders (account_id, customer_id, id);
create index orders_by_status on orders.orders (account_id, status, id);
create index orders_by_payment_status on orders.orders (account_id, payment_status, id);
create index orders_by_placed on orders.orders (account_id, placed_window, id) include (placed_at);
create index orders_by_starts on orders.orders (account_id, starts_window, id) include (starts_at);
create index orders_by_update on orders.orders (account_id, updated_at, id);

-- The pets of pet_ids and of the lines, to find the orders of a pet.
create table orders.order_pets (
	account_id uuid not null,
	pet_id     uuid not null,
	order_id   uuid not null,
	constraint order_pets_pk primary key (account_id, pet_id, order_id),
	constraint order_pets_order_fk foreign key (account_id, order_id) references orders.orders (account_id, id)
);

create index order_pets_by_order on orders.order_pets (account_id, order_id);

-- +goose Down
drop schema orders cascade;
