-- +goose Up
create table if not exists migration_owners (
	version_id bigint not null,
	file       text   not null,
	module     text   not null,
	constraint migration_owners_pk primary key (version_id)
);

-- +goose Down
drop table if exists migration_owners;
