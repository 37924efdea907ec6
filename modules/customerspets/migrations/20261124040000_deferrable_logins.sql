-- +goose Up
-- Deferrable: it is checked when a statement ends, in an import when all lines are applied, so that customers can pass their e-mails on.
-- A unique constraint cannot be partial, an exclusion constraint can.
drop index customerspets.customers_login_email_key;
alter table customerspets.customers add constraint customers_login_email_key
	exclude using btree (account_id with =, lower(email) with =) where (login_enabled) deferrable initially immediate;

-- +goose Down
alter table customerspets.customers drop constraint customers_login_email_key;
create unique index customers_login_email_key on customerspets.customers (account_id, lower(email)) where login_enabled;
