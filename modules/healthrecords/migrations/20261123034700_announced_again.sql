-- +goose Up
-- Transactions before awaited may have been writing vaccinations when those of the day were announced. When they have ended, theirs are
-- looked for. Null: that has been done.
alter table healthrecords.announced_days add column awaited xid8;

-- +goose Down
alter table healthrecords.announced_days drop column awaited;
