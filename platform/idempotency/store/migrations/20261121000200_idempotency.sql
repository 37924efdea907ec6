-- +goose Up
create schema if not exists idempotency;

create table idempotency.answers (
	principal_id uuid        not null, -- the API key or customer that sent the request
	key          text        not null,
	request_hash bytea       not null,
	answer       bytea       not null, -- sealed: it may hold a secret that is shown once
	created_at   timestamptz not null,
	constraint answers_pk primary key (principal_id, key)
);

create index answers_by_age on idempotency.answers (created_at);

-- +goose Down
drop schema idempotency cascade;
