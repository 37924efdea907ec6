-- +goose Up
-- The notes on one record are few: its index answers the filters, too. Most notes have no external id: a partial index holds
-- no nulls, so that creating a note writes two indexes instead of five.
drop index notes.notes_by_category;
drop index notes.notes_by_visibility;
alter table notes.notes drop constraint notes_external_key;
create unique index notes_external_key on notes.notes (account_id, external_id) where external_id is not null;

-- +goose Down
drop index notes.notes_external_key;
alter table notes.notes add constraint notes_external_key unique (account_id, external_id);
create index notes_by_visibility on notes.notes (account_id, parent_id, visibility, pinned, id);
create index notes_by_category on notes.notes (account_id, parent_id, category, pinned, id);
