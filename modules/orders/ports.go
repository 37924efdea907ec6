package orders

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Filter says what a list shows, and in which order; its zero value shows everything, newest first. Periods include both ends. A Store
// gets them with instants in place of days.
type Filter struct {
	Statuses      []string // one of these
	PaymentStatus PaymentStatus
	ServiceType   string
	Customer      *uuid.UUID
	Pet           *uuid.UUID // in pet_ids or on a line
	Number        string     // whatever its case
	Placed        clock.Period
	Starts        clock.Period
	Overlaps      clock.Period // what has begun by the end of the period and has not ended before it begins
	UpdatedSince  *time.Time
	Sort          Sort
}

// Sort is the order of a list.
type Sort string

// The sort orders. Orders without starts_at come last in both directions.
const (
	NewestFirst    Sort = "-created_at" // the same as ""
	EarliestStarts Sort = "starts_at"
	LatestStarts   Sort = "-starts_at"
)

// ByStart reports whether a list is sorted by starts_at.
func (s Sort) ByStart() bool { return s == EarliestStarts || s == LatestStarts }

// Include says which summaries a list shows beside its orders.
type Include struct{ Customer, Pets bool }

// Store keeps orders.
type Store interface {
	record.Store[Order]
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Order], error)
	Get(ctx context.Context, account, id uuid.UUID) (Order, error) // apperr.NotFound when there is none
	// Exists and ExistsOf fail with apperr.NotFound unless there is such an order, or unless it is the customer's.
	Exists(ctx context.Context, account, id uuid.UUID) error
	ExistsOf(ctx context.Context, account, customer, id uuid.UUID) error
	// OfCustomer are the ids of a customer's orders, in order, and no more than limit.
	OfCustomer(ctx context.Context, account, customer uuid.UUID, limit int) ([]uuid.UUID, error)
	// AnyOpen reports whether one of the customers has an open order.
	AnyOpen(ctx context.Context, account uuid.UUID, customers []uuid.UUID) (bool, error)
	// OfPet are the ids of the orders for a pet, likewise.
	OfPet(ctx context.Context, account, pet uuid.UUID, limit int) ([]uuid.UUID, error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Numbers(ctx context.Context, account uuid.UUID, numbers []string) (map[string]uuid.UUID, error) // who has them
}

// Locations know the accounts.
type Locations interface {
	Currency(ctx context.Context, account uuid.UUID) (string, error)
	Zone(ctx context.Context, account uuid.UUID) (*time.Location, error)
}

// Customers know who is a customer, and what customers and pets are called.
type Customers interface {
	// Exists is apperr.NotFound when the account has no such customer.
	Exists(ctx context.Context, account, customer uuid.UUID) error
	// Customers and Pets answer for all ids at once; ids that name nothing, or nothing that the caller may see, are left out.
	Customers(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]CustomerSummary, error)
	Pets(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]PetSummary, error)
}
