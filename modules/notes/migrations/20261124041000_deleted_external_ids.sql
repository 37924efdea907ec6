-- +goose Up
-- The external ids of notes that were deleted, so that an import does not bring these back.
create table notes.deleted_external_ids (
	account_id  uuid not null,
	external_id text not null,
	note_id     uuid not null,
	constraint deleted_external_ids_pk primary key (account_id, external_id)
);

-- +goose Down
drop table notes.deleted_external_ids;
