-- +goose Up
-- What is too large is not kept: status and id of the record stay.
alter table idempotency.answers
	alter column answer drop not null,
	add column status    integer, -- null: kept before this column
	add column record_id uuid;    -- null: the answer has made no record

-- +goose Down
delete from idempotency.answers where answer is null;
alter table idempotency.answers
	drop column record_id,
	drop column status,
	alter column answer set not null;
