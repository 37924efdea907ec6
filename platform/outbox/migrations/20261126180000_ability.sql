-- +goose Up
-- The ability that reading an event needs, for replicas and programs that do not know its type. Null in events of earlier versions and in
-- those that are not in the feed.
alter table outbox.events add column ability text;

-- +goose Down
alter table outbox.events drop column ability;
