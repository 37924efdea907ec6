-- +goose Up
alter table healthrecords.vaccinations add column proof_file_id uuid;

create index vaccinations_by_proof on healthrecords.vaccinations (account_id, proof_file_id) where proof_file_id is not null;

-- What a customer has sent and nobody has looked at: the list by expires_on.
create index vaccinations_to_verify on healthrecords.vaccinations (account_id, expires_on, id)
	where proof_file_id is not null and not verified and deleted_at is null;

-- +goose Down
drop index healthrecords.vaccinations_to_verify;
alter table healthrecords.vaccinations drop column proof_file_id;
