-- +goose Up
create schema if not exists notes;

create table notes.notes (
	account_id  uuid        not null,
	id          uuid        not null,
	parent_type text        not null,
	parent_id   uuid        not null,
	title       text,
	body        text        not null,
	category    text        not null,
	pinned      boolean     not null,
	visibility  text        not null,
	author      json,
	external_id text,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	constraint notes_pk primary key (account_id, id),
	constraint notes_external_key unique (account_id, external_id)
);

-- The lists run these backwards: pinned first, then newest first.
create index notes_by_parent on notes.notes (account_id, parent_id, pinned, id);
create index notes_by_category on notes.notes (account_id, parent_id, category, pinned, id);
create index notes_by_visibility on notes.notes (account_id, parent_id, visibility, pinned, id);

-- +goose Down
drop schema notes cascade;
