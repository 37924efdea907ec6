-- +goose Up
-- A plan for a word compares it with each text of the statistics, half a millisecond for a thousand. With three hundred, words that most
-- customers have are still told from rare ones. The next analyze makes them.
alter table customerspets.customer_texts alter column text set statistics 300;
alter table customerspets.pet_texts alter column text set statistics 300;

-- +goose Down
alter table customerspets.pet_texts alter column text set statistics 1000;
alter table customerspets.customer_texts alter column text set statistics 1000;
