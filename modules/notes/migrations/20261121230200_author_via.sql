-- +goose Up
-- Authors name the API key that acted for a person; nobody did before.
update notes.notes set author = (author::jsonb || '{"via": null}')::json where author is not null and (author::jsonb -> 'via') is null;

-- +goose Down
update notes.notes set author = (author::jsonb - 'via')::json where author is not null;
