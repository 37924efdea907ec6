-- +goose Up
-- maker_id is the key that made this one; created_by is its maker as lists show it. Of older keys nobody knows either.
alter table auth.api_keys add column maker_id uuid, add column created_by json not null default 'null';
create index api_keys_by_maker on auth.api_keys (maker_id) where maker_id is not null;

-- +goose Down
drop index auth.api_keys_by_maker;
alter table auth.api_keys drop column maker_id, drop column created_by;
