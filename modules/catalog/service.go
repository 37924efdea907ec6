// Package catalog keeps what an account sells: rates, addons, retail products, adjustments, and the taxes on them.
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
	taxes       *record.Life[Tax]
	addons      *record.Life[Addon]
	rates       *record.Life[Rate]
	categories  *record.Life[RetailCategory]
	products    *record.Life[RetailProduct]
	adjustments *record.Life[Adjustment]
}

// NewService makes a Service.
func NewService(t Tables, env record.Env) *Service {
	return &Service{
		tables:      t,
		taxes:       life(env, t.Taxes, tax, (*Tax).Derive),
		addons:      life(env, t.Addons, addon, (*Addon).Derive),
		rates:       life(env, t.Rates, rate, (*Rate).Derive),
		categories:  record.NewLife(env, t.Categories, record.EventsOf(retailCategory)),
		products:    life(env, t.Retail, retailProduct, (*RetailProduct).Derive),
		adjustments: life(env, t.Adjustments, adjustment, (*Adjustment).Derive),
	}
}

// life is how the import writes the records of a table; derive sets what events do not show when a change is reverted.
func life[R any](env record.Env, table record.Store[R], kind string, derive func(*R)) *record.Life[R] {
	return record.NewLife(env, table, record.EventsOf(kind)).Reverting(record.Reverting[R]{Derive: derive})
}

// ListRates lists rates by item_order, then name.
func (s *Service) ListRates(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Rate], error) {
	return list(ctx, s.tables.Rates, account, f, page)
}

// GetRate is one rate; apperr.NotFound when there is none.
func (s *Service) GetRate(ctx context.Context, account, id uuid.UUID) (Rate, error) {
	return get(ctx, s.tables.Rates, account, id, func(r Rate) bool { return r.Active })
}

// ListAddons lists addons by item_order, then name; with a service type in f only those.
func (s *Service) ListAddons(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Addon], error) {
	return list(ctx, s.tables.Addons, account, f, page)
}

// GetAddon is one addon; apperr.NotFound when there is none, or none of that service type ("" is any).
func (s *Service) GetAddon(ctx context.Context, account uuid.UUID, of AddonService, id uuid.UUID) (Addon, error) {
	a, err := get(ctx, s.tables.Addons, account, id, func(a Addon) bool { return a.Active })
	if err == nil && of != "" && (a.ServiceType == nil || *a.ServiceType != of) {
		return Addon{}, s.tables.Addons.Missing()
	}
	return a, err
}

// ListRetailProducts lists retail products by name.
func (s *Service) ListRetailProducts(ctx context.Context, account uuid.UUID, f Filter,
	page paging.Request) (paging.Page[RetailProduct], error) {
	return list[RetailProduct](ctx, s.tables.Retail, account, f, page)
}

// GetRetailProduct is one retail product; apperr.NotFound when there is none.
func (s *Service) GetRetailProduct(ctx context.Context, account, id uuid.UUID) (RetailProduct, error) {
	return get[RetailProduct](ctx, s.tables.Retail, account, id, func(p RetailProduct) bool { return p.Active })
}

// ListAdjustments lists adjustments by name.
func (s *Service) ListAdjustments(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Adjustment], error) {
	return list(ctx, s.tables.Adjustments, account, f, page)
}

// GetAdjustment is one adjustment; apperr.NotFound when there is none.
func (s *Service) GetAdjustment(ctx context.Context, account, id uuid.UUID) (Adjustment, error) {
	return get(ctx, s.tables.Adjustments, account, id, func(a Adjustment) bool { return a.Active })
}

// ListTaxes lists taxes by name.
func (s *Service) ListTaxes(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Tax], error) {
	return list(ctx, s.tables.Taxes, account, f, page)
}

func list[R any](ctx context.Context, table Table[R], account uuid.UUID, f Filter, page paging.Request) (paging.Page[R], error) {
	if caller.From(ctx).IsCustomer() {
		if f.Active != nil && !*f.Active {
			return paging.Page[R]{}, nil
		}
		f.Active = new(true)
	}
	return table.List(ctx, account, f, page)
}

// get hides from customers what is not active.
func get[R any](ctx context.Context, table Table[R], account, id uuid.UUID, active func(R) bool) (R, error) {
	r, err := table.Get(ctx, account, id)
	if err == nil && !active(r) && caller.From(ctx).IsCustomer() {
		err = table.Missing()
	}
	if err != nil {
		var none R
		return none, err
	}
	return r, nil
}
