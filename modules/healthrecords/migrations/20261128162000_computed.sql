-- +goose Up
-- Which vaccinations are current is computed when they are read, and pets are read in the view of customerspets. Replicas of the version
-- before write columns and tables that have gone: stop them first.
drop table healthrecords.pets, healthrecords.vaccination_changes;
alter table healthrecords.vaccinations drop column replaced; -- with the indexes that have it

create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id)
	where deleted_at is null;
create index vaccinations_by_expiry on healthrecords.vaccinations (account_id, expires_on, id)
	include (pet_id, vaccination_type_id) where deleted_at is null;
create index vaccinations_by_kind on healthrecords.vaccinations (account_id, vaccination_type_id, expires_on, id)
	include (pet_id) where deleted_at is null;
create index vaccinations_by_update on healthrecords.vaccinations (account_id, updated_at) where deleted_at is null;

-- +goose Down
alter table healthrecords.vaccinations add column replaced boolean not null default false;
update healthrecords.vaccinations t set replaced = true
	where deleted_at is null and exists (select 1 from healthrecords.vaccinations o
		where o.account_id = t.account_id and o.pet_id = t.pet_id and o.vaccination_type_id = t.vaccination_type_id
			and o.deleted_at is null and (o.expires_on, o.id) > (t.expires_on, t.id));
drop index healthrecords.vaccinations_by_expiry, healthrecords.vaccinations_by_kind, healthrecords.vaccinations_by_type,
	healthrecords.vaccinations_by_update;
create index vaccinations_by_kind on healthrecords.vaccinations (account_id, vaccination_type_id, expires_on, id)
	include (pet_id, replaced) where deleted_at is null;
create index vaccinations_by_replaced on healthrecords.vaccinations (account_id, replaced, expires_on, id)
	include (pet_id, vaccination_type_id) where deleted_at is null;
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id)
	include (replaced) where deleted_at is null;
create table healthrecords.vaccination_changes (
	account_id uuid        not null,
	id         uuid        not null,
	updated_at timestamptz not null,
	constraint vaccination_changes_pk primary key (account_id, id)
);
insert into healthrecords.vaccination_changes (account_id, id, updated_at) select account_id, id, updated_at from healthrecords.vaccinations;
create index vaccination_changes_by_update on healthrecords.vaccination_changes (account_id, updated_at, id);
create table healthrecords.pets (
	account_id  uuid             not null,
	id          uuid             not null,
	customer_id uuid             not null,
	name_key    text collate "C" not null,
	species     text             not null,
	status      text             not null,
	constraint pets_pk primary key (account_id, id)
);
-- +goose StatementBegin
do $$ begin
	if to_regclass('customerspets.pets') is not null then
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
