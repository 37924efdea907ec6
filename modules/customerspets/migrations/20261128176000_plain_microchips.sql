-- Microchips are compared by their letters and digits. In search texts, all kinds of hyphens are one, apostrophes and invisible characters
-- do not count.

-- +goose Up
create index pets_by_plain_microchip on customerspets.pets (account_id, lower(regexp_replace(microchip, '[^[:alnum:]]', '', 'g')), id)
	where microchip is not null;
drop index customerspets.pets_by_microchip;

update customerspets.pets set search = search || ' ' || lower(regexp_replace(microchip, '[^[:alnum:]]', '', 'g'))
where microchip ~ '[^[:alnum:] ]';
update customerspets.pet_texts t set text = p.search || c.known_by
from customerspets.pets p
join customerspets.customers c on c.account_id = p.account_id and c.id = p.customer_id
where p.account_id = t.account_id and p.id = t.id and p.microchip ~ '[^[:alnum:] ]';

create function customerspets.plain_marks(given text) returns text language sql immutable as
	$$select translate(given, U&'\2010\2011\2012\2013\2014\2015\2212\02B9\02BB\2032\200B\200C\200D\200E\200F\2060\FEFF\00AD', '-------')$$;
update customerspets.customers set known_by = customerspets.plain_marks(known_by), search = customerspets.plain_marks(search)
where search <> customerspets.plain_marks(search);
update customerspets.pets set name_key = customerspets.plain_marks(name_key), search = customerspets.plain_marks(search)
where search <> customerspets.plain_marks(search);
update customerspets.customer_texts set text = customerspets.plain_marks(text) where text <> customerspets.plain_marks(text);
update customerspets.pet_texts set text = customerspets.plain_marks(text) where text <> customerspets.plain_marks(text);
drop function customerspets.plain_marks;

-- +goose Down
create index pets_by_microchip on customerspets.pets (account_id, lower(replace(microchip, ' ', '')), id) where microchip is not null;
drop index customerspets.pets_by_plain_microchip;
