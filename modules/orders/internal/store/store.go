// Package store keeps orders in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements orders.Store.
type Store struct {
	postgres.Inverted[orders.Order, uuid.UUID]
	db *postgres.DB
}

// New makes a Store.
func New(db *postgres.DB) *Store {
	return &Store{byPet(postgres.NewTable[orders.Order](db, postgres.TableOptions{
		Name: "orders.orders",
		Violations: map[string]error{
			"orders_number_key": apperr.NewConflict("duplicate", "the number of an order was taken at the same moment"),
		},
	})), db}
}

// RequireOf implements orders.Store.
func (s *Store) RequireOf(ctx context.Context, account, customer, id uuid.UUID) error {
	return s.RequireAny(ctx, s.Query(account).Where("t.id = ?", id).Where("t.customer_id = ?", customer))
}

// Numbers implements orders.Store.
func (s *Store) Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) {
	return s.IDsBy(ctx, account, "number", numbers)
}
