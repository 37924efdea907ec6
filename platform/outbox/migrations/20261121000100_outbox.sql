-- +goose Up
create schema if not exists outbox;

-- Without a cache, numbers are given out in the order in which they are asked for: an event that is recorded while the
-- row lock of its record is held gets a larger number than every earlier event of that record.
create sequence outbox.sequence cache 1;

create table outbox.events (
	account_id uuid        not null,
	id         uuid        not null,
	sequence   bigint      not null,
	type       text        not null,
	record_id  uuid        not null,
	body       text        not null, -- the exact bytes that are sent and signed
	created_at timestamptz not null,
	constraint events_pk primary key (account_id, id)
);

create index events_by_age on outbox.events (created_at);
create index events_by_record on outbox.events (account_id, record_id, sequence);

-- +goose Down
drop schema outbox cascade;
