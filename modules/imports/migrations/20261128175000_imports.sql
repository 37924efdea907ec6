-- +goose Up
create schema imports;

create table imports.imports (
	account_id    uuid        not null,
	id            uuid        not null,
	created_at    timestamptz not null,
	updated_at    timestamptz not null,
	name          text        not null,
	format        text        not null,
	size          bigint      not null,
	status        text        not null,
	record_types  jsonb       not null,
	keep_ids      boolean     not null,
	profile       text,
	map           jsonb       not null,
	columns       jsonb       not null,
	counts        jsonb       not null,
	look_alikes   jsonb       not null,
	progress      jsonb       not null,
	faults        integer     not null,
	failure       jsonb       not null,
	change_id     uuid,
	position      text        not null, -- in the event feed, when the check began
	step          text,                 -- what a worker has to do; null for nothing
	tries         integer     not null, -- how often a worker has begun the step: the claim of an earlier one is void
	deaths        integer     not null, -- how often one has died with it
	claimed_until timestamptz,          -- a worker has the step, and is alive
	constraint imports_pk primary key (account_id, id)
);
create index imports_created on imports.imports (created_at);
create index imports_waiting on imports.imports (updated_at) where step is not null;
-- one applying an account
create unique index imports_applying_key on imports.imports (account_id) where status = 'applying';

create table imports.faults (
	account_id  uuid    not null,
	import_id   uuid    not null,
	number      integer not null,
	line        integer not null,
	record_type text,
	column_name text,
	field       text    not null,
	code        text    not null,
	message     text    not null,
	value       text,
	constraint faults_pk primary key (account_id, import_id, number),
	constraint faults_import_fk foreign key (account_id, import_id) references imports.imports (account_id, id) on delete cascade
);

create table imports.chunks (
	account_id uuid    not null,
	blob_id    uuid    not null,
	number     integer not null,
	bytes      bytea   not null,
	constraint chunks_pk primary key (account_id, blob_id, number)
);
create index chunks_first on imports.chunks (blob_id) where number = 0;
