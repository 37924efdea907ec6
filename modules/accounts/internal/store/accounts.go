// Package store keeps accounts in PostgreSQL.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements accounts.Store. Organizations and accounts belong to no account, so that they lead no record.Life.
type Store struct {
	*postgres.Table[accounts.Account]
	db            *postgres.DB
	organizations *postgres.Table[accounts.Organization]
	clock         clock.Clock
}

// New makes a Store.
func New(db *postgres.DB, c clock.Clock) *Store {
	return &Store{
		postgres.NewTable[accounts.Account](db, postgres.TableOptions{
			Name: "accounts.accounts", Violations: map[string]error{"accounts_code_key": accounts.ErrCodeTaken},
		}), db,
		postgres.NewTable[accounts.Organization](db, postgres.TableOptions{Name: "accounts.organizations"}), c,
	}
}

// EnsureOrganization is the organization of that name, made when it is new; two that make it at once get the same one.
func (s *Store) EnsureOrganization(ctx context.Context, name string) (accounts.Organization, error) {
	err := s.organizations.InsertMissing(ctx, accounts.Organization{ID: ids.New(), Name: name, CreatedAt: s.clock.Now()})
	if err != nil {
		return accounts.Organization{}, err
	}
	return s.GetOrganization(ctx, name)
}

// GetOrganization is the organization of that name.
func (s *Store) GetOrganization(ctx context.Context, name string) (accounts.Organization, error) {
	return s.organizations.Row(ctx, "select "+s.organizations.Columns()+" from accounts.organizations t where t.name = $1", name)
}

// ListOrganizations lists all organizations.
func (s *Store) ListOrganizations(ctx context.Context) ([]accounts.Organization, error) {
	return s.organizations.Rows(ctx, "select "+s.organizations.Columns()+" from accounts.organizations t order by t.name")
}

// Get reads one account.
func (s *Store) Get(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	return s.Row(ctx, "select "+s.Columns()+" from accounts.accounts t where t.id = $1", id)
}

// Lock reads an account and keeps others from changing it until the transaction ends.
func (s *Store) Lock(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	return s.Row(ctx, "select "+s.Columns()+" from accounts.accounts t where t.id = $1 for update", id)
}

// RequireWritable implements accounts.Store.
func (s *Store) RequireWritable(ctx context.Context, id uuid.UUID) error {
	return s.db.Require(ctx, func(err error) error {
		if postgres.DividesByZero(err) {
			return accounts.ErrInactive
		}
		return fmt.Errorf("read the status of account %s: %w", id, err)
	}, "select 1 / (status <> 'inactive')::integer from accounts.accounts where id = $1", id)
}

// List lists the accounts with the given ids by name, whatever its case and accents.
func (s *Store) List(ctx context.Context, of []uuid.UUID, page paging.Request) (paging.Page[accounts.Account], error) {
	q := s.QueryWhere("t.id = any(?)", of).
		OrderBy(postgres.Order{By: postgres.Folded("t.name"), Type: "text"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.Table.List(ctx, q, page)
}

// ListOfOrganization lists the accounts of an organization by code.
func (s *Store) ListOfOrganization(ctx context.Context, organization uuid.UUID) ([]accounts.Account, error) {
	return s.Rows(ctx, "select "+s.Columns()+` from accounts.accounts t
		where t.organization_id = $1 order by t.code`, organization)
}

// ListByCode lists the accounts with a code; organization uuid.Nil is any.
func (s *Store) ListByCode(ctx context.Context, organization uuid.UUID, code string) ([]accounts.Account, error) {
	q := s.QueryWhere("t.code = ?", code).WhereIf(organization != uuid.Nil, "t.organization_id = ?", organization)
	return s.All(ctx, q)
}

// ListAll lists every account by code.
func (s *Store) ListAll(ctx context.Context) ([]accounts.Account, error) {
	return s.Rows(ctx, "select "+s.Columns()+" from accounts.accounts t order by t.code, t.id")
}
