-- +goose Up
-- When customers were last updated, beside their table: with an index on updated_at in the table itself, every change of a
-- customer wrote all indexes of its row anew. A customer without a row here has not changed since its id was made.
create table customerspets.customer_changes (
	account_id uuid        not null,
	id         uuid        not null,
	updated_at timestamptz not null,
	constraint customer_changes_pk primary key (account_id, id)
);
insert into customerspets.customer_changes (account_id, id, updated_at) select account_id, id, updated_at from customerspets.customers;
create index customer_changes_by_update on customerspets.customer_changes (account_id, updated_at, id);
drop index customerspets.customers_by_update;

-- +goose Down
create index customers_by_update on customerspets.customers (account_id, updated_at, id);
drop table customerspets.customer_changes;
