-- +goose Up
create schema if not exists accounts;

create table accounts.organizations (
	id         uuid        not null,
	name       text        not null,
	created_at timestamptz not null,
	constraint organizations_pk primary key (id),
	constraint organizations_name_key unique (name)
);

create table accounts.accounts (
	id                       uuid        not null,
	organization_id          uuid        not null,
	name                     text        not null,
	code                     text        not null,
	status                   text        not null,
	timezone                 text        not null,
	currency                 text        not null,
	country                  text        not null,
	locale                   text        not null,
	weight_unit              text        not null,
	phone                    text,
	email                    text,
	website                  text,
	address                  json        not null,
	service_types            json        not null,
	vaccination_warning_days integer     not null,
	created_at               timestamptz not null,
	updated_at               timestamptz not null,
	version                  bigint      not null,
	constraint accounts_pk primary key (id),
	constraint accounts_code_key unique (organization_id, code),
	constraint accounts_organization_fk foreign key (organization_id) references accounts.organizations (id)
);

create table accounts.pending_reasons (
	account_id    uuid        not null,
	id            uuid        not null,
	name          text        not null,
	description   text,
	service_types jsonb       not null,
	item_order    integer     not null,
	active        boolean     not null,
	external_id   text,
	created_at    timestamptz not null,
	updated_at    timestamptz not null,
	version       bigint      not null,
	constraint pending_reasons_pk primary key (account_id, id),
	constraint pending_reasons_external_key unique (account_id, external_id)
);

create index pending_reasons_by_order on accounts.pending_reasons (account_id, item_order, id);

-- +goose Down
drop schema accounts cascade;
