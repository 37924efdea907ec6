-- +goose Up
create index incidents_by_kind on incidents.incidents (account_id, kind, id);
create index incidents_by_status on incidents.incidents (account_id, status, id);

-- +goose Down
drop index incidents.incidents_by_kind, incidents.incidents_by_status;
