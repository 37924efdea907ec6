-- +goose Up
-- A partial index holds no nulls: records without an external id write one index less.
alter table healthrecords.vaccinations drop constraint vaccinations_external_key;
create unique index vaccinations_external_key on healthrecords.vaccinations (account_id, external_id) where external_id is not null;

-- +goose Down
drop index healthrecords.vaccinations_external_key;
alter table healthrecords.vaccinations add constraint vaccinations_external_key unique (account_id, external_id);
