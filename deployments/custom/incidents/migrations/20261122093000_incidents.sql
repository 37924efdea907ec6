-- +goose Up
create schema if not exists incidents;

create table incidents.incidents (
	account_id   uuid        not null,
	id           uuid        not null,
	pet_id       uuid        not null,
	customer_id  uuid        not null,
	kind         text        not null,
	status       text        not null,
	occurred_on  date        not null,
	description  text        not null,
	action_taken text,
	external_id  text,
	created_at   timestamptz not null,
	updated_at   timestamptz not null,
	version      bigint      not null,
	constraint incidents_pk primary key (account_id, id)
);

-- Most incidents have no external id: a partial index holds no nulls.
create unique index incidents_external_key on incidents.incidents (account_id, external_id) where external_id is not null;
create index incidents_by_pet on incidents.incidents (account_id, pet_id, id);

-- +goose Down
drop schema incidents cascade;
