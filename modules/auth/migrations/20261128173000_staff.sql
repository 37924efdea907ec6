-- +goose Up
create table auth.roles (
	organization_id uuid        not null,
	id              uuid        not null,
	name            text        not null,
	name_key        text        not null, -- the name as it is compared
	abilities       json        not null,
	created_at      timestamptz not null,
	updated_at      timestamptz not null,
	version         bigint      not null,
	constraint roles_pk primary key (organization_id, id),
	constraint roles_name_key unique (organization_id, name_key)
);

create table auth.staff (
	organization_id uuid        not null,
	id              uuid        not null,
	organization    text        not null, -- its name: organizations are not renamed
	name            text        not null,
	email           text        not null,
	email_key       text        not null, -- the e-mail address as it is compared
	role_id         uuid        not null, -- of auth.roles, or a built-in one
	account_ids     json        not null, -- empty: all accounts of the organization, later ones too
	active          boolean     not null,
	password_hash   text        not null, -- empty: none, the issuer alone signs them in
	last_login_at   timestamptz,
	created_at      timestamptz not null,
	updated_at      timestamptz not null,
	version         bigint      not null,
	constraint staff_pk primary key (organization_id, id),
	constraint staff_email_key unique (organization_id, email_key)
);

-- Whoever signs in does not say their organization.
create index staff_by_email on auth.staff (email_key);
create index staff_by_role on auth.staff (organization_id, role_id);

create table auth.staff_sessions (
	organization_id uuid        not null,
	id              uuid        not null,
	staff_id        uuid        not null,
	hash            bytea       not null, -- SHA-256 of the token; the token itself is nowhere
	created_at      timestamptz not null,
	ends_at         timestamptz not null,
	constraint staff_sessions_pk primary key (organization_id, id),
	constraint staff_sessions_hash_key unique (organization_id, hash)
);

create index staff_sessions_by_staff on auth.staff_sessions (organization_id, staff_id);
create index staff_sessions_by_end on auth.staff_sessions (ends_at);

-- +goose Down
drop table auth.staff_sessions;
drop table auth.staff;
drop table auth.roles;
