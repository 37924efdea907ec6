-- +goose Up
-- A change is what one transaction did in an account. Null in events of earlier versions, which are part of no change.
alter table outbox.events add column change_id uuid, add column request_id text;

-- What a change did, a row for each type of its events; the rows of one change stand side by side in each index. Those of a month are
-- dropped with its events.
create table outbox.changes (
	account_id uuid        not null,
	id         uuid        not null,
	last_id    uuid        not null, -- of its last event: its events are among those of the account from id to here
	type       text        not null, -- of the events
	resource   text        not null,
	ability    text        not null, -- that reading them needs
	count      integer     not null,
	created_at timestamptz not null,
	actor      jsonb       not null,
	actor_id   text,
	via_id     text,
	request_id text,
	source     text        not null,
	constraint changes_pk primary key (account_id, id, type)
) partition by range (id);
create table outbox.changes_default partition of outbox.changes default;
create index changes_by_resource on outbox.changes (account_id, resource, id);
create index changes_by_actor on outbox.changes (account_id, actor_id, id) where actor_id is not null;
create index changes_by_via on outbox.changes (account_id, via_id, id) where via_id is not null;

-- A change is reverted at most once: the key decides between two who try at the same time.
create table outbox.reverts (
	account_id uuid not null,
	change_id  uuid not null,
	by_id      uuid not null, -- the change that reverted it
	constraint reverts_pk primary key (account_id, change_id)
);
create index reverts_by_revert on outbox.reverts (account_id, by_id);

-- +goose Down
drop table outbox.reverts, outbox.changes;
alter table outbox.events drop column change_id, drop column request_id;
