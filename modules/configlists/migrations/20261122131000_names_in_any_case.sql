-- +goose Up
-- Letters with two lower-case forms (σ and ς) are one letter where names are compared. Of names in a list that are the same now, one has
-- the key that new names are compared with; the others keep their own, and stay until somebody renames them.
update configlists.breeds b set name_key = n.name_key
	from (select distinct on (account_id, species, name_key) account_id, species, id, name_key from (
		select account_id, species, id, translate(name_key, 'µıſςϐϑϕϖϰϱϵẛι', 'μisσβθφπκρεṡι') as name_key
			from configlists.breeds where name_key ~ '[µıſςϐϑϕϖϰϱϵẛι]') c
		order by account_id, species, name_key, id) n
	where b.account_id = n.account_id and b.id = n.id and not exists (select from configlists.breeds o
		where o.account_id = n.account_id and o.species = n.species and o.name_key = n.name_key);
update configlists.secondary_pet_statuses s set name_key = n.name_key
	from (select distinct on (account_id, name_key) account_id, id, name_key from (
		select account_id, id, translate(name_key, 'µıſςϐϑϕϖϰϱϵẛι', 'μisσβθφπκρεṡι') as name_key
			from configlists.secondary_pet_statuses where name_key ~ '[µıſςϐϑϕϖϰϱϵẛι]') c
		order by account_id, name_key, id) n
	where s.account_id = n.account_id and s.id = n.id and not exists (select from configlists.secondary_pet_statuses o
		where o.account_id = n.account_id and o.name_key = n.name_key);

-- +goose Down
select 1; -- the keys are as unique as before
