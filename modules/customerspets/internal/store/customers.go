// Package store keeps customers and pets in PostgreSQL.
package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Customers implements customerspets.CustomerStore.
type Customers struct {
	postgres.Inverted[customerspets.Customer, uuid.UUID]
	entries
	listed *postgres.View[customerspets.Customer]
	found  *postgres.View[customerspets.Customer] // with what the search looked in
	search search
}

// NewCustomers makes Customers.
func NewCustomers(db *postgres.DB) *Customers {
	table := postgres.NewTable[customerspets.Customer](db, postgres.TableOptions{
		Name:    "customerspets.customers",
		Changes: "customerspets.customer_changes",
		Violations: map[string]error{
			"customers_login_email_key": customerspets.ErrEmailTaken,
			"customers_external_key":    customerspets.ErrCustomerExternalIDTaken,
		},
	})
	return &Customers{markedCustomers(table), entries{db, "customerspets.customers"},
		postgres.NewView[customerspets.Customer](table.Relation()).Without("password_hash", "known_by", "search", "search_keys"),
		postgres.NewView[customerspets.Customer](table.Relation()).Without("password_hash", "known_by", "search_keys"),
		newSearch(db, table.Relation(), byPets)}
}

// List implements customerspets.CustomerStore.
func (s *Customers) List(ctx context.Context, account uuid.UUID, f customerspets.CustomerFilter,
	page paging.Request) (paging.Page[customerspets.Customer], error) {
	view := s.listed
	if len(f.Words) > 0 {
		view = s.found
	}
	query := func() *postgres.Query { return s.query(account, f) }
	few := f.Only != uuid.Nil || f.Email != "" || f.Phone != "" || f.ExternalID != ""
	return list(ctx, s.search, account, f.Words, few, query, page, func(q *postgres.Query) (paging.Page[customerspets.Customer], error) {
		return view.List(ctx, q, page)
	})
}

func (s *Customers) query(account uuid.UUID, f customerspets.CustomerFilter) *postgres.Query {
	q := s.Query(account)
	if reflect.DeepEqual(f, customerspets.CustomerFilter{Status: f.Status}) { // an index has them in the order of the list
		q.OnePlan()
	}
	q.WhereIf(f.Email != "", "lower(t.email) = lower(?)", f.Email).
		WhereIf(f.Phone != "", "jsonb_path_query_array(t.phones, '$[*].number') @> jsonb_build_array(?::text)", f.Phone).
		WhereIf(f.Status != "", "t.status = "+postgres.Literal(string(f.Status))).
		WhereIf(f.ExternalID != "", "t.external_id = ?", f.ExternalID).
		WhereIf(f.Only != uuid.Nil, "t.id = ?", f.Only).
		UpdatedSince(f.UpdatedSince).
		Unprepared(f.UpdatedSince != nil)
	if f.ColourCode != uuid.Nil {
		// Read in the order of the marks, so that a page is as many index entries.
		q.From("customerspets.customer_colour_codes m join customerspets.customers t on t.account_id = m.account_id and t.id = m.customer_id").
			Where("m.account_id = $1").Where("m.colour_code_id = ?", f.ColourCode).
			OrderBy(postgres.Order{By: "m.customer_id", Type: "uuid", Desc: true})
	}
	return q
}

// Login implements customerspets.CustomerStore.
func (s *Customers) Login(ctx context.Context, account uuid.UUID, email string) (l customerspets.Login, err error) {
	err = s.db.Row(ctx, `select id, password_hash, status from customerspets.customers
		where account_id = $1 and lower(email) = lower($2) and login_enabled`, account, email).
		Scan(&l.Customer, &l.PasswordHash, &l.Status)
	if postgres.NoRow(err) {
		return l, apperr.NewNotFound("customer")
	}
	if err != nil {
		return l, fmt.Errorf("find login: %w", err)
	}
	return l, nil
}

// SharedLogins implements customerspets.CustomerStore.
func (s *Customers) SharedLogins(ctx context.Context, account uuid.UUID) ([][]uuid.UUID, error) {
	found, err := postgres.Column[[]uuid.UUID](ctx, s.db, `select array_agg(id) from customerspets.customers
		where account_id = $1 and login_enabled group by lower(email) having count(*) > 1`, account)
	if err != nil {
		return nil, fmt.Errorf("look for logins with one e-mail: %w", err)
	}
	return found, nil
}

// LoggedIn implements customerspets.CustomerStore.
func (s *Customers) LoggedIn(ctx context.Context, account, customer uuid.UUID, at time.Time) error {
	_, err := s.db.Exec(ctx, "update customerspets.customers set login_last_login_at = $3 where account_id = $1 and id = $2",
		account, customer, at)
	if err != nil {
		return fmt.Errorf("note a login: %w", err)
	}
	return nil
}

// WithColourCode implements customerspets.CustomerStore.
func (s *Customers) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(ctx, `select customer_id from customerspets.customer_colour_codes
		where account_id = $1 and colour_code_id = $2 order by customer_id`, account, code)
}
