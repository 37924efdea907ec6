-- +goose Up
create table auth.password_resets (
	account_id  uuid        not null,
	customer_id uuid        not null,
	hash        bytea       not null, -- SHA-256 of the token; the token itself is nowhere
	expires_at  timestamptz not null,
	constraint password_resets_pk primary key (account_id, customer_id)
);

create index password_resets_by_hash on auth.password_resets (account_id, hash);
create index password_resets_by_end on auth.password_resets (expires_at);

-- +goose Down
drop table auth.password_resets;
