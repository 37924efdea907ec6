-- +goose Up
create schema if not exists healthrecords;

create table healthrecords.vaccination_types (
	account_id              uuid             not null,
	id                      uuid             not null,
	name                    text             not null,
	name_key                text collate "C" not null, -- the name as it is compared and sorted
	abbreviation            text,
	species                 json             not null,
	required_for            json             not null,
	default_validity_months integer          not null,
	built_in                boolean          not null,
	created_at              timestamptz      not null,
	updated_at              timestamptz      not null,
	version                 bigint           not null,
	deleted_at              timestamptz,
	constraint vaccination_types_pk primary key (account_id, id)
);

create unique index vaccination_types_name_key on healthrecords.vaccination_types (account_id, name_key) where deleted_at is null;
create index vaccination_types_by_name on healthrecords.vaccination_types (account_id, (not built_in), name_key, id) where deleted_at is null;

create table healthrecords.vaccinations (
	account_id          uuid        not null,
	id                  uuid        not null,
	pet_id              uuid        not null,
	vaccination_type_id uuid        not null,
	expires_on          date        not null,
	administered_on     date,
	manufacturer        text,
	lot_number          text,
	clinic              text,
	veterinarian        text,
	verified            boolean     not null,
	note                text,
	external_id         text,
	created_at          timestamptz not null,
	updated_at          timestamptz not null,
	version             bigint      not null,
	deleted_at          timestamptz,
	constraint vaccinations_pk primary key (account_id, id),
	-- Deleted ones keep their external ids: an import must find them, or it would bring them back.
	constraint vaccinations_external_key unique (account_id, external_id),
	constraint vaccinations_type_fk foreign key (account_id, vaccination_type_id) references healthrecords.vaccination_types (account_id, id)
);

create index vaccinations_by_pet on healthrecords.vaccinations (account_id, pet_id, id desc) where deleted_at is null;
-- Which record of a type expires last.
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id) where deleted_at is null;

create table healthrecords.preventive_types (
	account_id    uuid        not null,
	id            uuid        not null,
	name          text        not null,
	category      text        not null,
	species       json        not null,
	interval_days integer,
	external_id   text,
	created_at    timestamptz not null,
	updated_at    timestamptz not null,
	version       bigint      not null,
	constraint preventive_types_pk primary key (account_id, id),
	constraint preventive_types_external_key unique (account_id, external_id)
);

create table healthrecords.preventives (
	account_id         uuid        not null,
	id                 uuid        not null,
	pet_id             uuid        not null,
	preventive_type_id uuid        not null,
	product            text,
	administered_on    date,
	expires_on         date        not null,
	note               text,
	external_id        text,
	created_at         timestamptz not null,
	updated_at         timestamptz not null,
	version            bigint      not null,
	constraint preventives_pk primary key (account_id, id),
	constraint preventives_external_key unique (account_id, external_id),
	constraint preventives_type_fk foreign key (account_id, preventive_type_id) references healthrecords.preventive_types (account_id, id)
);

create index preventives_by_pet on healthrecords.preventives (account_id, pet_id, id desc);

-- +goose Down
drop schema healthrecords cascade;
