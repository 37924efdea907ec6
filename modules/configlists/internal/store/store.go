// Package store keeps lists and forms in PostgreSQL.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements configlists.Store.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

// lock waits for a lock on something that has no row of its own, until the transaction of ctx ends. It must be a
// statement by itself: the next statement sees what was committed while this one waited.
func (s *Store) lock(ctx context.Context, account uuid.UUID, what string) error {
	return s.advise(ctx, "pg_advisory_xact_lock", account, what)
}

// share is lock for those who let each other in.
func (s *Store) share(ctx context.Context, account uuid.UUID, what string) error {
	return s.advise(ctx, "pg_advisory_xact_lock_shared", account, what)
}

func (s *Store) advise(ctx context.Context, function string, account uuid.UUID, what string) error {
	err := s.db.Queue(ctx, nil, "select "+function+"(hashtextextended($1, 0))", "configlists/"+account.String()+"/"+what)
	if err != nil {
		return fmt.Errorf("lock %s: %w", what, err)
	}
	return nil
}

func forUpdate() clause.Locking { return clause.Locking{Strength: clause.LockingStrengthUpdate} }

func forShare() clause.Locking { return clause.Locking{Strength: clause.LockingStrengthShare} }
