-- +goose Up
alter table customerspets.customers add column erased_at timestamptz, add column erased_reason text;
create index merges_by_target on customerspets.merges (account_id, target_id);

-- +goose Down
drop index customerspets.merges_by_target;
alter table customerspets.customers drop column erased_at, drop column erased_reason;
