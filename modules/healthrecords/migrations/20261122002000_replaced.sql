-- +goose Up
-- Whether a later record of the same pet and type has replaced one, kept by the store for lists: without it, a list of what is
-- not current would look through everything that is. Indexes hold what filters ask for, so that whoever does not fit is passed over
-- without reading the row.
alter table healthrecords.vaccinations add column replaced boolean not null default false;
update healthrecords.vaccinations t set replaced = true
	where deleted_at is null and exists (select 1 from healthrecords.vaccinations o
		where o.account_id = t.account_id and o.pet_id = t.pet_id and o.vaccination_type_id = t.vaccination_type_id
			and o.deleted_at is null and (o.expires_on, o.id) > (t.expires_on, t.id));

drop index healthrecords.vaccinations_by_expiry, healthrecords.vaccinations_by_kind;
create index vaccinations_by_expiry on healthrecords.vaccinations (account_id, expires_on, id)
	include (pet_id, vaccination_type_id, replaced) where deleted_at is null;
create index vaccinations_by_kind on healthrecords.vaccinations (account_id, vaccination_type_id, expires_on, id)
	include (pet_id, replaced) where deleted_at is null;
create index vaccinations_by_replaced on healthrecords.vaccinations (account_id, replaced, expires_on, id)
	include (pet_id, vaccination_type_id) where deleted_at is null;

-- The last one, as before: until a table is analysed for the first time the newest is taken.
drop index healthrecords.vaccinations_by_type;
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id)
	include (replaced) where deleted_at is null;

-- +goose Down
drop index healthrecords.vaccinations_by_replaced, healthrecords.vaccinations_by_expiry, healthrecords.vaccinations_by_kind,
	healthrecords.vaccinations_by_type;
alter table healthrecords.vaccinations drop column replaced;
create index vaccinations_by_expiry on healthrecords.vaccinations (account_id, expires_on, id) where deleted_at is null;
create index vaccinations_by_kind on healthrecords.vaccinations (account_id, vaccination_type_id, expires_on, id) where deleted_at is null;
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id) where deleted_at is null;
