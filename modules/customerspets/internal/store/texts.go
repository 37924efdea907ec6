package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// texts are the texts in which searches look. The text of a customer ends with the names of its pets, that of a pet with the name and the
// phones of its owner. They stand in tables of their own, so that an ordinary change of a record writes no trigrams; in two, because a word
// that most customers have may be one that no pet has, and the statistics of a table know it only for the whole of it.
type texts struct{ db *postgres.DB }

// with is the scope of a list of records whose texts have all words. A number has one or two forms.
func (t texts) with(ctx context.Context, account uuid.UUID, table string, words []customerspets.SearchWord) func(*gorm.DB) *gorm.DB {
	return func(list *gorm.DB) *gorm.DB {
		if len(words) == 0 {
			return list
		}
		found := t.db.In(ctx).Table(table).Select("id").Where("account_id = ?", account)
		for _, word := range words {
			has := t.db.In(ctx)
			for _, form := range word.Forms() {
				has = has.Or("text like ?", postgres.Containing(form))
			}
			found = found.Where(has)
		}
		return list.Where("id in (?)", found)
	}
}

// drop removes the texts of records that are removed: customers or pets.
func (t texts) drop(ctx context.Context, account uuid.UUID, ids []uuid.UUID) error {
	for _, table := range []string{"customerspets.customer_texts", "customerspets.pet_texts"} {
		err := t.db.In(ctx).Exec("delete from "+table+" where account_id = ? and id = any(?)", account, postgres.Array(ids)).Error
		if err != nil {
			return fmt.Errorf("remove a search text: %w", err)
		}
	}
	err := t.db.In(ctx).Exec(dropDuplicateKeys, map[string]any{"account": account, "ids": postgres.Array(ids)}).Error
	return postgres.Failed("remove the duplicate keys of a record", err)
}

// The one who comes second waits for the other one, and the next statement sees what that has committed.
const lockTexts = `
select from customerspets.customer_texts where account_id = @account and id = any(@customers) order by id for no key update`

const writeCustomerTexts = `
insert into customerspets.customer_texts as t (account_id, id, text)
select c.account_id, c.id, c.search || coalesce((
	select string_agg(distinct p.name_key, '') from customerspets.pets p where p.account_id = @account and p.customer_id = c.id), '')
from customerspets.customers c
where c.account_id = @account and c.id = any(@customers)
on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`

const writePetTexts = `
insert into customerspets.pet_texts as t (account_id, id, text)
select p.account_id, p.id, p.search || c.known_by
from customerspets.pets p
join customerspets.customers c on c.account_id = @account and c.id = p.customer_id
where p.account_id = @account and p.customer_id = any(@customers)
on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`

// write makes the texts and the duplicate keys of customers and of their pets what their rows say.
func (t texts) write(ctx context.Context, account uuid.UUID, customers []uuid.UUID) error {
	these := map[string]any{"account": account, "customers": postgres.Array(ids.Distinct(customers))}
	for _, statement := range []string{lockTexts, writeCustomerTexts, writePetTexts, writeDuplicateKeys} {
		if err := t.db.In(ctx).Exec(statement, these).Error; err != nil {
			return fmt.Errorf("write search texts and duplicate keys: %w", err)
		}
	}
	return nil
}
