// Package store keeps orders in PostgreSQL.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements orders.Store.
type Store struct {
	*postgres.Table[orders.Order]
	db *postgres.DB
}

// New makes a Store.
func New(db *postgres.DB) *Store {
	return &Store{postgres.NewTable[orders.Order](db, postgres.TableOptions{
		Name: "orders.orders",
		Violations: map[string]error{
			"orders_number_key": apperr.NewConflict("duplicate", "the number of an order was taken at the same moment"),
		},
	}), db}
}

// Owner implements orders.Store.
func (s *Store) Owner(ctx context.Context, account, id uuid.UUID) (owner uuid.UUID, err error) {
	err = s.db.Row(ctx, "select customer_id from orders.orders where account_id = $1 and id = $2", account, id).Scan(&owner)
	if postgres.NoRow(err) {
		return owner, apperr.NewNotFound("order")
	}
	if err != nil {
		return owner, fmt.Errorf("read the owner of an order: %w", err)
	}
	return owner, nil
}

// Numbers implements orders.Store.
func (s *Store) Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(numbers))
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		var number string
		var id uuid.UUID
		err := r.Scan(&number, &id)
		found[number] = id
		return err
	}, "select number, id from orders.orders where account_id = $1 and number = any($2)", account, numbers)
	if err != nil {
		return nil, fmt.Errorf("look up order numbers: %w", err)
	}
	return found, nil
}
