package store

import (
	"context"
	"fmt"
	"hash/fnv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

const sessionColumns = "account_id, id, customer_id, customer_name, token_id, replaced_token_id, refreshed_at, created_at, refresh_until"

// InsertSession inserts a session.
func (s *Store) InsertSession(ctx context.Context, of auth.Session) error {
	err := s.db.Queue(ctx, nil, "insert into auth.sessions ("+sessionColumns+") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		of.AccountID, of.ID, of.CustomerID, of.CustomerName, of.TokenID, of.ReplacedTokenID, of.RefreshedAt, of.CreatedAt, of.RefreshUntil)
	if err != nil {
		return fmt.Errorf("insert a session: %w", err)
	}
	return nil
}

const selectSession = "select " + sessionColumns + " from auth.sessions where account_id = $1 and id = $2"

// GetSession returns a session.
func (s *Store) GetSession(ctx context.Context, account, id uuid.UUID) (auth.Session, error) {
	return scanSession(s.db.ShortRow(ctx, selectSession, account, id))
}

// LockSession returns a session and locks it until the transaction ends.
func (s *Store) LockSession(ctx context.Context, account, id uuid.UUID) (auth.Session, error) {
	return scanSession(s.db.Row(ctx, selectSession+" for update", account, id))
}

func scanSession(row postgres.Scanner) (auth.Session, error) {
	var r auth.Session
	err := row.Scan(&r.AccountID, &r.ID, &r.CustomerID, &r.CustomerName, &r.TokenID, &r.ReplacedTokenID, &r.RefreshedAt, &r.CreatedAt,
		&r.RefreshUntil)
	if postgres.NoRow(err) {
		return auth.Session{}, apperr.NewNotFound()
	}
	if err != nil {
		return auth.Session{}, fmt.Errorf("read a session: %w", err)
	}
	return r, nil
}

// RenewSession stores what a refresh changes.
func (s *Store) RenewSession(ctx context.Context, of auth.Session) error {
	_, err := s.db.Exec(ctx, `
		update auth.sessions set token_id = $3, replaced_token_id = $4, refreshed_at = $5 where account_id = $1 and id = $2`,
		of.AccountID, of.ID, of.TokenID, of.ReplacedTokenID, of.RefreshedAt)
	if err != nil {
		return fmt.Errorf("renew a session: %w", err)
	}
	return nil
}

// EndSession removes a session, if it exists.
func (s *Store) EndSession(ctx context.Context, account, id uuid.UUID) error {
	if _, err := s.db.Exec(ctx, `delete from auth.sessions where account_id = $1 and id = $2`, account, id); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}

// EndSessions removes all sessions of a customer except one.
func (s *Store) EndSessions(ctx context.Context, account, customer, but uuid.UUID) error {
	_, err := s.db.Exec(ctx, `delete from auth.sessions where account_id = $1 and customer_id = $2 and id <> $3`, account, customer, but)
	if err != nil {
		return fmt.Errorf("end the sessions of a customer: %w", err)
	}
	return nil
}

// LockCustomer takes an advisory lock, because the customer's row belongs to another module. Customers whose hashes collide wait for
// each other, which is harmless.
func (s *Store) LockCustomer(ctx context.Context, account, customer uuid.UUID) error {
	h := fnv.New64a()
	h.Write([]byte("auth customer"))
	h.Write(account[:])
	h.Write(customer[:])
	number := int64(h.Sum64()) // any 64 bits will do
	if err := s.db.Queue(ctx, nil, `select pg_advisory_xact_lock($1)`, number); err != nil {
		return fmt.Errorf("lock the sessions of a customer: %w", err)
	}
	return nil
}
