-- +goose Up
alter table customerspets.pets add column photo_file_id uuid;

create index pets_by_photo on customerspets.pets (account_id, photo_file_id) where photo_file_id is not null;

-- +goose Down
alter table customerspets.pets drop column photo_file_id;
