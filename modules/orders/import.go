package orders

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Import offers "order" to the import.
func (s *Service) Import() importing.Type {
	return importing.For("orders", importing.Spec[Line]{
		Name: "order",
		Refs: func(l *Line, refer func(field, recordType, externalID string)) { l.refer(refer) },
		Find: s.store.IDs,
		Unique: &importing.Unique[Line]{Field: "number", Of: func(l Line) string { return l.Number }, Holders: s.store.Numbers,
			Taken: "is the number of another order"},
		Apply: s.importOrders, Export: s.export(),
		After: []string{"customer", "pet", "pending_reason_option", "rate", "addon", "retail_product", "adjustment"},
	})
}

func (s *Service) importOrders(ctx context.Context, account uuid.UUID, batch []importing.Record[Line], resolve importing.Resolve) error {
	currency, err := s.locations.Currency(ctx, account)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.orders, account, batch, func(r importing.Record[Line], to *Order) error {
		r.Line.check(currency, r.Errors)
		if r.Keeps("totals") && !r.Keeps("lines") {
			r.Errors.Add("totals", "required", "is required of a partial line that gives lines")
		}
		if len(*r.Errors) == 0 {
			r.Line.apply(currency, resolve, to)
			to.ExternalID = &r.ExternalID
		}
		return nil
	})
}

func (l Line) apply(currency string, resolve importing.Resolve, to *Order) {
	lines := make([]OrderLine, len(l.Lines))
	for i, line := range l.Lines {
		lines[i] = line.line(currency, resolve)
		lines[i].ID = partID(to.ID, "line", i)
	}
	payments := make([]Payment, len(l.Payments))
	for i, p := range l.Payments {
		payments[i] = Payment{ID: partID(to.ID, "payment", i), Method: p.Method, Amount: p.Amount, TakenAt: clock.Cut(p.TakenAt),
			Reference: text.Optional(p.Reference)}
	}
	to.Number, to.Status, to.CustomerID = l.Number, l.Status, resolve("customer", l.Customer)
	to.PendingReasonID = resolve.Optional("pending_reason_option", l.PendingReason)
	to.PetIDs, to.ServiceTypes = jsonb.New(resolve.All("pet", l.Pets)), jsonb.New(append([]string{}, l.ServiceTypes...))
	to.StartsAt, to.EndsAt, to.PlacedAt = cut(l.StartsAt), cut(l.EndsAt), cut(l.PlacedAt)
	to.Lines, to.Payments = jsonb.New(lines), jsonb.New(payments)
	if l.Totals != nil {
		to.Totals = l.Totals.sums()
	} else {
		to.Totals, _ = l.sums(currency) // check has seen that they fit
	}
}

// Derive sets the payment status, which follows from totals and payments.
func (o *Order) Derive() { o.PaymentStatus = paymentStatus(o.Totals, o.Payments.Get()) }

func (l ItemLine) line(currency string, resolve importing.Resolve) OrderLine {
	none := money.Of(0, currency)
	line := OrderLine{
		Kind: l.Kind, ItemID: resolve.Optional(l.Kind.recordType(), l.Item), Name: l.Name, PetID: resolve.Optional("pet", l.Pet),
		Quantity: l.quantity(), UnitPrice: l.UnitPrice, Discount: *cmp.Or(l.Discount, &none), Tax: *cmp.Or(l.Tax, &none),
		ServiceFrom: cut(l.ServiceFrom), ServiceTo: cut(l.ServiceTo),
	}
	if l.Total != nil {
		line.Total = *l.Total
	} else {
		line.Total = money.Of(l.worth().Int64(), currency)
	}
	return line
}

func cut(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return new(clock.Cut(*t))
}
