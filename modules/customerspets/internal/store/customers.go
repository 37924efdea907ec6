package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
)

// wholeCustomer is all of a customer, as scanWhole reads it.
const wholeCustomer = "select " + customerColumns + ", c.password_hash, c.search from customerspets.customers c"

// lockCustomers finds each by itself (see postgres.LockAll).
const lockCustomers = "select " + customerColumns + `, c.password_hash, c.search
from (select id from unnest($2::uuid[]) as wanted (id) order by id) as wanted
cross join lateral (select * from customerspets.customers where account_id = $1 and id = wanted.id for update) as c`

func scanWhole(row postgres.Scanner, c *customerspets.Customer) error {
	return row.Scan(append(readInto(c), &c.PasswordHash, &c.Search)...)
}

// LockCustomer reads a customer for update.
func (s *Store) LockCustomer(ctx context.Context, account, id uuid.UUID) (customerspets.Customer, error) {
	var c customerspets.Customer
	row := s.db.Row(ctx, wholeCustomer+" where c.account_id = $1 and c.id = $2 for update", account, id)
	return c, failed("lock customer", scanWhole(row, &c))
}

// LockCustomers reads customers for update, by id.
func (s *Store) LockCustomers(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]customerspets.Customer, error) {
	list := make([]customerspets.Customer, 0, len(ids))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		list = append(list, customerspets.Customer{})
		return scanWhole(row, &list[len(list)-1])
	}, lockCustomers, account, ids)
	return list, failed("lock customers", err)
}

// What a write of one customer writes, by hand too: every create and every change comes here.
const (
	writtenColumns = `first_name, last_name, company_name, email, phones, address, status, referral_source, contacts, vet, communication,
		colour_code_ids, tags, alert, custom_fields, external_id, login_enabled, login_last_login_at, password_hash, search, updated_at, version`
	writtenValues = `$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24`

	insertCustomer = "insert into customerspets.customers (account_id, id, " + writtenColumns + ", created_at) values ($1, $2, " + writtenValues + ", $25)"
	updateCustomer = "update customerspets.customers set (" + writtenColumns + ") = (" + writtenValues + ") where account_id = $1 and id = $2"
)

// written are the ids and the writtenValues.
func written(c customerspets.Customer) []any {
	return []any{c.AccountID, c.ID, c.FirstName, c.LastName, c.CompanyName, c.Email, c.Phones, c.Address, c.Status, c.ReferralSource,
		c.Contacts, c.Vet, c.Communication, c.ColourCodeIDs, c.Tags, c.Alert, c.CustomFields, c.ExternalID, c.Login.Enabled,
		c.Login.LastLoginAt, c.PasswordHash, c.Search, c.UpdatedAt, c.Version}
}

// InsertCustomer adds a customer.
func (s *Store) InsertCustomer(ctx context.Context, c customerspets.Customer) error {
	if _, err := s.db.Exec(ctx, insertCustomer, append(written(c), c.CreatedAt)...); err != nil {
		return failed("insert customer", err)
	}
	return s.markColours(ctx, c.AccountID, []customerspets.Customer{c}, false)
}

// UpdateCustomer writes all of a customer.
func (s *Store) UpdateCustomer(ctx context.Context, before, after customerspets.Customer) error {
	if _, err := s.db.Exec(ctx, updateCustomer, written(after)...); err != nil {
		return failed("update customer", err)
	}
	if same(before.ColourCodeIDs.Get(), after.ColourCodeIDs.Get()) {
		return nil
	}
	return s.markColours(ctx, after.AccountID, []customerspets.Customer{after}, true)
}

func same(a, b []uuid.UUID) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// SaveCustomers inserts and updates a batch.
func (s *Store) SaveCustomers(ctx context.Context, account uuid.UUID, created, changed []customerspets.Customer) error {
	rows := make([]customerRow, 0, len(created)+len(changed))
	for _, c := range created {
		rows = append(rows, customerRow(c))
	}
	for _, c := range changed {
		rows = append(rows, customerRow(c))
	}
	if err := postgres.SaveAll(s.db.In(ctx), rows); err != nil {
		return failed("save customers", err)
	}
	if err := s.markColours(ctx, account, created, false); err != nil {
		return err
	}
	return s.markColours(ctx, account, changed, true)
}

// markColours writes the colour codes of customers once more, for the list by colour code.
func (s *Store) markColours(ctx context.Context, account uuid.UUID, of []customerspets.Customer, replace bool) error {
	var customers, owners, codes []uuid.UUID
	for _, c := range of {
		customers = append(customers, c.ID)
		for _, code := range c.ColourCodeIDs.Get() {
			owners, codes = append(owners, c.ID), append(codes, code)
		}
	}
	if replace && len(customers) > 0 {
		_, err := s.db.Exec(ctx, "delete from customerspets.customer_colour_codes where account_id = $1 and customer_id = any($2)", account, customers)
		if err != nil {
			return failed("take colour codes off customers", err)
		}
	}
	if len(codes) == 0 {
		return nil
	}
	_, err := s.db.Exec(ctx, `insert into customerspets.customer_colour_codes (account_id, colour_code_id, customer_id)
		select $1, c.code, c.customer from unnest($2::uuid[], $3::uuid[]) as c (code, customer)`, account, codes, owners)
	return failed("mark customers with colour codes", err)
}

// CustomerIDs looks up external ids.
func (s *Store) CustomerIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "customerspets.customers", account, externalIDs)
}

// Login finds the customer with login who has the e-mail.
func (s *Store) Login(ctx context.Context, account uuid.UUID, email string) (customerspets.Login, error) {
	var l customerspets.Login
	err := s.db.Row(ctx, `select id, password_hash, status from customerspets.customers
		where account_id = $1 and lower(email) = lower($2) and login_enabled`, account, email).
		Scan(&l.Customer, &l.PasswordHash, &l.Status)
	return l, failed("find login", err)
}

// LoginEmails says which of the e-mails belong to customers with login, and to whom.
func (s *Store) LoginEmails(ctx context.Context, account uuid.UUID, emails []string) (map[string]uuid.UUID, error) {
	found := map[string]uuid.UUID{}
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var email string
		var id uuid.UUID
		if err := row.Scan(&email, &id); err != nil {
			return err
		}
		found[email] = id
		return nil
	}, `select asked.email, c.id from unnest($2::text[]) as asked (email)
		join customerspets.customers c on c.account_id = $1 and c.login_enabled and lower(c.email) = lower(asked.email)`, account, emails)
	return found, failed("look up logins", err)
}

// LoggedIn writes when a customer logged in.
func (s *Store) LoggedIn(ctx context.Context, account, customer uuid.UUID, at time.Time) error {
	_, err := s.db.Exec(ctx, "update customerspets.customers set login_last_login_at = $3 where account_id = $1 and id = $2", account, customer, at)
	return failed("note a login", err)
}
