package orders

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/record"
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
	record.Store[Order]
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Order], error) // newest first
	// Get and Owner fail with apperr.NotFound when there is none.
	Get(ctx context.Context, account, id uuid.UUID) (Order, error)
	Owner(ctx context.Context, account, id uuid.UUID) (customer uuid.UUID, err error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) // who has them
}

// Locations know the accounts.
type Locations interface {
	Currency(ctx context.Context, account uuid.UUID) (string, error)
}

// Customers know who is a customer.
type Customers interface {
	// Exists is apperr.NotFound when the account has no such customer.
	Exists(ctx context.Context, account, customer uuid.UUID) error
}
