// Package store stores API keys, sessions and login counts in PostgreSQL.
package store

import (
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements the store ports of package auth.
type Store struct {
	db       *postgres.DB
	keys     *postgres.Table[auth.Key]
	sessions *postgres.Table[auth.Session]
}

// New returns a Store.
func New(db *postgres.DB) *Store {
	return &Store{
		db,
		postgres.NewTable[auth.Key](db, postgres.TableOptions{Name: "auth.api_keys", Noun: "API key"}),
		postgres.NewTable[auth.Session](db, postgres.TableOptions{Name: "auth.sessions"}),
	}
}
