package orders

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// export makes lines of orders. Ids of lines and payments follow from that of their order.
func (s *Service) export() *importing.Exporter {
	return importing.Exported[Line](s.orders, importing.Export[Order]{
		Names: map[string]string{"customer": "customer", "pets": "pet", "pending_reason": "pending_reason_option"},
		Values: map[string]func(*Order, importing.Name) any{
			"lines": itemLines,
			"payments": func(o *Order, _ importing.Name) any {
				list := []PaymentLine{}
				for _, p := range o.Payments.Get() {
					list = append(list, PaymentLine{p.Method, p.Amount, p.TakenAt, p.Reference})
				}
				return list
			},
		},
		Without: map[string]string{"payment_status": "it follows from totals and payments"},
	})
}

func itemLines(o *Order, name importing.Name) any {
	list := []ItemLine{}
	for _, l := range o.Lines.Get() {
		list = append(list, ItemLine{Kind: l.Kind, Item: optional(name, l.Kind.recordType(), l.ItemID), Name: l.Name,
			Pet: optional(name, "pet", l.PetID), Quantity: &l.Quantity, UnitPrice: l.UnitPrice, Discount: &l.Discount, Tax: &l.Tax,
			Total: &l.Total, ServiceFrom: l.ServiceFrom, ServiceTo: l.ServiceTo})
	}
	return list
}

func optional(name importing.Name, recordType string, id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	if said := name(recordType, *id); said != "" {
		return &said
	}
	return nil
}
