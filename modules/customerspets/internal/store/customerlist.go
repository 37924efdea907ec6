package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// What is read often is scanned by hand, and the nested values pass through as the text that they are kept in.

const customerColumns = `c.id, c.account_id, c.first_name, c.last_name, c.company_name, c.email, c.phones, c.address, c.status,
	c.referral_source, c.contacts, c.vet, c.communication, c.colour_code_ids, c.tags, c.alert, c.custom_fields, c.external_id,
	c.login_enabled, c.login_last_login_at, c.created_at, c.updated_at, c.version`

func scanCustomer(row postgres.Scanner, c *customerspets.Customer) error {
	return row.Scan(readInto(c)...)
}

// readInto are the places of customerColumns.
func readInto(c *customerspets.Customer) []any {
	return []any{&c.ID, &c.AccountID, &c.FirstName, &c.LastName, &c.CompanyName, &c.Email, &c.Phones, &c.Address, &c.Status,
		&c.ReferralSource, &c.Contacts, &c.Vet, &c.Communication, &c.ColourCodeIDs, &c.Tags, &c.Alert, &c.CustomFields, &c.ExternalID,
		&c.Login.Enabled, &c.Login.LastLoginAt, &c.CreatedAt, &c.UpdatedAt, &c.Version}
}

// Customer reads one customer.
func (s *Store) Customer(ctx context.Context, account, id uuid.UUID) (customerspets.Customer, error) {
	var c customerspets.Customer
	row := s.db.Row(ctx, "select "+customerColumns+" from customerspets.customers c where c.account_id = $1 and c.id = $2", account, id)
	return c, failed("read customer", scanCustomer(row, &c))
}

// Customers lists customers, newest first.
func (s *Store) Customers(ctx context.Context, account uuid.UUID, f customerspets.CustomerFilter, page paging.Request) (paging.Page[customerspets.Customer], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[customerspets.Customer]{}, err
	}
	q := customerQuery(account, f)
	if page.After != nil {
		q.where(q.id + " < " + q.arg(after))
	}
	statement := q.page(f.UpdatedSince != nil, page.Fetch())
	list := make([]customerspets.Customer, 0, page.Fetch())
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		list = append(list, customerspets.Customer{})
		return scanCustomer(row, &list[len(list)-1])
	}, statement, q.planned(f)...)
	if err != nil {
		return paging.Page[customerspets.Customer]{}, failed("list customers", err)
	}
	return paging.Cut(page, list, func(c customerspets.Customer) []string { return []string{c.ID.String()} }), nil
}

// query is a statement in the making.
type query struct {
	from       string
	id         string // the column that the list is ordered by
	conditions []string
	args       []any
}

func (q *query) arg(v any) string {
	q.args = append(q.args, v)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *query) where(condition string) { q.conditions = append(q.conditions, condition) }

func (q *query) text() string {
	return " from " + q.from + " where " + strings.Join(q.conditions, " and ")
}

// page is the statement for a page. Narrow reads the ids first, which an index can hold all by itself: those that changed
// lately lie anywhere in the order of ids, so all of them have to be looked at, but only a page of them read.
func (q *query) page(narrow bool, fetch int) string {
	end := " order by " + q.id + " desc limit " + q.arg(fetch)
	if !narrow {
		return "select " + customerColumns + q.text() + end
	}
	return "select " + customerColumns + " from (select " + q.id + q.text() + end + ") page (id)" +
		" join customerspets.customers c on c.account_id = $1 and c.id = page.id order by page.id desc"
}

// planned are the arguments; where the best plan depends on them, it is made for them.
func (q *query) planned(f customerspets.CustomerFilter) []any {
	if len(f.Words) == 0 && f.UpdatedSince == nil {
		return q.args
	}
	return slices.Insert(q.args, 0, any(postgres.Unprepared))
}

func customerQuery(account uuid.UUID, f customerspets.CustomerFilter) *query {
	q := &query{from: "customerspets.customers c", id: "c.id"}
	own := q.arg(account) // $1
	if f.ColourCode != uuid.Nil {
		// Read in the order of the marks, so that a page is as many index entries.
		q.from, q.id = "customerspets.customer_colour_codes m join customerspets.customers c on c.account_id = "+own+" and c.id = m.customer_id", "m.customer_id"
		q.where("m.account_id = " + own)
		q.where("m.colour_code_id = " + q.arg(f.ColourCode))
	} else {
		q.where("c.account_id = " + own)
	}
	for _, word := range f.Words {
		condition := searched(word.Text) + " like " + q.arg(part(word.Text))
		if word.Digits != "" {
			condition = "(" + condition + " or " + searched(word.Digits) + " like " + q.arg(part(word.Digits)) + ")"
		}
		q.where(condition)
	}
	if f.Email != "" {
		q.where("lower(c.email) = lower(" + q.arg(f.Email) + ")")
	}
	if f.Phone != "" {
		q.where("c.phones @> " + q.arg(`[{"number": "`+f.Phone+`"}]`) + "::jsonb")
	}
	if f.Status != "" {
		q.where("c.status = " + q.arg(string(f.Status)))
	}
	if f.ExternalID != "" {
		q.where("c.external_id = " + q.arg(f.ExternalID))
	}
	if f.UpdatedSince != nil {
		q.where("c.updated_at >= " + q.arg(*f.UpdatedSince))
	}
	if f.Only != uuid.Nil {
		q.where("c.id = " + q.arg(f.Only))
	}
	return q
}

// searched is the text to look in for a word. The index knows runs of three letters or digits: for shorter words it would
// be read from end to end, so they are looked for in the order of the list, which ends with the page.
func searched(word string) string {
	run := 0
	for _, r := range word {
		if run++; !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			run = 0
		}
		if run == 3 {
			return "c.search"
		}
	}
	return "(c.search || '')"
}

var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// part is the pattern of text that contains word.
func part(word string) string { return "%" + likeMarks.Replace(word) + "%" }
