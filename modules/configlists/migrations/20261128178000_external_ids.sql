-- +goose Up
-- Ids in the systems that the entries came from. Most entries have none: a partial index holds the others. Lines of an import may pass a
-- name or number on to each other, as far as its constraint can wait for the last of them.
alter table configlists.breeds add column external_id text, drop constraint breeds_name_key,
	add constraint breeds_name_key unique (account_id, species, name_key) deferrable;
create unique index breeds_external_key on configlists.breeds (account_id, external_id) where external_id is not null;
alter table configlists.secondary_pet_statuses add column external_id text, drop constraint secondary_pet_statuses_name_key,
	add constraint secondary_pet_statuses_name_key unique (account_id, name_key) deferrable;
create unique index secondary_pet_statuses_external_key on configlists.secondary_pet_statuses (account_id, external_id)
	where external_id is not null;
alter table configlists.colour_codes add column external_id text, drop constraint colour_codes_number_key,
	add constraint colour_codes_number_key unique (account_id, type, number) deferrable;
create unique index colour_codes_external_key on configlists.colour_codes (account_id, external_id) where external_id is not null;

-- +goose Down
drop index configlists.colour_codes_external_key;
alter table configlists.colour_codes drop column external_id, drop constraint colour_codes_number_key,
	add constraint colour_codes_number_key unique (account_id, type, number);
drop index configlists.secondary_pet_statuses_external_key;
alter table configlists.secondary_pet_statuses drop column external_id, drop constraint secondary_pet_statuses_name_key,
	add constraint secondary_pet_statuses_name_key unique (account_id, name_key);
drop index configlists.breeds_external_key;
alter table configlists.breeds drop column external_id, drop constraint breeds_name_key,
	add constraint breeds_name_key unique (account_id, species, name_key);
