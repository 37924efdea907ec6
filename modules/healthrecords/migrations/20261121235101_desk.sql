-- +goose Up
-- What lists and rules of this module need to know of pets, kept in step by a reaction in the transaction of the change.
create table healthrecords.pets (
	account_id  uuid             not null,
	id          uuid             not null,
	customer_id uuid             not null,
	name_key    text collate "C" not null, -- the name as lists are sorted by it
	species     text             not null,
	status      text             not null,
	constraint pets_pk primary key (account_id, id)
);
-- +goose StatementBegin
do $$ begin
	if to_regclass('customerspets.pets') is not null then -- it is not in a test of this module alone
		insert into healthrecords.pets (account_id, id, customer_id, name_key, species, status)
			select account_id, id, customer_id, lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), species, status
			from customerspets.pets;
	end if;
end $$;
-- +goose StatementEnd
create index pets_by_name on healthrecords.pets (account_id, name_key, id);
create index pets_by_status on healthrecords.pets (account_id, status, name_key, id);
create index pets_by_species on healthrecords.pets (account_id, species, name_key, id);
create index pets_by_customer on healthrecords.pets (account_id, customer_id, name_key, id);

-- The list of the account.
create index vaccinations_by_expiry on healthrecords.vaccinations (account_id, expires_on, id) where deleted_at is null;
create index vaccinations_by_kind on healthrecords.vaccinations (account_id, vaccination_type_id, expires_on, id) where deleted_at is null;

-- When vaccinations were last updated, beside their table: see customerspets.customer_changes.
create table healthrecords.vaccination_changes (
	account_id uuid        not null,
	id         uuid        not null,
	updated_at timestamptz not null,
	constraint vaccination_changes_pk primary key (account_id, id)
);
insert into healthrecords.vaccination_changes (account_id, id, updated_at) select account_id, id, updated_at from healthrecords.vaccinations;
create index vaccination_changes_by_update on healthrecords.vaccination_changes (account_id, updated_at, id);

-- The status that a record was last known to have: by a write, or because it was announced; and the account's day of that.
alter table healthrecords.vaccinations
	add column known_status text not null default 'valid',
	add column known_on     date not null default current_date;
update healthrecords.vaccinations set known_status = 'expired' where expires_on < current_date;
alter table healthrecords.vaccinations alter column known_status drop default, alter column known_on drop default;
create index vaccinations_by_known on healthrecords.vaccinations (account_id, known_status, expires_on)
	where deleted_at is null and known_status <> 'expired';

-- Until a table is analysed for the first time, all indexes that begin with the account look alike to the database, and it takes the
-- newest: during the first import that has to be the one that finds the records of a pet.
drop index healthrecords.vaccinations_by_type;
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id) where deleted_at is null;

-- Up to which day of its own an account's vaccinations were announced, with how many warning days.
create table healthrecords.announced_days (
	account_id   uuid    not null,
	day          date,
	warning_days integer not null,
	constraint announced_days_pk primary key (account_id)
);
insert into healthrecords.announced_days (account_id, warning_days) select distinct account_id, 0 from healthrecords.vaccination_types;

alter table healthrecords.vaccination_types alter column default_validity_months drop not null;

create table healthrecords.exemptions (
	account_id          uuid        not null,
	id                  uuid        not null,
	pet_id              uuid        not null,
	vaccination_type_id uuid        not null,
	kind                text        not null,
	until               date,
	note                text,
	created_at          timestamptz not null,
	updated_at          timestamptz not null,
	version             bigint      not null,
	constraint exemptions_pk primary key (account_id, id),
	constraint exemptions_type_fk foreign key (account_id, vaccination_type_id) references healthrecords.vaccination_types (account_id, id)
);
create index exemptions_by_pet on healthrecords.exemptions (account_id, pet_id, id desc);

-- +goose Down
drop table healthrecords.exemptions, healthrecords.announced_days, healthrecords.pets;
update healthrecords.vaccination_types set default_validity_months = 12 where default_validity_months is null;
alter table healthrecords.vaccination_types alter column default_validity_months set not null;
drop table healthrecords.vaccination_changes;
drop index healthrecords.vaccinations_by_expiry, healthrecords.vaccinations_by_kind, healthrecords.vaccinations_by_known;
alter table healthrecords.vaccinations drop column known_status, drop column known_on;
