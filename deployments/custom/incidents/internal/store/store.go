// Package store keeps incidents in PostgreSQL.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"

	"example.com/custom/incidents"
)

// Store implements incidents.Store.
type Store struct {
	*postgres.Table[incidents.Incident]
	db *postgres.DB
}

// New makes a Store.
func New(db *postgres.DB) *Store {
	return &Store{postgres.NewTable[incidents.Incident](db, postgres.TableOptions{
		Name: "incidents.incidents", Violations: map[string]error{"incidents_external_key": incidents.ErrExternalIDTaken},
	}), db}
}

// List implements incidents.Store.
func (s *Store) List(ctx context.Context, account uuid.UUID, f incidents.Filter, page paging.Request) (
	paging.Page[incidents.Incident], error,
) {
	q := s.Query(account).
		WhereIf(f.Pet != uuid.Nil, "t.pet_id = ?", f.Pet).
		WhereIf(f.Kind != "", "t.kind = ?", f.Kind).
		WhereIf(f.Status != "", "t.status = ?", f.Status)
	return s.Table.List(ctx, q, page)
}

// OfPets implements incidents.Store.
func (s *Store) OfPets(ctx context.Context, account uuid.UUID, pets []uuid.UUID) ([]uuid.UUID, error) {
	found, err := s.db.IDs(ctx, `select id from incidents.incidents where account_id = $1 and pet_id = any($2) order by id`, account, pets)
	if err != nil {
		return nil, fmt.Errorf("look up the incidents of pets: %w", err)
	}
	return found, nil
}

// Open implements incidents.Store.
func (s *Store) Open(ctx context.Context, account uuid.UUID) (map[incidents.Kind]int, error) {
	found, err := postgres.Map[incidents.Kind, int](ctx, s.db,
		`select kind, count(*) from incidents.incidents where account_id = $1 and status = $2 group by kind`, account, incidents.Open)
	if err != nil {
		return nil, fmt.Errorf("count open incidents: %w", err)
	}
	return found, nil
}
