-- +goose Up
-- A recent transaction whose commit is on disk, whatever its account: cursors of accounts without recent events need one too.
alter table outbox.dropped add column durable xid8 not null default '0';

-- +goose Down
alter table outbox.dropped drop column durable;
