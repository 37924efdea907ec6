-- +goose Up
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema if not exists catalog;

-- "folded" is the name, and the codes on lines of their own, without case and accents: lists sort and search by it. With
-- the collation C the order of a list does not depend on the server's language.

create table catalog.rates (
	account_id         uuid        not null,
	id                 uuid        not null,
	name               text        not null,
	description        text,
	code               text,
	service_type       text        not null,
	active             boolean     not null,
	item_order         integer     not null,
	tax_ids            json        not null,
	included_addon_ids json        not null,
	value_data         json        not null,
	external_id        text,
	created_at         timestamptz not null,
	updated_at         timestamptz not null,
	version            bigint      not null,
	folded             text        not null collate "C",
	constraint rates_pk primary key (account_id, id),
	constraint rates_external_key unique (account_id, external_id),
	constraint rates_service_type_check check (service_type in ('boarding', 'daycare'))
);

create index rates_by_order on catalog.rates (account_id, item_order, folded, id);
create index rates_by_active on catalog.rates (account_id, active, item_order, folded, id);
create index rates_by_update on catalog.rates (account_id, updated_at);
create index rates_by_text on catalog.rates using gin (account_id, folded gin_trgm_ops);

create table catalog.addons (
	account_id         uuid        not null,
	id                 uuid        not null,
	name               text        not null,
	description        text,
	code               text,
	service_type       text,
	active             boolean     not null,
	item_order         integer     not null,
	tax_ids            json        not null,
	included_addon_ids json        not null,
	value_data         json        not null,
	sessions           json        not null,
	capacity           integer,
	instructor         text,
	external_id        text,
	created_at         timestamptz not null,
	updated_at         timestamptz not null,
	version            bigint      not null,
	folded             text        not null collate "C",
	constraint addons_pk primary key (account_id, id),
	constraint addons_external_key unique (account_id, external_id),
	constraint addons_service_type_check check (service_type in ('grooming', 'training', 'classes')),
	constraint addons_class_check check (service_type is not distinct from 'classes' or capacity is null and instructor is null)
);

create index addons_by_order on catalog.addons (account_id, item_order, folded, id);
create index addons_by_active on catalog.addons (account_id, active, item_order, folded, id);
create index addons_by_service on catalog.addons (account_id, service_type, item_order, folded, id);
create index addons_by_update on catalog.addons (account_id, updated_at);
create index addons_by_text on catalog.addons using gin (account_id, folded gin_trgm_ops);

create table catalog.retail_categories (
	account_id  uuid        not null,
	id          uuid        not null,
	name        text        not null,
	parent_id   uuid,
	external_id text,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	constraint retail_categories_pk primary key (account_id, id),
	constraint retail_categories_external_key unique (account_id, external_id)
);

create table catalog.retail_products (
	account_id     uuid        not null,
	id             uuid        not null,
	name           text        not null,
	description    text,
	sku            text,
	barcode        text,
	brand          text,
	categories     json        not null,
	price          json        not null,
	tax_ids        json        not null,
	stock_quantity integer     not null,
	track_stock    boolean     not null,
	active         boolean     not null,
	external_id    text,
	created_at     timestamptz not null,
	updated_at     timestamptz not null,
	version        bigint      not null,
	folded         text        not null collate "C",
	constraint retail_products_pk primary key (account_id, id),
	constraint retail_products_external_key unique (account_id, external_id),
	-- Deferrable: it is checked when a statement ends, so that one statement can swap the SKUs of two products.
	constraint retail_products_sku_key unique (account_id, sku) deferrable initially immediate
);

create index retail_products_by_name on catalog.retail_products (account_id, folded, id);
create index retail_products_by_active on catalog.retail_products (account_id, active, folded, id);
create index retail_products_by_update on catalog.retail_products (account_id, updated_at);
create index retail_products_by_text on catalog.retail_products using gin (account_id, folded gin_trgm_ops);

create table catalog.adjustments (
	account_id  uuid        not null,
	id          uuid        not null,
	name        text        not null,
	code        text,
	kind        text        not null,
	value_data  json        not null,
	valid_from  date,
	valid_until date,
	active      boolean     not null,
	external_id text,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	folded      text        not null collate "C",
	constraint adjustments_pk primary key (account_id, id),
	constraint adjustments_external_key unique (account_id, external_id),
	constraint adjustments_kind_check check (kind in ('discount', 'voucher', 'surcharge', 'gift_card')),
	constraint adjustments_valid_check check (valid_until >= valid_from)
);

create index adjustments_by_name on catalog.adjustments (account_id, folded, id);
create index adjustments_by_active on catalog.adjustments (account_id, active, folded, id);
create index adjustments_by_update on catalog.adjustments (account_id, updated_at);
create index adjustments_by_text on catalog.adjustments using gin (account_id, folded gin_trgm_ops);

create table catalog.taxes (
	account_id  uuid        not null,
	id          uuid        not null,
	name        text        not null,
	rate        text        not null, -- as given: 20 and 20.00 stay apart
	inclusive   boolean     not null,
	active      boolean     not null,
	external_id text,
	created_at  timestamptz not null,
	updated_at  timestamptz not null,
	version     bigint      not null,
	folded      text        not null collate "C",
	constraint taxes_pk primary key (account_id, id),
	constraint taxes_external_key unique (account_id, external_id),
	constraint taxes_rate_check check (rate::numeric between 0 and 100)
);

create index taxes_by_name on catalog.taxes (account_id, folded, id);
create index taxes_by_active on catalog.taxes (account_id, active, folded, id);
create index taxes_by_update on catalog.taxes (account_id, updated_at);
create index taxes_by_text on catalog.taxes using gin (account_id, folded gin_trgm_ops);

-- +goose Down
drop schema catalog cascade;
