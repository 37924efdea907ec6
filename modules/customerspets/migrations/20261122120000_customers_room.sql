-- +goose Up
-- A customer takes about 1.3 KB. With a tenth of a page kept free, the new version of a row often did not fit in beside the old one, so
-- a fourth of the changes wrote all indexes of the row anew. A fifth has room for one. Pages that are full already stay as they are.
alter table customerspets.customers set (fillfactor = 80);

-- +goose Down
alter table customerspets.customers set (fillfactor = 90);
