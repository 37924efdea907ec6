// Package store stores API keys, sessions and login counts in PostgreSQL.
package store

import "github.com/petcare/petcare/platform/postgres"

// Store implements the store ports of package auth.
type Store struct{ db *postgres.DB }

// New returns a Store.
func New(db *postgres.DB) *Store { return &Store{db} }
