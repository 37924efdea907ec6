-- +goose Up
-- Orders by how long they take, so that those that overlap a period are found in plain indexes: class k takes less than 2^k days and
-- begins at most so long before the period; 13 takes longer, 14 has no end, and -1 no beginning.
-- +goose StatementBegin
create function orders.stay_class(starts_at timestamptz, ends_at timestamptz) returns integer
	language sql immutable parallel safe
	return case
		when starts_at is null then -1
		when ends_at is null then 14
		else width_bucket(extract(epoch from ends_at - starts_at), array[86400, 172800, 345600, 691200, 1382400, 2764800, 5529600, 11059200,
			22118400, 44236800, 88473600, 176947200, 353894400]::numeric[])
	end;
-- +goose StatementEnd

-- The services of an order as one number, to have an index over them: the sum of 1, 2, 4, 8, 16 and 32.
-- +goose StatementBegin
create function orders.service_set(service_types json) returns integer
	language sql immutable parallel safe
	return (service_types::jsonb ? 'boarding')::integer + 2 * (service_types::jsonb ? 'daycare')::integer
		+ 4 * (service_types::jsonb ? 'grooming')::integer + 8 * (service_types::jsonb ? 'training')::integer
		+ 16 * (service_types::jsonb ? 'classes')::integer + 32 * (service_types::jsonb ? 'retail')::integer;
-- +goose StatementEnd

create index orders_by_stay on orders.orders (account_id, status, (orders.stay_class(starts_at, ends_at)), starts_at, id) include (ends_at);
create index orders_by_start on orders.orders (account_id, starts_at, id);
create index orders_by_service on orders.orders (account_id, (orders.service_set(service_types)), id);
create index orders_by_number on orders.orders (account_id, lower(number));

-- +goose Down
drop index orders.orders_by_stay, orders.orders_by_start, orders.orders_by_service, orders.orders_by_number;
drop function orders.stay_class, orders.service_set;
