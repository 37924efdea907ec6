// Package store keeps orders in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements orders.Store.
type Store struct {
	*postgres.Repository[orders.Order]
}

// New makes a Store.
func New(db *postgres.DB) Store {
	return Store{postgres.NewRepository[orders.Order](db, postgres.TableOptions{
		Name: "orders.orders",
		Violations: map[string]error{
			"orders_number_key": apperr.NewDuplicate("number", "the number of an order was taken at the same moment"),
		},
	})}
}

// ExistsOf implements orders.Store.
func (s Store) ExistsOf(ctx context.Context, account, customer, id uuid.UUID) error {
	return s.Some(s.Kept(ctx, s.Of(ctx, account).Where("id = ? and customer_id = ?", id, customer)))
}

// OfCustomer implements orders.Store.
func (s Store) OfCustomer(ctx context.Context, account, customer uuid.UUID, limit int) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where("customer_id = ?", customer).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, s.Failed("list those of a customer in", err)
}

// AnyOpen implements orders.Store.
func (s Store) AnyOpen(ctx context.Context, account uuid.UUID, customers []uuid.UUID) (bool, error) {
	open, err := postgres.Any(s.Of(ctx, account).Where("customer_id = any(?) and status = 'open'", postgres.Array(customers)))
	return open, s.Failed("look for open ones in", err)
}

// OfPet implements orders.Store.
func (s Store) OfPet(ctx context.Context, account, pet uuid.UUID, limit int) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where(pets+" @> ?", jsonb.New([]uuid.UUID{pet})).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, s.Failed("list those of a pet in", err)
}

// Numbers implements orders.Store.
func (s Store) Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) {
	return s.IDsBy(ctx, account, "number", numbers)
}
