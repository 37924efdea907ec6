package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what the catalog offers. Customers see only what is active.
type Service struct {
	tables      Tables
	rates       *record.Life[Rate]
	addons      *record.Life[Addon]
	retail      *record.Life[RetailProduct]
	categories  *record.Life[Category]
	adjustments *record.Life[Adjustment]
	taxes       *record.Life[Tax]
}

// NewService makes a Service.
func NewService(t Tables, env record.Env) *Service {
	return &Service{
		t,
		record.NewLife(env, t.Rates, record.EventTypes{Created: RateCreated, Updated: RateUpdated}),
		record.NewLife(env, t.Addons, record.EventTypes{Created: AddonCreated, Updated: AddonUpdated}),
		record.NewLife(env, t.Retail, record.EventTypes{Created: RetailProductCreated, Updated: RetailProductUpdated}),
		record.NewLife(env, t.Categories, record.EventTypes{}),
		record.NewLife(env, t.Adjustments, record.EventTypes{Created: AdjustmentCreated, Updated: AdjustmentUpdated}),
		record.NewLife(env, t.Taxes, record.EventTypes{Created: TaxCreated, Updated: TaxUpdated}),
	}
}

// ListRates lists rates by item_order, then name.
func (s *Service) ListRates(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Rate], error) {
	return list(ctx, s.tables.Rates, account, f, page)
}

// GetRate is one rate; apperr.NotFound when there is none.
func (s *Service) GetRate(ctx context.Context, account, id uuid.UUID) (Rate, error) {
	r, err := s.tables.Rates.Get(ctx, account, id)
	return seen(ctx, s.tables.Rates.Missing, r, r.Active, err)
}

// ListAddons lists addons by item_order, then name; with a service type in f only those.
func (s *Service) ListAddons(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Addon], error) {
	return list(ctx, s.tables.Addons, account, f, page)
}

// GetAddon is one addon; apperr.NotFound when there is none, or none of that service type ("" is any).
func (s *Service) GetAddon(ctx context.Context, account uuid.UUID, of AddonService, id uuid.UUID) (Addon, error) {
	a, err := s.tables.Addons.Get(ctx, account, id)
	if err == nil && of != "" && (a.ServiceType == nil || *a.ServiceType != of) {
		return Addon{}, s.tables.Addons.Missing()
	}
	return seen(ctx, s.tables.Addons.Missing, a, a.Active, err)
}

// ListRetailProducts lists retail products by name.
func (s *Service) ListRetailProducts(ctx context.Context, account uuid.UUID, f Filter,
	page paging.Request) (paging.Page[RetailProduct], error) {
	return list[RetailProduct](ctx, s.tables.Retail, account, f, page)
}

// GetRetailProduct is one retail product; apperr.NotFound when there is none.
func (s *Service) GetRetailProduct(ctx context.Context, account, id uuid.UUID) (RetailProduct, error) {
	p, err := s.tables.Retail.Get(ctx, account, id)
	return seen(ctx, s.tables.Retail.Missing, p, p.Active, err)
}

// ListAdjustments lists adjustments by name.
func (s *Service) ListAdjustments(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Adjustment], error) {
	return list(ctx, s.tables.Adjustments, account, f, page)
}

// GetAdjustment is one adjustment; apperr.NotFound when there is none.
func (s *Service) GetAdjustment(ctx context.Context, account, id uuid.UUID) (Adjustment, error) {
	a, err := s.tables.Adjustments.Get(ctx, account, id)
	return seen(ctx, s.tables.Adjustments.Missing, a, a.Active, err)
}

// ListTaxes lists taxes by name.
func (s *Service) ListTaxes(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Tax], error) {
	return list(ctx, s.tables.Taxes, account, f, page)
}

func list[T any](ctx context.Context, table Table[T], account uuid.UUID, f Filter, page paging.Request) (paging.Page[T], error) {
	if caller.From(ctx).IsCustomer() {
		if f.Active != nil && !*f.Active {
			return paging.Page[T]{}, nil
		}
		f.Active = new(true)
	}
	return table.List(ctx, account, f, page)
}

// seen hides from customers what is not active.
func seen[T any](ctx context.Context, missing func() error, record T, active bool, err error) (T, error) {
	if err == nil && !active && caller.From(ctx).IsCustomer() {
		err = missing()
	}
	if err != nil {
		var nothing T
		return nothing, err
	}
	return record, nil
}
