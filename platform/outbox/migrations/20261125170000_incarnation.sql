-- +goose Up
-- A dump that is restored in place has the cluster and the database of before, but its rows are written by another transaction.
alter table outbox.origin
	add column incarnation integer not null default 0, -- changes with each restore; part of cursors
	add column xid xid8; -- that wrote this row, unless it was restored
update outbox.origin set xid = pg_current_xact_id();

-- +goose Down
alter table outbox.origin drop column incarnation, drop column xid;
