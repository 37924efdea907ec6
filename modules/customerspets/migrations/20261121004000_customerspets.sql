-- +goose Up
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema if not exists customerspets;

-- phones and custom_fields are jsonb because statements look inside; what is only passed through is json.
create table customerspets.customers (
	account_id          uuid        not null,
	id                  uuid        not null,
	first_name          text,
	last_name           text,
	company_name        text,
	email               text,
	phones              jsonb       not null,
	address             json        not null,
	status              text        not null,
	referral_source     text,
	contacts            json        not null,
	vet                 json        not null,
	communication       json        not null,
	colour_code_ids     json        not null,
	tags                json        not null,
	alert               text,
	custom_fields       jsonb       not null,
	external_id         text,
	login_enabled       boolean     not null,
	login_last_login_at timestamptz,
	password_hash       text,
	search              text        not null, -- folded names, company, e-mail and the digits of the phones
	created_at          timestamptz not null,
	updated_at          timestamptz not null,
	version             bigint      not null,
	constraint customers_pk primary key (account_id, id),
	constraint customers_external_key unique (account_id, external_id),
	constraint customers_login_check check (login_enabled = (password_hash is not null) and (not login_enabled or email is not null))
) with (fillfactor = 90);

create unique index customers_login_email_key on customerspets.customers (account_id, lower(email)) where login_enabled;
create index customers_by_email on customerspets.customers (account_id, lower(email), id);
create index customers_by_status on customerspets.customers (account_id, status, id);
create index customers_by_update on customerspets.customers (account_id, updated_at, id);
create index customers_by_phone on customerspets.customers using gin (account_id, phones jsonb_path_ops);
-- A short list of entries that wait to be sorted in: every search has to read all of it.
create index customers_by_search on customerspets.customers using gin (account_id, search gin_trgm_ops) with (gin_pending_list_limit = 512);

-- The colour codes of the customers once more, in the order in which the list by colour code is read.
create table customerspets.customer_colour_codes (
	account_id     uuid not null,
	colour_code_id uuid not null,
	customer_id    uuid not null,
	constraint customer_colour_codes_pk primary key (account_id, colour_code_id, customer_id),
	constraint customer_colour_codes_customer_fk foreign key (account_id, customer_id) references customerspets.customers (account_id, id)
);

create index customer_colour_codes_by_customer on customerspets.customer_colour_codes (account_id, customer_id);

create table customerspets.pets (
	account_id              uuid        not null,
	id                      uuid        not null,
	customer_id             uuid        not null,
	name                    text        not null,
	species                 text        not null,
	breed_ids               jsonb       not null,
	breed_names             json        not null, -- of breed_ids, in their order
	breed                   text,                 -- the names joined
	sex                     text        not null,
	altered                 text        not null,
	birth_date              date,
	birth_date_precision    text,
	status                  text        not null,
	deceased_on             date,
	secondary_pet_status_id uuid,
	weight                  json        not null,
	coat                    text,
	colour                  text,
	markings                text,
	microchip               text,
	vet                     json        not null,
	feeding_instructions    text,
	medications             text,
	allergies               text,
	medical_notes           text,
	behaviour_notes         text,
	grooming_notes          text,
	alert                   text,
	colour_code_ids         jsonb       not null,
	tags                    json        not null,
	custom_fields           jsonb       not null,
	external_id             text,
	created_at              timestamptz not null,
	updated_at              timestamptz not null,
	version                 bigint      not null,
	constraint pets_pk primary key (account_id, id),
	constraint pets_external_key unique (account_id, external_id),
	constraint pets_customer_fk foreign key (account_id, customer_id) references customerspets.customers (account_id, id)
) with (fillfactor = 90);

-- A customer's pets are few: filters of that list need no index of their own.
create index pets_by_customer on customerspets.pets (account_id, customer_id, id);
create index pets_by_lists on customerspets.pets using gin (account_id, breed_ids jsonb_path_ops, colour_code_ids jsonb_path_ops);

-- +goose Down
drop schema customerspets cascade;
