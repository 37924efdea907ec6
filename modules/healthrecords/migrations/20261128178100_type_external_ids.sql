-- +goose Up
-- The ids of live types in the systems that they came from. A type that was deleted keeps its own, and another one may take it.
alter table healthrecords.vaccination_types add column external_id text;
create unique index vaccination_types_external_key on healthrecords.vaccination_types (account_id, external_id)
	where external_id is not null and deleted_at is null;

-- +goose Down
drop index healthrecords.vaccination_types_external_key;
alter table healthrecords.vaccination_types drop column external_id;
