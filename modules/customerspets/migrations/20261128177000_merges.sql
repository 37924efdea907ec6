-- +goose Up
-- The records that were merged into others: where their ids and external ids lead, and the logins that an undo brings back, which no event
-- shows.
create table customerspets.merges (
	account_id           uuid    not null,
	source_id            uuid    not null,
	kind                 text    not null,
	target_id            uuid    not null,
	external_id          text,
	source_password_hash text,
	source_last_login_at timestamptz,
	target_password_hash text,
	target_last_login_at timestamptz,
	login_moved          boolean not null,
	constraint merges_pk primary key (account_id, source_id),
	constraint merges_kind_check check (kind in ('customer', 'pet'))
);

create index merges_by_external_id on customerspets.merges (account_id, external_id) where external_id is not null;

-- +goose Down
drop table customerspets.merges;
