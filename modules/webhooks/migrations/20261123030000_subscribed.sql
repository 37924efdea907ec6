-- +goose Up
-- A transaction that was under way when a webhook was created or changed may not have seen that. subscribed are the transactions that had
-- ended by then, until the worker first looks; awaited are those that it has to look at when they end.
alter table webhooks.webhooks add column subscribed pg_snapshot, add column awaited xid8[];
alter table webhooks.webhooks alter column subscribed set default pg_current_snapshot();
create index webhooks_subscribed on webhooks.webhooks (id) where subscribed is not null or awaited is not null;

-- +goose Down
drop index webhooks.webhooks_subscribed;
alter table webhooks.webhooks drop column subscribed, drop column awaited;
