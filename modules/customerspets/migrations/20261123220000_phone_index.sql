-- +goose Up
-- Of the phones, their numbers alone are looked for. New ones go into the index at once: to look for one reads all entries that wait, and
-- each new customer is looked for among the others.
drop index customerspets.customers_by_phone;
create index customers_by_phone on customerspets.customers
	using gin (account_id, jsonb_path_query_array(phones, '$[*].number')) with (fastupdate = off);
-- Until a table is analysed for the first time, the newest of the indexes that begin with the account is used.
drop index customerspets.customers_by_email;
create index customers_by_email on customerspets.customers (account_id, lower(email), id);

-- +goose Down
drop index customerspets.customers_by_phone;
create index customers_by_phone on customerspets.customers using gin (account_id, phones jsonb_path_ops);
