-- +goose Up
-- An organization that moves to another installation can be read here, but not changed.
create table accounts.closures (
	organization_id uuid        not null,
	move_id         uuid        not null, -- arrives at the other installation with the last row
	closed_at       timestamptz not null,
	moved_to        text,                 -- null: it has not arrived
	constraint closures_pk primary key (organization_id),
	constraint closures_organization_fk foreign key (organization_id) references accounts.organizations (id)
);

-- +goose Down
drop table accounts.closures;
