package orders

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Filter says what a list shows; its zero value shows everything. All bounds belong to their range.
type Filter struct {
	Status        string
	PaymentStatus PaymentStatus
	Customer      *uuid.UUID
	Pet           *uuid.UUID // in pet_ids or on a line
	Number        string
	PlacedFrom    *time.Time
	PlacedTo      *time.Time
	StartsFrom    *time.Time
	StartsTo      *time.Time
	UpdatedSince  *time.Time
}

// Store keeps orders.
type Store interface {
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Order], error) // newest first
	Get(ctx context.Context, account, id uuid.UUID) (Order, error)                                          // apperr.NotFound when there is none
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) // who has them
	Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Order, error)      // reads and locks
	Save(ctx context.Context, account uuid.UUID, created, changed []Order) error
}

// Locations know the accounts.
type Locations interface {
	Currency(ctx context.Context, account uuid.UUID) (string, error)
}

// Customers know who is a customer.
type Customers interface {
	// Find is apperr.NotFound when the account has no such customer.
	Find(ctx context.Context, account, customer uuid.UUID) error
}
