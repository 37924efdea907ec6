package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what accounts offers.
type Service struct {
	env         record.Env
	store       Store
	reasonStore PendingReasonStore
	reasons     *record.Life[PendingReason]
	locations   locationCache
}

// NewService makes a Service.
func NewService(store Store, reasons PendingReasonStore, env record.Env) *Service {
	types := record.EventsOf("pending_reason_option")
	s := &Service{env: env, store: store, reasonStore: reasons, reasons: record.NewLife(env, reasons, types)}
	env.Kinds.Add(accountEvents{s}, AccountUpdated)
	return s
}

// Get is one account; apperr.NotFound when there is none.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Account, error) {
	return s.store.Get(ctx, id)
}

// List lists the accounts that the caller sees, by name.
func (s *Service) List(ctx context.Context, page paging.Request) (paging.Page[Account], error) {
	return s.store.List(ctx, caller.From(ctx).Accounts, page)
}

// ListOfOrganization lists all accounts of an organization, by code.
func (s *Service) ListOfOrganization(ctx context.Context, organization uuid.UUID) ([]Account, error) {
	return s.store.ListOfOrganization(ctx, organization)
}

// ListAll lists every account of the installation, for the operator.
func (s *Service) ListAll(ctx context.Context) ([]Account, error) { return s.store.ListAll(ctx) }

// ListOrganizations lists all organizations of the installation, by name, for the operator.
func (s *Service) ListOrganizations(ctx context.Context) ([]Organization, error) {
	return s.store.ListOrganizations(ctx)
}

// GetOrganization is the organization of that name; apperr.NotFound when there is none.
func (s *Service) GetOrganization(ctx context.Context, name string) (Organization, error) {
	return s.store.GetOrganization(ctx, name)
}

// GetByCode is the account with a code; organization may be "" when only one has it. It fails with apperr.NotFound when
// there is none, and apperr.Conflict when several organizations have the code.
func (s *Service) GetByCode(ctx context.Context, organization, code string) (Account, error) {
	var owner Organization // any
	var err error
	if organization != "" {
		if owner, err = s.store.GetOrganization(ctx, organization); err != nil {
			return Account{}, err
		}
	}
	found, err := s.store.ListByCode(ctx, owner.ID, code)
	if err != nil {
		return Account{}, err
	}
	switch len(found) {
	case 0:
		return Account{}, apperr.NewNotFound("account")
	case 1:
		return found[0], nil
	default:
		return Account{}, apperr.NewConflict("conflict", fmt.Sprintf("%d organizations have an account %q: name the organization",
			len(found), code))
	}
}

// ListPendingReasons lists the pending reason options by item_order; serviceType "" is no filter, otherwise those that
// apply to it.
func (s *Service) ListPendingReasons(ctx context.Context, account uuid.UUID, serviceType string,
	page paging.Request) (paging.Page[PendingReason], error) {
	return s.reasonStore.List(ctx, account, serviceType, page)
}
