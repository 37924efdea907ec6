package customerspets

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
)

// ErasureReason says why a person is erased. It is no free text, which could name the person again.
type ErasureReason string

// Erasure asks for a person to be erased.
type Erasure struct {
	Reason  ErasureReason `json:"reason" enum:"requested,retention,other" doc:"Why: the person wants it, or it was kept for long enough"`
	Confirm uuid.UUID     `json:"confirm" format:"uuid" doc:"The id of the customer again"`
}

// ErasedCustomer is a customer that was erased, as the event customer.erased shows it.
type ErasedCustomer struct {
	ID uuid.UUID `json:"id" format:"uuid" doc:"Id of the customer: receivers erase it, too"`
}

// CustomerErasing is published before a person is erased, in the transaction. A reaction that fails with apperr.Conflict prevents it.
type CustomerErasing struct {
	Account   uuid.UUID
	Customers []uuid.UUID // it, and those that were merged into it
}

// PersonExport is everything that is held on a person.
type PersonExport struct {
	CustomerID uuid.UUID      `json:"customer_id" format:"uuid" doc:"The customer"`
	ExportedAt time.Time      `json:"exported_at" doc:"When it was read"`
	Modules    privacy.Export `json:"modules" maxProperties:"1000" doc:"By module and table, the rows as they are kept, but for secrets"`
}

// ExportCustomer reads everything that is held on a customer and its pets in all modules; apperr.NotFound when there is no such customer,
// or the caller is another one.
func (s *Service) ExportCustomer(ctx context.Context, account, id uuid.UUID) (e PersonExport, err error) {
	if err := ownOnly(ctx, id); err != nil {
		return e, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.customers.Exists(ctx, account, id); err != nil {
			return err
		}
		person, err := s.merges.Subject(ctx, account, id)
		if err != nil {
			return err
		}
		e = PersonExport{CustomerID: id, ExportedAt: s.env.Clock.Now()}
		e.Modules, err = s.privacy.Export(ctx, person)
		return err
	})
	return e, err
}

// EraseCustomer removes what identifies a customer from all modules, for good. It fails with apperr.NotFound, apperr.Invalid unless
// e.Confirm is the id, apperr.Forbidden for customers, and apperr.Conflict while a module needs the person: open_orders.
func (s *Service) EraseCustomer(ctx context.Context, account, id uuid.UUID, e Erasure) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot do this")
	}
	if e.Confirm != id {
		return apperr.NewInvalid("confirm", "mismatch", "is not the id of the customer")
	}
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.merges.Hold(ctx, account, OfCustomers, id); err != nil {
			return err
		}
		if err := s.customers.Exists(ctx, account, id); err != nil {
			return err
		}
		person, err := s.merges.Subject(ctx, account, id)
		if err != nil {
			return err
		}
		if err := s.merges.Hold(ctx, account, OfPets, person.Pets...); err != nil {
			return err
		}
		if err := s.bus.Publish(ctx, CustomerErasing{account, person.Customers}); err != nil {
			return err
		}
		if err := s.bus.Publish(ctx, LoginChanged{Account: account, Customer: id}); err != nil {
			return err
		}
		if err := s.privacy.Erase(ctx, person); err != nil {
			return err
		}
		if err := s.merges.Erased(ctx, account, id, e.Reason); err != nil {
			return err
		}
		return s.env.Events.Record(ctx, events.Public{Type: CustomerErased, Account: account, Record: id, Object: &ErasedCustomer{id}})
	})
}
