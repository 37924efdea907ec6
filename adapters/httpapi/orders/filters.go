package orders

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// AllFilters are the filters of the account's list.
type AllFilters struct {
	Filters
	CustomerID httpapi.Optional[uuid.UUID] `query:"customerId" format:"uuid" doc:"Only those of this customer"`
}

func (f AllFilters) filter() orders.Filter {
	all := f.Filters.filter()
	all.Customer = f.CustomerID.Ptr()
	return all
}

// Filters are the filters of both lists.
type Filters struct {
	Include
	Status []string `query:"status,explode" enum:"draft,open,completed,cancelled" doc:"Only in this status; may be repeated"`

	PaymentStatus string `query:"paymentStatus" enum:"unpaid,partially_paid,paid,refunded" doc:"Only those in this payment status"`
	ServiceType   string `query:"serviceType" format:"service" doc:"Only those with this service"`

	PetID        httpapi.Optional[uuid.UUID]    `query:"petId" format:"uuid" doc:"Only those for this pet"`
	PlacedFrom   httpapi.Optional[clock.Moment] `query:"placedFrom" format:"date-or-date-time" example:"2026-03-01"`
	PlacedTo     httpapi.Optional[clock.Moment] `query:"placedTo" format:"date-or-date-time" example:"2026-03-31"`
	StartsFrom   httpapi.Optional[clock.Moment] `query:"startsFrom" format:"date-or-date-time" example:"2026-03-01T00:00:00Z"`
	StartsTo     httpapi.Optional[clock.Moment] `query:"startsTo" format:"date-or-date-time" example:"2026-03-31T23:59:59Z"`
	OverlapsFrom httpapi.Optional[clock.Moment] `query:"overlapsFrom" format:"date-or-date-time" example:"2026-03-14"`
	OverlapsTo   httpapi.Optional[clock.Moment] `query:"overlapsTo" format:"date-or-date-time" example:"2026-03-14"`
	httpapi.Since

	Number string      `query:"number" maxLength:"60" doc:"Only those with this whole number, whatever the case" example:"CAM-10017"`
	Sort   orders.Sort `query:"sort" enum:"-created_at,starts_at,-starts_at" default:"-created_at" example:"starts_at"`
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (Filters) Docs() map[string]string {
	return map[string]string{
		"placedFrom":   "Only those placed at this instant, on this day, or later",
		"placedTo":     "Only those placed at this instant, on this day, or earlier",
		"startsFrom":   "Only those that begin at this instant, on this day, or later",
		"startsTo":     "Only those that begin at this instant, on this day, or earlier",
		"overlapsFrom": "Only those that end at this instant, on this day, or later, or have no end",
		"overlapsTo":   "Only those that begin at this instant, on this day, or earlier",
		"sort":         "Newest first, or by starts_at, earliest or latest first; what does not start comes last",
	}
}

func (f Filters) filter() orders.Filter {
	return orders.Filter{
		Statuses: f.Status, PaymentStatus: orders.PaymentStatus(f.PaymentStatus), ServiceType: f.ServiceType, Pet: f.PetID.Ptr(),
		Number: f.Number, UpdatedSince: f.UpdatedSince.Ptr(), Sort: f.Sort,
		Placed:   clock.Period{From: f.PlacedFrom.Value, To: f.PlacedTo.Value},
		Starts:   clock.Period{From: f.StartsFrom.Value, To: f.StartsTo.Value},
		Overlaps: clock.Period{From: f.OverlapsFrom.Value, To: f.OverlapsTo.Value},
	}
}

// Include selects what to return beside orders.
type Include struct {
	Include []string `query:"include" enum:"customer,pets" example:"customer,pets"`
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (Include) Docs() map[string]string {
	return map[string]string{"include": "Show the customer, the pets, or both beside the order: names, phones and alerts. API keys need " +
		"customers:read for it"}
}

// include parses the parameter. It fails with apperr.Forbidden for API keys that may not read customers.
func (i Include) include(ctx context.Context) (orders.Include, error) {
	if len(i.Include) > 0 {
		if err := httpapi.MustHold(ctx, "customers:read"); err != nil {
			return orders.Include{}, err
		}
	}
	return orders.Include{Customer: slices.Contains(i.Include, "customer"), Pets: slices.Contains(i.Include, "pets")}, nil
}
