-- +goose Up
-- The name of a session's customer is asked for where it is needed. A replica of an older version cannot start sessions any more.
alter table auth.sessions drop column customer_name;

-- +goose Down
alter table auth.sessions add column customer_name text not null default '';
