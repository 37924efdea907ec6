-- +goose Up
-- Accounts that have moved here from another installation, whose cursors mean nothing here.
create table outbox.arrivals (
	account_id uuid        not null,
	move_id    uuid        not null,
	arrived_at timestamptz not null,
	constraint arrivals_pk primary key (account_id)
);

-- +goose Down
drop table outbox.arrivals;
