-- +goose Up
create schema if not exists webhooks;

-- +goose StatementBegin
-- A UUIDv7 whose 12 bits behind the version are the fraction of the millisecond, so that ids made one after the other
-- sort in that order. PostgreSQL has a function of its own only from 18 on.
create function webhooks.new_id() returns uuid language plpgsql volatile parallel safe as $$
declare
	us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
	id bytea  := uuid_send(gen_random_uuid());
begin
	id := overlay(id placing substring(int8send(us / 1000) from 3) from 1 for 6);
	id := overlay(id placing substring(int4send(28672 + (us % 1000)::integer * 4096 / 1000) from 3) from 7 for 2);
	return encode(id, 'hex')::uuid;
end
$$;
-- +goose StatementEnd

create table webhooks.webhooks (
	id              uuid        not null,
	organization_id uuid        not null,
	url             text        not null,
	event_types     jsonb       not null,
	account_ids     jsonb       not null, -- empty: all of the organization
	description     text,
	active          boolean     not null,
	secret_hint     text        not null,
	secret          bytea       not null, -- sealed
	previous_secret bytea,
	previous_until  timestamptz,
	created_at      timestamptz not null,
	updated_at      timestamptz not null,
	version         bigint      not null,
	deleted_at      timestamptz,
	constraint webhooks_pk primary key (id)
);

create index webhooks_by_organization on webhooks.webhooks (organization_id, id) where deleted_at is null;
create index webhooks_deleted on webhooks.webhooks (deleted_at) where deleted_at is not null;

-- Apart from the webhooks, because it changes with every delivery: so a change of the webhook does not wait for the
-- worker nor the worker for it.
create table webhooks.health (
	webhook_id           uuid    not null,
	last_success_at      timestamptz,
	last_failure_at      timestamptz,
	consecutive_failures integer not null default 0,
	constraint health_pk primary key (webhook_id)
) with (fillfactor = 50);

-- A row is the history of a delivery and its place in the queue: it is open as long as next_attempt_at is set, and due
-- when that is past. A claim sets it to when the attempt must be over, so that a crash needs nobody to clean up.
create table webhooks.deliveries (
	account_id      uuid        not null,
	id              uuid        not null default webhooks.new_id(),
	webhook_id      uuid        not null,
	event_id        uuid        not null,
	event_type      text        not null,
	trigger         text        not null,
	status          text        not null default 'pending',
	failure         text,
	attempts        integer     not null default 0,
	next_attempt_at timestamptz default clock_timestamp(),
	completed_at    timestamptz,
	created_at      timestamptz not null default clock_timestamp(),
	updated_at      timestamptz not null default clock_timestamp(),
	constraint deliveries_pk primary key (account_id, id)
) with (fillfactor = 80);

create index deliveries_open on webhooks.deliveries (webhook_id, next_attempt_at, id) where next_attempt_at is not null;
create index deliveries_by_webhook on webhooks.deliveries (webhook_id, id);
create index deliveries_by_status on webhooks.deliveries (webhook_id, status, id);
create index deliveries_by_type on webhooks.deliveries (webhook_id, event_type, id);
create index deliveries_by_event on webhooks.deliveries (account_id, event_id);
create index deliveries_by_age on webhooks.deliveries (completed_at) where completed_at is not null;

-- No foreign key to deliveries: its check would cost a lock for each row of the hottest statement, which joins the
-- delivery anyway. Whatever deletes deliveries deletes their attempts in the same statement.
create table webhooks.attempts (
	account_id      uuid        not null,
	delivery_id     uuid        not null,
	number          integer     not null,
	started_at      timestamptz not null,
	duration_ms     bigint      not null,
	response_status integer,
	response_body   text,
	error           text,
	constraint attempts_pk primary key (account_id, delivery_id, number)
);

-- +goose Down
drop schema webhooks cascade;
