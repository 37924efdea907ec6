-- +goose Up
-- A replay goes through the events by account and id; where it stands is written down with what it queued.
create table webhooks.replays (
	id            uuid        not null,
	webhook_id    uuid        not null,
	account_ids   uuid[]      not null,
	event_types   text[]      not null,
	begins        timestamptz not null,
	ends          timestamptz not null,
	only_failed   boolean     not null,
	status        text        not null,
	matched       bigint      not null,
	queued        bigint      not null default 0,
	after_account uuid        not null default '00000000-0000-0000-0000-000000000000',
	after_event   uuid        not null default '00000000-0000-0000-0000-000000000000',
	created_at    timestamptz not null default clock_timestamp(),
	updated_at    timestamptz not null default clock_timestamp(),
	constraint replays_pk primary key (id)
);
create unique index replays_running on webhooks.replays (webhook_id) where status = 'running';
create index replays_by_webhook on webhooks.replays (webhook_id, id);

-- +goose Down
drop table webhooks.replays;
