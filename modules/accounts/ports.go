package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Store keeps organizations and accounts.
type Store interface {
	EnsureOrganization(ctx context.Context, name string) (Organization, error) // by name, made when it is new
	GetOrganization(ctx context.Context, name string) (Organization, error)
	ListOrganizations(ctx context.Context) ([]Organization, error)
	Insert(ctx context.Context, list ...Account) error
	Differ(before, after *Account) (columns []string) // as record.Store has it
	Update(ctx context.Context, after Account, columns []string) error
	Get(ctx context.Context, id uuid.UUID) (Account, error)
	Lock(ctx context.Context, id uuid.UUID) (Account, error)       // held until the transaction ends
	EnsureClosure(ctx context.Context, c Closure) (Closure, error) // of c's organization, made when there is none
	GetClosure(ctx context.Context, organization uuid.UUID) (Closure, error)
	UpdateClosure(ctx context.Context, c Closure) error
	DeleteClosure(ctx context.Context, organization uuid.UUID) error
	// RequireWritable fails with ErrInactive for an account that is inactive, and ErrClosed for one whose organization is closed.
	RequireWritable(ctx context.Context, id uuid.UUID) error
	List(ctx context.Context, ids []uuid.UUID, page paging.Request) (paging.Page[Account], error)
	ListOfOrganization(ctx context.Context, organization uuid.UUID) ([]Account, error)
	ListByCode(ctx context.Context, organization uuid.UUID, code string) ([]Account, error) // uuid.Nil is any organization
	ListAll(ctx context.Context) ([]Account, error)
}

// PendingReasonStore keeps pending reasons.
type PendingReasonStore interface {
	record.Store[PendingReason]
	// List lists by item_order; serviceType "" is no filter.
	List(ctx context.Context, account uuid.UUID, serviceType string, page paging.Request) (paging.Page[PendingReason], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}
