package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Store keeps organizations, accounts and pending reasons.
type Store interface {
	Organization(ctx context.Context, name string) (Organization, error) // by name, made when it is new
	FindOrganization(ctx context.Context, name string) (Organization, error)
	Insert(ctx context.Context, a Account) error
	Account(ctx context.Context, id uuid.UUID) (Account, error)
	Accounts(ctx context.Context, ids []uuid.UUID, page paging.Request) (paging.Page[Account], error)
	OfOrganization(ctx context.Context, organization uuid.UUID) ([]Account, error)
	All(ctx context.Context) ([]Account, error)
	PendingReasons(ctx context.Context, account uuid.UUID, serviceType string, page paging.Request) (paging.Page[PendingReason], error)
	PendingReasonIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	PendingReasonsByID(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]PendingReason, error)
	SavePendingReasons(ctx context.Context, created, changed []PendingReason) error
}
