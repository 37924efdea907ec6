-- +goose Up
-- The account-wide list of pets, and searches that know pets by their owners and owners by their pets. The owner's part of a pet's
-- search text and the pets' part of an owner's are its end and stand in a column of their own, so that each is replaced alone.
alter table customerspets.customers
	add column known_by  text not null default '', -- folded names and the digits of the phones
	add column pet_names text not null default ''; -- folded names of the pets
alter table customerspets.pets
	add column name_key     text not null default '', -- the name, folded
	add column search       text not null default '', -- the name, folded, the microchip and the owner
	add column owner_search text not null default ''; -- the owner's known_by

-- +goose StatementBegin
create function customerspets.folded(given text) returns text language sql immutable as $$
	select translate(lower(regexp_replace(normalize(coalesce(given, ''), NFKD), '[\u0300-\u036f]', '', 'g')), '''’‘ʼ`', '')
$$;
-- +goose StatementEnd

update customerspets.customers c set known_by = coalesce(' ' || nullif(customerspets.folded(c.first_name), ''), '') ||
	coalesce(' ' || nullif(customerspets.folded(c.last_name), ''), '') || coalesce(substring(c.search from '(?: [0-9]+)+$'), '');
update customerspets.pets p set name_key = customerspets.folded(p.name), owner_search = c.known_by,
	search = ' ' || customerspets.folded(p.name) || coalesce(' ' || customerspets.folded(p.microchip), '') || c.known_by
	from customerspets.customers c where c.account_id = p.account_id and c.id = p.customer_id;
update customerspets.customers c set pet_names = n.names, search = ' ' || c.search || coalesce((
		select string_agg(' ' || customerspets.folded(k ->> 'name') || coalesce(' ' || regexp_replace(k ->> 'phone', '\D', '', 'g'), ''), '')
		from json_array_elements(c.contacts) k), '') || n.names
	from (select c.account_id, c.id, coalesce(string_agg(' ' || p.name_key, '' order by p.id), '') as names from customerspets.customers c
		left join customerspets.pets p on p.account_id = c.account_id and p.customer_id = c.id group by c.account_id, c.id) n
	where n.account_id = c.account_id and n.id = c.id;
drop function customerspets.folded;

-- Breeds, colour codes and tags of the pets once more, in the order in which the list by one of them is read.
create table customerspets.pet_marks (
	account_id uuid             not null,
	mark       text collate "C" not null, -- the id of the breed or colour code, or # and the tag
	pet_id     uuid             not null,
	constraint pet_marks_pk primary key (account_id, mark, pet_id),
	constraint pet_marks_pet_fk foreign key (account_id, pet_id) references customerspets.pets (account_id, id)
);
insert into customerspets.pet_marks (account_id, mark, pet_id)
	select p.account_id, b, p.id from customerspets.pets p, jsonb_array_elements_text(p.breed_ids) b union
	select p.account_id, c, p.id from customerspets.pets p, jsonb_array_elements_text(p.colour_code_ids) c union
	select p.account_id, '#' || g, p.id from customerspets.pets p, json_array_elements_text(p.tags) g;
create index pet_marks_by_pet on customerspets.pet_marks (account_id, pet_id);

-- When pets were last updated, beside their table, as for customers.
create table customerspets.pet_changes (
	account_id uuid        not null,
	id         uuid        not null,
	updated_at timestamptz not null,
	constraint pet_changes_pk primary key (account_id, id)
);
insert into customerspets.pet_changes (account_id, id, updated_at) select account_id, id, updated_at from customerspets.pets;
create index pet_changes_by_update on customerspets.pet_changes (account_id, updated_at, id);

create index pets_by_status on customerspets.pets (account_id, status, id);
create index pets_by_species on customerspets.pets (account_id, species, id);
create index pets_by_secondary_status on customerspets.pets (account_id, secondary_pet_status_id, id) where secondary_pet_status_id is not null;
create index pets_by_microchip on customerspets.pets (account_id, lower(replace(microchip, ' ', '')), id) where microchip is not null;
-- Until a table is analysed for the first time, all indexes that begin with the account look alike to the database, and it takes the
-- newest: during the first import that has to be the one that finds the pets of a customer.
drop index customerspets.pets_by_customer;
create index pets_by_customer on customerspets.pets (account_id, customer_id, id);
create index pets_by_search on customerspets.pets using gin (account_id, search gin_trgm_ops) with (gin_pending_list_limit = 512);

-- +goose Down
drop index customerspets.pets_by_search, customerspets.pets_by_microchip, customerspets.pets_by_secondary_status,
	customerspets.pets_by_species, customerspets.pets_by_status;
drop table customerspets.pet_changes, customerspets.pet_marks;
alter table customerspets.pets drop column owner_search, drop column search, drop column name_key;
alter table customerspets.customers drop column pet_names, drop column known_by;
