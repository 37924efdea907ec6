-- +goose Up
-- A merge that is undone is remembered as long as it can be redone.
alter table customerspets.merges add column undone_by uuid;

-- +goose Down
delete from customerspets.merges where undone_by is not null;
alter table customerspets.merges drop column undone_by;
