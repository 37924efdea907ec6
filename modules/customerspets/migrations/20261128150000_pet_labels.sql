-- +goose Up
-- Names are compared byte by byte, as keyset paging needs it, in the order of an index.
alter table customerspets.pets alter column name_key type text collate "C";
create index pets_by_name on customerspets.pets (account_id, name_key, id);

-- What other modules may join: a part of the module's public face. name_key is the name without case and accents, to sort by. A left join,
-- although each pet has an owner: a query that names no column of the owner then does not read it.
create view customerspets.pet_labels as
	select p.account_id, p.id, p.customer_id, p.name, p.name_key, p.species, p.status,
		c.first_name as owner_first_name, c.last_name as owner_last_name,
		jsonb_path_query_first(c.phones, '$[*] ? (@.primary == true)') ->> 'number' as owner_phone
	from customerspets.pets p
	left join customerspets.customers c on c.account_id = p.account_id and c.id = p.customer_id;

-- +goose Down
drop view customerspets.pet_labels;
drop index customerspets.pets_by_name;
alter table customerspets.pets alter column name_key type text collate "default";
