-- +goose Up
-- What customers and pets have in common with others of their kind: hashes of the values, so that an index of them is read quickly and tells
-- nothing. The reasons are numbered, the strongest first: of customers 1 e-mail, 2 phone, 3 name and postcode, 4 name and birth date of a
-- pet; of pets 1 microchip, 2 name, owner and species.
create table customerspets.duplicate_keys (
	account_id uuid     not null,
	kind       text     not null,
	reason     smallint not null,
	key        bigint   not null,
	id         uuid     not null,
	constraint duplicate_keys_pk primary key (account_id, kind, reason, key, id)
);
-- How many have a key, so that a page of those that several have takes no look at all the others.
create table customerspets.duplicate_counts (
	account_id uuid     not null,
	kind       text     not null,
	reason     smallint not null,
	key        bigint   not null,
	members    integer  not null,
	constraint duplicate_counts_pk primary key (account_id, kind, reason, key)
);
-- What is to be counted yet: who writes a customer waits for nobody who writes another one, and who lists duplicates counts first.
create table customerspets.duplicate_changes (
	account_id uuid     not null,
	id         uuid     not null default gen_random_uuid(),
	kind       text     not null,
	reason     smallint not null,
	key        bigint   not null,
	n          integer  not null,
	constraint duplicate_changes_pk primary key (account_id, id)
);
-- Records that somebody has said are different, in pairs.
create table customerspets.dismissed_duplicates (
	account_id uuid not null,
	id         uuid not null,
	other_id   uuid not null, -- the larger one
	constraint dismissed_duplicates_pk primary key (account_id, id, other_id)
);

insert into customerspets.duplicate_keys
select account_id, kind, reason, hashtextextended(value, 0), id from (
	select account_id, 'customer' as kind, 1 as reason, lower(email) as value, id from customerspets.customers where email is not null
	union
	select c.account_id, 'customer', 2, p ->> 'number', c.id from customerspets.customers c cross join jsonb_array_elements(c.phones) as p
	union
	select account_id, 'customer', 3, name || '|' || postcode, id from (
		select account_id, id, regexp_replace(known_by, '( [0-9]+)+$', '') as name,
			upper(regexp_replace(address ->> 'postcode', '[^[:alnum:]]', '', 'g')) as postcode
		from customerspets.customers where json_typeof(address) = 'object'
	) as named where name <> '' and postcode <> ''
	union
	select c.account_id, 'customer', 4, regexp_replace(c.known_by, '( [0-9]+)+$', '') || '|' || p.birth_date, c.id
	from customerspets.customers c join customerspets.pets p on p.account_id = c.account_id and p.customer_id = c.id
	where p.birth_date is not null
	union
	select account_id, 'pet', 1, lower(regexp_replace(microchip, '[^[:alnum:]]', '', 'g')), id from customerspets.pets where microchip is not null
	union
	select account_id, 'pet', 2, concat_ws('|', name_key, customer_id, species), id from customerspets.pets
) as found;
create index duplicate_keys_by_record on customerspets.duplicate_keys (account_id, id, reason, key);
insert into customerspets.duplicate_counts
	select account_id, kind, reason, key, count(*) from customerspets.duplicate_keys group by account_id, kind, reason, key;
create index duplicate_counts_shared on customerspets.duplicate_counts (account_id, kind, reason, key) where members > 1;
create index duplicate_counts_unused on customerspets.duplicate_counts (account_id) where members = 0;
analyze customerspets.duplicate_keys, customerspets.duplicate_counts;

-- +goose Down
drop table customerspets.dismissed_duplicates, customerspets.duplicate_changes, customerspets.duplicate_counts, customerspets.duplicate_keys;
