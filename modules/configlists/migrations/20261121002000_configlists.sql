-- +goose Up
create schema if not exists configlists;

create table configlists.breeds (
	account_id uuid             not null,
	id         uuid             not null,
	name       text             not null,
	species    text             not null,
	source     text             not null,
	created_at timestamptz      not null,
	updated_at timestamptz      not null,
	version    bigint           not null,
	name_key   text collate "C" not null, -- the name in lower case: what is unique
	name_fold  text collate "C" not null, -- the name without accents too: what is sorted by and searched
	constraint breeds_pk primary key (account_id, id),
	constraint breeds_name_key unique (account_id, species, name_key)
);

-- A search for a part of a name filters these in their order. A trigram index was measured: it gained little, and as
-- every account has the master list, its entries grow with the accounts until the planner leaves it alone.
create index breeds_by_name on configlists.breeds (account_id, name_fold, id);
create index breeds_by_species on configlists.breeds (account_id, species, name_fold, id);

create table configlists.secondary_pet_statuses (
	account_id uuid             not null,
	id         uuid             not null,
	name       text             not null,
	item_order integer          not null,
	created_at timestamptz      not null,
	updated_at timestamptz      not null,
	version    bigint           not null,
	name_key   text collate "C" not null,
	name_fold  text collate "C" not null,
	constraint secondary_pet_statuses_pk primary key (account_id, id),
	constraint secondary_pet_statuses_name_key unique (account_id, name_key)
);

create index secondary_pet_statuses_by_order on configlists.secondary_pet_statuses (account_id, item_order, id);
create index secondary_pet_statuses_by_fold on configlists.secondary_pet_statuses (account_id, name_fold, id);

create table configlists.colour_codes (
	account_id  uuid        not null,
	id          uuid        not null,
	type        text        not null,
	number      integer     not null,
	name        text        not null,
	colour      text        not null,
	description text,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	constraint colour_codes_pk primary key (account_id, id),
	-- Also the order of the list.
	constraint colour_codes_number_key unique (account_id, type, number)
);

-- Custom fields, and the standard fields that an account has changed.
create table configlists.fields (
	account_id           uuid        not null,
	id                   uuid        not null,
	form                 text        not null,
	kind                 text        not null,
	key                  text        not null,
	type                 text        not null,
	label                text        not null,
	help_text            text,
	options              json        not null,
	required             boolean     not null,
	visible              boolean     not null,
	visible_to_customer  boolean     not null,
	editable_by_customer boolean     not null,
	section              text,
	item_order           integer     not null,
	locked               json        not null,
	created_at           timestamptz not null,
	updated_at           timestamptz not null,
	version              bigint      not null,
	constraint fields_pk primary key (account_id, id),
	-- Also how a form is read: it has some 130 fields at most.
	constraint fields_key_key unique (account_id, form, key)
);

-- +goose Down
drop schema configlists cascade;
