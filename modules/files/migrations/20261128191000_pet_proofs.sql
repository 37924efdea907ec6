-- +goose Up
-- What other modules may join: a part of the module's public face.
create view files.pet_proofs as
	select account_id, id, parent_id as pet_id, title, name, content_type, uploaded_by, created_at
	from files.files
	where kind = 'vaccination_proof' and parent_type = 'pet';

create index files_pet_proofs on files.files (account_id, id) where kind = 'vaccination_proof' and parent_type = 'pet';

-- +goose Down
drop index files.files_pet_proofs;
drop view files.pet_proofs;
