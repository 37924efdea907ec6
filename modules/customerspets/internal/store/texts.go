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

// The tables of texts.
const (
	ofCustomers = "customerspets.customer_texts"
	ofPets      = "customerspets.pet_texts"
)

// with is the scope of a list of records whose texts have all words. A number has one or two forms.
func (t texts) with(ctx context.Context, account uuid.UUID, table string, words []customerspets.SearchWord) func(*gorm.DB) *gorm.DB {
	return func(list *gorm.DB) *gorm.DB {
		if len(words) == 0 {
			return list
		}
		found := t.db.In(ctx).Table(table).Select("id").Where("account_id = ?", account)
		for _, word := range words {
			forms := word.Forms()
			first, last := postgres.Containing(forms[0]), postgres.Containing(forms[len(forms)-1])
			if first == last {
				found = found.Where("text like ?", first)
			} else {
				found = found.Where("(text like ? or text like ?)", first, last)
			}
		}
		return list.Where("id in (?)", found)
	}
}

// rewrite is write for customers that others may change, or give pets, at the same moment. The lock makes them wait, and the next statement
// sees what they have committed.
func (t texts) rewrite(ctx context.Context, account uuid.UUID, customers []uuid.UUID) error {
	customers = ids.Distinct(customers)
	err := t.db.In(ctx).Exec("select from customerspets.customer_texts where account_id = ? and id = any(?) order by id for no key update",
		account, postgres.Array(customers)).Error
	if err != nil {
		return fmt.Errorf("lock search texts: %w", err)
	}
	return t.write(ctx, account, customers, writeCustomerTexts, writePetTexts)
}

const (
	writeCustomerTexts = `
insert into customerspets.customer_texts as t (account_id, id, text)
select c.account_id, c.id, c.search || coalesce((
	select string_agg(distinct p.name_key, '') from customerspets.pets p where p.account_id = @account and p.customer_id = c.id), '')
from customerspets.customers c
where c.account_id = @account and c.id = any(@customers)
on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`

	writePetTexts = `
insert into customerspets.pet_texts as t (account_id, id, text)
select p.account_id, p.id, p.search || c.known_by
from customerspets.pets p
join customerspets.customers c on c.account_id = @account and c.id = p.customer_id
where p.account_id = @account and p.customer_id = any(@customers)
on conflict (account_id, id) do update set text = excluded.text where t.text <> excluded.text`
)

// write makes the texts of customers and of their pets what their rows say.
func (t texts) write(ctx context.Context, account uuid.UUID, customers []uuid.UUID, statements ...string) error {
	for _, statement := range statements {
		err := t.db.In(ctx).Exec(statement, map[string]any{"account": account, "customers": postgres.Array(customers)}).Error
		if err != nil {
			return fmt.Errorf("write search texts: %w", err)
		}
	}
	return nil
}
