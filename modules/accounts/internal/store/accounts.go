// Package store keeps accounts in PostgreSQL.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var sortName = postgres.Folded("name")

// Store implements accounts.Store. Organizations and accounts belong to no account, so that they lead no record.Life.
type Store struct {
	*postgres.Repository[accounts.Account]
	clock clock.Clock
}

// New makes a Store.
func New(db *postgres.DB, c clock.Clock) *Store {
	return &Store{postgres.NewRepository[accounts.Account](db, postgres.TableOptions{
		Name: "accounts.accounts", Violations: map[string]error{"accounts_code_key": accounts.ErrCodeTaken},
		Computed: map[string]string{"sort_name": sortName},
	}), c}
}

func (s *Store) organizations(ctx context.Context) *gorm.DB {
	return s.In(ctx).Table("accounts.organizations")
}

func (s *Store) accounts(ctx context.Context) *gorm.DB {
	return s.In(ctx).Table("accounts.accounts").Clauses(s.Columns())
}

// EnsureOrganization is the organization of that name, made when it is new; two that make it at once get the same one.
func (s *Store) EnsureOrganization(ctx context.Context, name string) (accounts.Organization, error) {
	made := accounts.Organization{ID: ids.New(), Name: name, CreatedAt: s.clock.Now()}
	if err := s.organizations(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&made).Error; err != nil {
		return made, fmt.Errorf("make an organization: %w", err)
	}
	return s.GetOrganization(ctx, name)
}

// GetOrganization is the organization of that name.
func (s *Store) GetOrganization(ctx context.Context, name string) (o accounts.Organization, err error) {
	err = s.organizations(ctx).Where("name = ?", name).Take(&o).Error
	if postgres.NoRow(err) {
		return o, apperr.NewNotFound("organization")
	}
	return o, postgres.Failed("read an organization", err)
}

// ListOrganizations lists all organizations.
func (s *Store) ListOrganizations(ctx context.Context) (list []accounts.Organization, err error) {
	err = s.organizations(ctx).Order("name").Find(&list).Error
	return list, postgres.Failed("list organizations", err)
}

// Get reads one account.
func (s *Store) Get(ctx context.Context, id uuid.UUID) (a accounts.Account, err error) {
	err = s.accounts(ctx).Where("id = ?", id).Take(&a).Error
	return a, s.Failed("read", err)
}

// Lock reads an account and keeps others from changing it until the transaction ends.
func (s *Store) Lock(ctx context.Context, id uuid.UUID) (a accounts.Account, err error) {
	err = s.accounts(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Take(&a).Error
	return a, s.Failed("lock", err)
}

// Update implements accounts.Store.
func (s *Store) Update(ctx context.Context, after accounts.Account, columns []string) error {
	err := s.accounts(ctx).Where("id = ?", after.ID).Select(append(columns, "updated_at", "version")).Updates(&after).Error
	return s.Failed("update", err)
}

// RequireWritable implements accounts.Store.
func (s *Store) RequireWritable(ctx context.Context, id uuid.UUID) error {
	var is struct{ Inactive, Closed bool }
	err := s.In(ctx).Raw(`select a.status = ? as inactive,
		exists (select from accounts.closures c where c.organization_id = a.organization_id) as closed
		from accounts.accounts a where a.id = ?`, accounts.Inactive, id).Scan(&is).Error
	switch {
	case err != nil:
		return s.Failed("read the status in", err)
	case is.Closed:
		return accounts.ErrClosed
	case is.Inactive:
		return accounts.ErrInactive
	}
	return nil
}

// List lists the accounts with the given ids by name, whatever its case and accents.
func (s *Store) List(ctx context.Context, of []uuid.UUID, page paging.Request) (paging.Page[accounts.Account], error) {
	q := s.accounts(ctx).Where("id = any(?)", postgres.Array(of))
	return postgres.List(q, page,
		postgres.Key[accounts.Account]{Column: sortName, Type: "text", Of: func(a *accounts.Account) string { return a.SortName }},
		postgres.Key[accounts.Account]{Column: "id", Type: "uuid", Of: func(a *accounts.Account) string { return a.ID.String() }})
}

// ListOfOrganization lists the accounts of an organization by code.
func (s *Store) ListOfOrganization(ctx context.Context, organization uuid.UUID) (list []accounts.Account, err error) {
	err = s.accounts(ctx).Where("organization_id = ?", organization).Order("code").Find(&list).Error
	return list, s.Failed("list", err)
}

// ListByCode lists the accounts with a code; organization uuid.Nil is any.
func (s *Store) ListByCode(ctx context.Context, organization uuid.UUID, code string) (list []accounts.Account, err error) {
	err = s.accounts(ctx).Where(&accounts.Account{Code: code, OrganizationID: organization}).Order("id desc").Find(&list).Error
	return list, s.Failed("list", err)
}

// ListAll lists every account by code.
func (s *Store) ListAll(ctx context.Context) (list []accounts.Account, err error) {
	err = s.accounts(ctx).Order("code, id").Find(&list).Error
	return list, s.Failed("list", err)
}
