package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// PutReset replaces the reset of a customer.
func (s *Store) PutReset(ctx context.Context, r auth.PasswordReset) error {
	_, err := s.db.Exec(ctx, `
		insert into auth.password_resets (account_id, customer_id, hash, expires_at) values ($1, $2, $3, $4)
		on conflict on constraint password_resets_pk do update set hash = excluded.hash, expires_at = excluded.expires_at`,
		r.AccountID, r.CustomerID, r.Hash, r.ExpiresAt)
	if err != nil {
		return fmt.Errorf("store a password reset: %w", err)
	}
	return nil
}

// GetReset returns the reset with a hash.
func (s *Store) GetReset(ctx context.Context, account uuid.UUID, hash []byte) (auth.PasswordReset, error) {
	r := auth.PasswordReset{AccountID: account, Hash: hash}
	err := s.db.Row(ctx, `select customer_id, expires_at from auth.password_resets where account_id = $1 and hash = $2`, account, hash).
		Scan(&r.CustomerID, &r.ExpiresAt)
	if postgres.NoRow(err) {
		return r, apperr.NewNotFound()
	}
	if err != nil {
		return r, fmt.Errorf("read a password reset: %w", err)
	}
	return r, nil
}

// VoidReset removes the reset of a customer.
func (s *Store) VoidReset(ctx context.Context, account, customer uuid.UUID) error {
	return s.db.Queue(ctx, nil, `delete from auth.password_resets where account_id = $1 and customer_id = $2`, account, customer)
}

// TakeReset removes a reset unless it was used or replaced.
func (s *Store) TakeReset(ctx context.Context, r auth.PasswordReset) error {
	n, err := s.db.Exec(ctx, `delete from auth.password_resets where account_id = $1 and customer_id = $2 and hash = $3`,
		r.AccountID, r.CustomerID, r.Hash)
	if err != nil {
		return fmt.Errorf("use a password reset: %w", err)
	}
	if n == 0 {
		return apperr.NewNotFound()
	}
	return nil
}
