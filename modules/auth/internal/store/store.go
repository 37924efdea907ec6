// Package store keeps API keys, sessions and login counts in PostgreSQL.
package store

import "github.com/petcare/petcare/platform/postgres"

// Store implements the stores of package auth.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }
