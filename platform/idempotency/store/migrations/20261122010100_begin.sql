-- +goose Up
-- +goose StatementBegin
-- Marks a request as running until the transaction ends. It says no by an error of its own, so that nobody has to wait for its answer
-- before sending what comes next: PC001 while the same request runs elsewhere, PC002 when it has an answer already. The look for an
-- answer is a statement of its own, after the lock, so that it sees what committed while the lock was not free.
create function idempotency.begin(of uuid, named text, since timestamptz, lock bigint) returns void language plpgsql as $$
begin
	if not pg_try_advisory_xact_lock(lock) then
		raise exception 'the request is running' using errcode = 'PC001';
	end if;
	if exists (select from idempotency.answers where principal_id = of and key = named and created_at > since) then
		raise exception 'the request has an answer' using errcode = 'PC002';
	end if;
end
$$;
-- +goose StatementEnd

-- +goose Down
drop function idempotency.begin(uuid, text, timestamptz, bigint);
