-- +goose Up
-- The ids of exemptions in the systems that they came from.
alter table healthrecords.exemptions add column external_id text;
create unique index exemptions_external_key on healthrecords.exemptions (account_id, external_id) where external_id is not null;

-- +goose Down
drop index healthrecords.exemptions_external_key;
alter table healthrecords.exemptions drop column external_id;
