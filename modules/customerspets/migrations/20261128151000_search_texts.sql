-- +goose Up
-- What searches look in, beside the records, so that an ordinary change of a record writes no trigrams. The text of a customer ends with
-- the names of its pets, that of a pet with the name and the phones of its owner. Replicas of the versions before must be stopped: they
-- write the columns and tables that go here.
create table customerspets.customer_texts (
	account_id uuid not null,
	id         uuid not null,
	text       text not null,
	constraint customer_texts_pk primary key (account_id, id)
);
create table customerspets.pet_texts (
	account_id uuid not null,
	id         uuid not null,
	text       text not null,
	constraint pet_texts_pk primary key (account_id, id)
);
-- With fewer samples, a word of a few dozen records was often taken for one of hundreds, and all records read to find them.
alter table customerspets.customer_texts alter column text set statistics 1000;
alter table customerspets.pet_texts alter column text set statistics 1000;

insert into customerspets.customer_texts (account_id, id, text)
select c.account_id, c.id, c.search || coalesce(p.names, '')
from customerspets.customers c
left join (
	select account_id, customer_id, string_agg(distinct name_key, '') as names from customerspets.pets group by account_id, customer_id
) p on p.account_id = c.account_id and p.customer_id = c.id;
insert into customerspets.pet_texts (account_id, id, text)
select p.account_id, p.id, p.search || c.known_by
from customerspets.pets p
join customerspets.customers c on c.account_id = p.account_id and c.id = p.customer_id;
create index customer_texts_by_text on customerspets.customer_texts using gin (account_id, text gin_trgm_ops);
create index pet_texts_by_text on customerspets.pet_texts using gin (account_id, text gin_trgm_ops);

drop trigger old_search_keys on customerspets.pets;
drop trigger missing_search_keys on customerspets.pets;
drop trigger old_search_keys on customerspets.customers;
drop trigger missing_search_keys on customerspets.customers;
drop function customerspets.write_search_keys, customerspets.search_keys, customerspets.put_into_searches;

-- Sets are found by GIN indexes, changes by plain ones: no tables of marks and of times beside the records.
alter table customerspets.customers drop column search_keys, drop column pet_names, alter column colour_code_ids type jsonb, reset (fillfactor);
alter table customerspets.pets drop column search_keys, drop column owner_search, alter column tags type jsonb, reset (fillfactor);
create index customers_by_colour_code on customerspets.customers
	using gin (account_id, colour_code_ids jsonb_path_ops) with (fastupdate = off);
create index pets_by_list on customerspets.pets
	using gin (account_id, breed_ids jsonb_path_ops, colour_code_ids jsonb_path_ops, tags jsonb_path_ops) with (fastupdate = off);
create index customers_by_update on customerspets.customers (account_id, updated_at, id);
create index pets_by_update on customerspets.pets (account_id, updated_at, id);
-- Until a table is analysed for the first time, the newest of the indexes that begin with the account is used. During the first import that
-- has to be the one that finds the pets of a customer.
drop index customerspets.customers_by_email, customerspets.pets_by_customer;
create index customers_by_email on customerspets.customers (account_id, lower(email), id);
create index pets_by_customer on customerspets.pets (account_id, customer_id, id);
drop table customerspets.customer_changes, customerspets.pet_changes, customerspets.customer_colour_codes, customerspets.pet_marks;
analyze customerspets.customer_texts, customerspets.pet_texts, customerspets.customers, customerspets.pets;

-- +goose Down
-- The version before cannot be brought back: it needs its search keys.
