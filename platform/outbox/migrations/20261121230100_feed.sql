-- +goose NO TRANSACTION
-- +goose Up

-- Events are served while this runs: indexes are built beside writers, and only the last step locks the table, for some
-- milliseconds. Each statement can be run again when an earlier try was interrupted.

-- The transaction that wrote an event. The rows that are there get the transaction of this statement: they count as seen.
alter table outbox.events
	add column if not exists xid      xid8 not null default pg_current_xact_id(),
	add column if not exists actor_id text, -- null in events of earlier versions and of nobody
	add column if not exists via_id   text;

-- The first moment of a month as a UUIDv7, where its partition begins.
create or replace function outbox.month_begins(t timestamptz) returns uuid language sql immutable as $$
	select (lpad(to_hex((extract(epoch from date_trunc('month', t at time zone 'UTC') at time zone 'UTC') * 1000)::bigint), 12, '0')
		|| repeat('0', 20))::uuid
$$;

create table if not exists outbox.origin (
	system_identifier bigint not null, -- of the cluster whose transaction ids the events have
	database          oid    not null,
	constraint origin_pk primary key (system_identifier, database)
);
insert into outbox.origin
select system_identifier, (select oid from pg_database where datname = current_database())
from pg_control_system() where not exists (select from outbox.origin);

-- What of the log is known to be there in this timeline: a standby that is promoted has taken over at least that much.
create table if not exists outbox.timelines (
	timeline integer not null,
	position pg_lsn  not null,
	constraint timelines_pk primary key (timeline)
);

-- What was dropped: how often, and the highest transaction and sequence that went.
create table if not exists outbox.dropped (
	one      boolean not null default true,
	times    bigint  not null default 0,
	xid      xid8    not null default '0',
	sequence bigint  not null default 0,
	constraint dropped_pk primary key (one),
	constraint dropped_one check (one)
);
insert into outbox.dropped default values on conflict do nothing;

drop index concurrently if exists outbox.events_before_by_xid;
create index concurrently events_before_by_xid on outbox.events (account_id, xid, sequence);
drop index concurrently if exists outbox.events_before_by_sequence;
create index concurrently events_before_by_sequence on outbox.events (account_id, sequence);
drop index concurrently if exists outbox.events_before_by_actor;
create index concurrently events_before_by_actor on outbox.events (account_id, actor_id, sequence) where actor_id is not null;
drop index concurrently if exists outbox.events_before_by_via;
create index concurrently events_before_by_via on outbox.events (account_id, via_id, sequence) where via_id is not null;

-- With the check in place, attaching the table needs no look at its rows.
alter table outbox.events drop constraint if exists events_before_bound;
-- +goose StatementBegin
do $$ begin
	execute format('alter table outbox.events add constraint events_before_bound check (id < %L) not valid',
		outbox.month_begins(now() + interval '40 days'));
end $$;
-- +goose StatementEnd
alter table outbox.events validate constraint events_before_bound;

-- +goose StatementBegin
do $$
declare
	bound uuid := outbox.month_begins(now() + interval '40 days');
begin
	alter table outbox.events rename to events_before;
	alter table outbox.events_before rename constraint events_pk to events_before_pk;
	alter index outbox.events_by_record rename to events_before_by_record;
	drop index outbox.events_by_age;

	create table outbox.events (
		account_id uuid        not null,
		id         uuid        not null,
		sequence   bigint      not null,
		type       text        not null,
		record_id  uuid        not null,
		body       text        not null,
		created_at timestamptz not null,
		xid        xid8        not null default pg_current_xact_id(),
		actor_id   text,
		via_id     text,
		constraint events_pk primary key (account_id, id)
	) partition by range (id);
	create index events_by_record on outbox.events (account_id, record_id, sequence);
	create index events_by_xid on outbox.events (account_id, xid, sequence);
	create index events_by_sequence on outbox.events (account_id, sequence);
	create index events_by_actor on outbox.events (account_id, actor_id, sequence) where actor_id is not null;
	create index events_by_via on outbox.events (account_id, via_id, sequence) where via_id is not null;

	execute format('alter table outbox.events attach partition outbox.events_before for values from (minvalue) to (%L)', bound);
	alter table outbox.events_before drop constraint events_before_bound;
	-- What no month has a partition for must be recorded all the same.
	create table outbox.events_default partition of outbox.events default;
end $$;
-- +goose StatementEnd

-- +goose Down
drop schema outbox cascade;
