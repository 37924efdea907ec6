-- +goose Up
create schema if not exists auth;

create table auth.api_keys (
	id              uuid        not null,
	organization_id uuid        not null,
	organization    text        not null, -- its name, for lists: organizations are not renamed
	name            text        not null,
	prefix          text        not null,
	hash            bytea       not null, -- SHA-256 of the key; the key itself is nowhere
	abilities       json        not null,
	account_ids     json        not null, -- empty: all accounts of the organization, later ones too
	created_at      timestamptz not null,
	expires_at      timestamptz,
	revoked_at      timestamptz,
	last_used_at    timestamptz,
	constraint api_keys_pk primary key (id),
	constraint api_keys_hash_key unique (hash)
);

create table auth.sessions (
	account_id        uuid        not null,
	id                uuid        not null,
	customer_id       uuid        not null,
	customer_name     text        not null,
	token_id          uuid        not null, -- jti of the one token that works
	replaced_token_id uuid,                 -- jti of the token before
	refreshed_at      timestamptz,          -- when that was replaced
	created_at        timestamptz not null,
	refresh_until     timestamptz not null,
	constraint sessions_pk primary key (account_id, id)
);

create index sessions_by_customer on auth.sessions (account_id, customer_id);
create index sessions_by_end on auth.sessions (refresh_until);

create table auth.login_failures (
	account_id uuid        not null,
	login      bytea       not null, -- SHA-256 of the e-mail address, whether it is known or not
	failures   integer     not null,
	ends_at    timestamptz not null,
	constraint login_failures_pk primary key (account_id, login)
);

create index login_failures_by_end on auth.login_failures (ends_at);

create table auth.login_attempts (
	source  bytea         not null, -- SHA-256 of the client address, or of the e-mail address
	times   timestamptz[] not null, -- of the last few attempts that were let through
	ends_at timestamptz   not null, -- from then on the row says nothing
	constraint login_attempts_pk primary key (source)
);

create index login_attempts_by_end on auth.login_attempts (ends_at);

-- +goose Down
drop schema auth cascade;
