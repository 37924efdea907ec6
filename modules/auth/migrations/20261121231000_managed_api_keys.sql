-- +goose Up
alter table auth.api_keys add column updated_at timestamptz;
update auth.api_keys set updated_at = coalesce(revoked_at, created_at);
alter table auth.api_keys alter column updated_at set not null;
create index api_keys_by_organization on auth.api_keys (organization_id, id) where revoked_at is null;

-- +goose Down
alter table auth.api_keys drop column updated_at;
drop index auth.api_keys_by_organization;
