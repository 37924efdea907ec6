package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements accounts.Store.
type Store struct {
	db    *postgres.DB
	clock clock.Clock
}

// New makes a Store.
func New(db *postgres.DB, c clock.Clock) *Store { return &Store{db, c} }

// Organization is the organization of that name, made when it is new; two that make it at once get the same one.
func (s *Store) Organization(ctx context.Context, name string) (accounts.Organization, error) {
	row := organizationRow{ID: ids.New(), Name: name, CreatedAt: s.clock.Now()}
	err := s.db.In(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	if err != nil {
		return accounts.Organization{}, fmt.Errorf("insert organization: %w", err)
	}
	return s.FindOrganization(ctx, name)
}

// FindOrganization is the organization of that name.
func (s *Store) FindOrganization(ctx context.Context, name string) (accounts.Organization, error) {
	var row organizationRow
	err := s.db.In(ctx).Where("name = ?", name).Take(&row).Error
	if postgres.NoRow(err) {
		return accounts.Organization{}, apperr.NewNotFound()
	}
	if err != nil {
		return accounts.Organization{}, fmt.Errorf("find organization: %w", err)
	}
	return accounts.Organization(row), nil
}

// Insert adds an account.
func (s *Store) Insert(ctx context.Context, a accounts.Account) error {
	row := accountRow(a)
	err := s.db.In(ctx).Create(&row).Error
	if postgres.Violates(err, "accounts_code_key") {
		return accounts.ErrCodeTaken
	}
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	return nil
}

// Account reads one account.
func (s *Store) Account(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	var row accountRow
	err := s.db.In(ctx).Where("id = ?", id).Take(&row).Error
	if postgres.NoRow(err) {
		return accounts.Account{}, apperr.NewNotFound()
	}
	if err != nil {
		return accounts.Account{}, fmt.Errorf("read account: %w", err)
	}
	return accounts.Account(row), nil
}

// Accounts lists the accounts with the given ids by name.
func (s *Store) Accounts(ctx context.Context, of []uuid.UUID, page paging.Request) (paging.Page[accounts.Account], error) {
	name, id, err := page.TextID()
	if err != nil {
		return paging.Page[accounts.Account]{}, err
	}
	q := s.db.In(ctx).Where("id = any(?)", postgres.Array(of))
	if page.After != nil {
		q = q.Where("(name, id) > (?, ?)", name, id)
	}
	var rows []accountRow
	if err := q.Order("name, id").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[accounts.Account]{}, fmt.Errorf("list accounts: %w", err)
	}
	return paging.Cut(page, toAccounts(rows), func(a accounts.Account) []string { return []string{a.Name, a.ID.String()} }), nil
}

// OfOrganization lists the accounts of an organization by code.
func (s *Store) OfOrganization(ctx context.Context, organization uuid.UUID) ([]accounts.Account, error) {
	var rows []accountRow
	if err := s.db.In(ctx).Where("organization_id = ?", organization).Order("code").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list accounts of organization: %w", err)
	}
	return toAccounts(rows), nil
}

// All lists every account by code.
func (s *Store) All(ctx context.Context) ([]accounts.Account, error) {
	var rows []accountRow
	if err := s.db.In(ctx).Order("code, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list all accounts: %w", err)
	}
	return toAccounts(rows), nil
}

func toAccounts(rows []accountRow) []accounts.Account {
	list := make([]accounts.Account, len(rows))
	for i, r := range rows {
		list[i] = accounts.Account(r)
	}
	return list
}
