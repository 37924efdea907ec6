-- +goose Up
create schema if not exists files;

-- The same bytes are kept once in an account. A row is there before a file names it, and stays for a time after the last one is deleted,
-- so that the file can be restored. The ids are those of the chunks, or of the objects in S3.
create table files.blobs (
	account_id   uuid        not null,
	sha256       text        not null,
	original     uuid        not null,
	preview_1024 uuid,
	preview_256  uuid,
	bytes        bigint      not null,
	used_at      timestamptz not null,
	constraint blobs_pk primary key (account_id, sha256)
);

create index blobs_by_original on files.blobs (account_id, original);
create index blobs_by_preview_1024 on files.blobs (account_id, preview_1024) where preview_1024 is not null;
create index blobs_by_preview_256 on files.blobs (account_id, preview_256) where preview_256 is not null;
create index blobs_by_use on files.blobs (used_at);

create table files.files (
	account_id   uuid        not null,
	id           uuid        not null,
	parent_type  text        not null,
	parent_id    uuid        not null,
	kind         text        not null,
	visibility   text        not null,
	title        text,
	name         text        not null,
	content_type text        not null,
	size         bigint      not null,
	sha256       text        not null,
	width        integer,
	height       integer,
	uploaded_by  json,
	created_at   timestamptz not null,
	updated_at   timestamptz not null,
	version      bigint      not null,
	constraint files_pk primary key (account_id, id),
	constraint files_blob_fk foreign key (account_id, sha256) references files.blobs (account_id, sha256)
);

-- The lists run these backwards: newest first.
create index files_by_parent on files.files (account_id, parent_id, id);
create index files_by_kind on files.files (account_id, parent_id, kind, id);
create index files_by_visibility on files.files (account_id, parent_id, visibility, id);
create index files_by_blob on files.files (account_id, sha256);

create table files.chunks (
	account_id uuid    not null,
	blob_id    uuid    not null,
	number     integer not null,
	bytes      bytea   not null,
	constraint chunks_pk primary key (account_id, blob_id, number)
);

-- Pictures and PDF are compressed already.
alter table files.chunks alter column bytes set storage external;
create index chunks_first on files.chunks (blob_id) where number = 0;

-- +goose Down
drop schema files cascade;
