package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

const upsert = `
insert into orders.orders (account_id, id, number, customer_id, pet_ids, status, payment_status, pending_reason_id, service_types,
	starts_at, ends_at, placed_at, lines, currency, subtotal, discount, tax, total, paid, balance_due, payments, external_id,
	created_at, updated_at, version)
select $1, r.id, r.number, r.customer_id, r.pet_ids::json, r.status, r.payment_status, r.pending_reason_id, r.service_types::json,
	r.starts_at, r.ends_at, r.placed_at, r.lines::json, r.currency, r.subtotal, r.discount, r.tax, r.total, r.paid, r.balance_due,
	r.payments::json, r.external_id, r.created_at, r.updated_at, r.version
from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::timestamptz[],
	$11::timestamptz[], $12::timestamptz[], $13::text[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[],
	$19::bigint[], $20::bigint[], $21::text[], $22::text[], $23::timestamptz[], $24::timestamptz[], $25::bigint[])
	as r (id, number, customer_id, pet_ids, status, payment_status, pending_reason_id, service_types, starts_at, ends_at, placed_at,
		lines, currency, subtotal, discount, tax, total, paid, balance_due, payments, external_id, created_at, updated_at, version)
on conflict (account_id, id) do update set
	number = excluded.number, customer_id = excluded.customer_id, pet_ids = excluded.pet_ids, status = excluded.status,
	payment_status = excluded.payment_status, pending_reason_id = excluded.pending_reason_id, service_types = excluded.service_types,
	starts_at = excluded.starts_at, ends_at = excluded.ends_at, placed_at = excluded.placed_at, lines = excluded.lines,
	currency = excluded.currency, subtotal = excluded.subtotal, discount = excluded.discount, tax = excluded.tax,
	total = excluded.total, paid = excluded.paid, balance_due = excluded.balance_due, payments = excluded.payments,
	updated_at = excluded.updated_at, version = excluded.version`

// rows are the columns of a batch.
type rows struct {
	ids, customers                                      []uuid.UUID
	reasons                                             []*uuid.UUID
	numbers, statuses, payments, currencies             []string
	petIDs, services, lines, taken                      []string
	starts, ends, placed                                []*time.Time
	subtotal, discount, tax, total, paid, balance, vers []int64
	externals                                           []*string
	created, updated                                    []time.Time
}

func (r *rows) add(o orders.Order) error {
	for _, part := range []struct {
		to    *[]string
		value json.Marshaler
	}{{&r.petIDs, o.PetIDs}, {&r.services, o.ServiceTypes}, {&r.lines, o.Lines}, {&r.taken, o.Payments}} {
		text, err := part.value.MarshalJSON()
		if err != nil {
			return fmt.Errorf("encode order %s: %w", o.Number, err)
		}
		*part.to = append(*part.to, string(text))
	}
	r.ids, r.customers, r.reasons = append(r.ids, o.ID), append(r.customers, o.CustomerID), append(r.reasons, o.PendingReasonID)
	r.numbers, r.statuses, r.payments = append(r.numbers, o.Number), append(r.statuses, o.Status), append(r.payments, string(o.PaymentStatus))
	r.starts, r.ends, r.placed = append(r.starts, o.StartsAt), append(r.ends, o.EndsAt), append(r.placed, o.PlacedAt)
	t := o.Totals
	r.currencies = append(r.currencies, t.Total.Currency)
	r.subtotal, r.discount, r.tax = append(r.subtotal, t.Subtotal.Amount), append(r.discount, t.Discount.Amount), append(r.tax, t.Tax.Amount)
	r.total, r.paid, r.balance = append(r.total, t.Total.Amount), append(r.paid, t.Paid.Amount), append(r.balance, t.BalanceDue.Amount)
	r.externals, r.created, r.updated = append(r.externals, o.ExternalID), append(r.created, o.CreatedAt), append(r.updated, o.UpdatedAt)
	r.vers = append(r.vers, o.Version)
	return nil
}

// Save implements orders.Store.
func (s *Store) Save(ctx context.Context, account uuid.UUID, created, changed []orders.Order) error {
	if len(created)+len(changed) == 0 {
		return nil
	}
	var r rows
	all := slices.Concat(created, changed)
	for _, o := range all {
		if err := r.add(o); err != nil {
			return err
		}
	}
	_, err := s.db.Exec(ctx, upsert, account, r.ids, r.numbers, r.customers, r.petIDs, r.statuses, r.payments, r.reasons, r.services,
		r.starts, r.ends, r.placed, r.lines, r.currencies, r.subtotal, r.discount, r.tax, r.total, r.paid, r.balance, r.taken, r.externals,
		r.created, r.updated, r.vers)
	if postgres.Violates(err, "orders_number_key") {
		return apperr.NewConflict("duplicate", "the number of an order was taken at the same moment")
	}
	if err != nil {
		return fmt.Errorf("save %d orders: %w", len(all), err)
	}
	return s.savePets(ctx, account, all, changed)
}

// savePets keeps order_pets in step.
func (s *Store) savePets(ctx context.Context, account uuid.UUID, all, changed []orders.Order) error {
	if len(changed) > 0 {
		ids := make([]uuid.UUID, len(changed))
		for i, o := range changed {
			ids[i] = o.ID
		}
		if _, err := s.db.Exec(ctx, "delete from orders.order_pets where account_id = $1 and order_id = any($2)", account, ids); err != nil {
			return fmt.Errorf("forget the pets of orders: %w", err)
		}
	}
	var of, pets []uuid.UUID
	for _, o := range all {
		for _, pet := range petsOf(o) {
			of, pets = append(of, o.ID), append(pets, pet)
		}
	}
	if len(of) == 0 {
		return nil
	}
	_, err := s.db.Exec(ctx, `insert into orders.order_pets (account_id, pet_id, order_id)
		select $1, pet_id, order_id from unnest($2::uuid[], $3::uuid[]) as p (pet_id, order_id)`, account, pets, of)
	if err != nil {
		return fmt.Errorf("note the pets of orders: %w", err)
	}
	return nil
}

// petsOf are the pets of an order and of its lines, each once.
func petsOf(o orders.Order) []uuid.UUID {
	pets := slices.Clone(o.PetIDs.Get())
	for _, line := range o.Lines.Get() {
		if line.PetID != nil {
			pets = append(pets, *line.PetID)
		}
	}
	slices.SortFunc(pets, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pets)
}
