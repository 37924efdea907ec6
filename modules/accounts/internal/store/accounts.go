// Package store keeps accounts in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements accounts.Store. Organizations and accounts belong to no account, so that they lead no record.Life.
type Store struct {
	accounts      *postgres.Table[accounts.Account]
	organizations *postgres.Table[accounts.Organization]
	clock         clock.Clock
}

// New makes a Store.
func New(db *postgres.DB, c clock.Clock) *Store {
	return &Store{
		postgres.NewTable[accounts.Account](db, postgres.TableOptions{
			Name: "accounts.accounts", Violations: map[string]error{"accounts_code_key": accounts.ErrCodeTaken},
		}),
		postgres.NewTable[accounts.Organization](db, postgres.TableOptions{Name: "accounts.organizations"}), c,
	}
}

// Organization is the organization of that name, made when it is new; two that make it at once get the same one.
func (s *Store) Organization(ctx context.Context, name string) (accounts.Organization, error) {
	err := s.organizations.InsertMissing(ctx, accounts.Organization{ID: ids.New(), Name: name, CreatedAt: s.clock.Now()})
	if err != nil {
		return accounts.Organization{}, err
	}
	return s.FindOrganization(ctx, name)
}

// FindOrganization is the organization of that name.
func (s *Store) FindOrganization(ctx context.Context, name string) (accounts.Organization, error) {
	return s.organizations.Row(ctx, "select "+s.organizations.Columns()+" from accounts.organizations t where t.name = $1", name)
}

// Insert adds an account.
func (s *Store) Insert(ctx context.Context, a accounts.Account) error {
	return s.accounts.Insert(ctx, a)
}

// Account reads one account.
func (s *Store) Account(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	return s.accounts.Row(ctx, "select "+s.accounts.Columns()+" from accounts.accounts t where t.id = $1", id)
}

// Accounts lists the accounts with the given ids by name.
func (s *Store) Accounts(ctx context.Context, of []uuid.UUID, page paging.Request) (paging.Page[accounts.Account], error) {
	q := s.accounts.QueryWhere("t.id = any(?)", of).OrderBy(postgres.Order{By: "t.name", Type: "text"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.accounts.List(ctx, q, page)
}

// OfOrganization lists the accounts of an organization by code.
func (s *Store) OfOrganization(ctx context.Context, organization uuid.UUID) ([]accounts.Account, error) {
	return s.accounts.Rows(ctx, "select "+s.accounts.Columns()+` from accounts.accounts t
		where t.organization_id = $1 order by t.code`, organization)
}

// All lists every account by code.
func (s *Store) All(ctx context.Context) ([]accounts.Account, error) {
	return s.accounts.Rows(ctx, "select "+s.accounts.Columns()+" from accounts.accounts t order by t.code, t.id")
}
