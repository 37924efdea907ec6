-- +goose Up
-- A partial index holds no nulls: records without an external id write one index less. Room in each page keeps changes of
-- other columns in it (HOT updates).
alter table customerspets.customers drop constraint customers_external_key;
create unique index customers_external_key on customerspets.customers (account_id, external_id) where external_id is not null;
alter table customerspets.customers set (fillfactor = 90);
alter table customerspets.pets drop constraint pets_external_key;
create unique index pets_external_key on customerspets.pets (account_id, external_id) where external_id is not null;
alter table customerspets.pets set (fillfactor = 90);

-- +goose Down
alter table customerspets.pets reset (fillfactor);
drop index customerspets.pets_external_key;
alter table customerspets.pets add constraint pets_external_key unique (account_id, external_id);
alter table customerspets.customers reset (fillfactor);
drop index customerspets.customers_external_key;
alter table customerspets.customers add constraint customers_external_key unique (account_id, external_id);
