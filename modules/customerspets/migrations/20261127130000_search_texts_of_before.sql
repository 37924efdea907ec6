-- +goose Up
-- Searches do not count brackets and quotes around a word, and two characters have to begin a word of the search text. So records of before
-- need J. as a word beside (J.); words of letters and digits are there already. Texts of the first days have apostrophes, letters such as
-- ø, which searches know as o, and names of pets that do not begin with a space. Nobody else is locked.
-- +goose StatementBegin
create function customerspets.search_text(old text) returns text language sql immutable as $$
	select folded || (
		select coalesce(string_agg(' ' || word[1], ''), '')
		from regexp_matches(folded, ' [][,;:"<>(){}«»“”„‹›]+([^][ ,;:"<>(){}«»“”„‹›]{2})[][,;:"<>(){}«»“”„‹›]*(?= |$)', 'g') as word
		where position(' ' || word[1] in folded) = 0
	) from (
		select replace(replace(replace(replace(translate(old, 'øłđðıς''’‘ʼ`', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as folded
	) as texts
$$;
-- +goose StatementEnd
-- The keys follow by triggers.
update customerspets.customers set search = customerspets.search_text(search), known_by = customerspets.search_text(known_by)
	where known_by || search ~ '[][,;:"<>(){}«»“”„‹›øłđðßæœþıς''’‘ʼ`]'
		and (search, known_by) <> (customerspets.search_text(search), customerspets.search_text(known_by));
update customerspets.pets set search = customerspets.search_text(search),
		name_key = regexp_replace(customerspets.search_text(name_key), '^(?=[^ ])', ' ')
	where (search ~ '[][,;:"<>(){}«»“”„‹›øłđðßæœþıς''’‘ʼ`]' or name_key ~ '^[^ ]')
		and (search, name_key) <> (customerspets.search_text(search), regexp_replace(customerspets.search_text(name_key), '^(?=[^ ])', ' '));
drop function customerspets.search_text;

-- +goose Down
-- What was written does no harm.
