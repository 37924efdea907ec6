package orders

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/orders"
)

// AllFilters are the filters of the list of the account.
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
	Status        string                      `query:"status" enum:"draft,open,completed,cancelled" doc:"Only those in this status"`
	PaymentStatus string                      `query:"paymentStatus" enum:"unpaid,partially_paid,paid,refunded" doc:"Only those in this payment status"`
	PetID         httpapi.Optional[uuid.UUID] `query:"petId" format:"uuid" doc:"Only those for this pet"`
	PlacedFrom    httpapi.Optional[time.Time] `query:"placedFrom" doc:"Only those placed at or after this instant" example:"2026-03-01T00:00:00Z"`
	PlacedTo      httpapi.Optional[time.Time] `query:"placedTo" doc:"Only those placed at or before this instant" example:"2026-03-31T23:59:59Z"`
	StartsFrom    httpapi.Optional[time.Time] `query:"startsFrom" doc:"Only those that begin at or after this instant" example:"2026-03-01T00:00:00Z"`
	StartsTo      httpapi.Optional[time.Time] `query:"startsTo" doc:"Only those that begin at or before this instant" example:"2026-03-31T23:59:59Z"`
	UpdatedSince  httpapi.Optional[time.Time] `query:"updatedSince" doc:"Only those changed at or after this instant" example:"2026-03-14T09:26:53Z"`
	Number        string                      `query:"number" maxLength:"60" doc:"Only the one with exactly this number" example:"CAM-10017"`
}

func (f Filters) filter() orders.Filter {
	return orders.Filter{
		Status: f.Status, PaymentStatus: orders.PaymentStatus(f.PaymentStatus), Pet: f.PetID.Ptr(),
		Number: f.Number, PlacedFrom: f.PlacedFrom.Ptr(), PlacedTo: f.PlacedTo.Ptr(), StartsFrom: f.StartsFrom.Ptr(),
		StartsTo: f.StartsTo.Ptr(), UpdatedSince: f.UpdatedSince.Ptr(),
	}
}
