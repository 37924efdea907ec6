-- +goose Up
-- The vaccinations of one pet are few: the index of its types answers their list, too. The list of all reads the index of those that are
-- replaced and of those that are not side by side. A new vaccination, and the one that it replaces, are written to two indexes less each.
drop index healthrecords.vaccinations_by_pet, healthrecords.vaccinations_by_expiry;

-- +goose Down
create index vaccinations_by_pet on healthrecords.vaccinations (account_id, pet_id, id desc) where deleted_at is null;
create index vaccinations_by_expiry on healthrecords.vaccinations (account_id, expires_on, id)
	include (pet_id, vaccination_type_id, replaced) where deleted_at is null;
drop index healthrecords.vaccinations_by_type; -- stays the newest
create index vaccinations_by_type on healthrecords.vaccinations (account_id, pet_id, vaccination_type_id, expires_on, id)
	include (replaced) where deleted_at is null;
