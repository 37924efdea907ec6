-- +goose Up
create table auth.login_addresses (
	account_id uuid        not null,
	login      bytea       not null, -- SHA-256 of the e-mail address
	address    bytea       not null, -- SHA-256 of the client address of the latest login
	ends_at    timestamptz not null, -- from then on the row says nothing
	constraint login_addresses_pk primary key (account_id, login)
);

create index login_addresses_by_end on auth.login_addresses (ends_at);

-- +goose Down
drop table auth.login_addresses;
