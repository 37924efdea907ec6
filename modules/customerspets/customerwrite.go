package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// CreateCustomer adds a customer. It fails with apperr.Invalid, ErrEmailTaken or ErrCustomerExternalIDTaken.
func (s *Service) CreateCustomer(ctx context.Context, account uuid.UUID, draft CustomerPatch) (Customer, error) {
	hash, err := s.hash(ctx, draft.Password)
	if err != nil {
		return Customer{}, err
	}
	g, err := keysOf(draft)
	if err != nil {
		return Customer{}, err
	}
	var made Customer
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		write, err := s.prepareCustomer(ctx, account, draft, g, true)
		if err != nil {
			return err
		}
		made = newCustomer(account, ids.New())
		made.CreatedAt, made.Version = s.clock.Now(), 1
		made.UpdatedAt = made.CreatedAt
		made.PasswordHash, made.Login.Enabled = hash, hash != nil
		if err := write.apply(ctx, &made); err != nil {
			return err
		}
		if err := s.store.InsertCustomer(ctx, made); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: CustomerCreated, Account: account, Record: made.ID, Object: made})
	})
	if err != nil {
		return Customer{}, err
	}
	return s.showCustomer(ctx, made)
}

// UpdateCustomer changes a customer. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden when a
// customer gives keys that the form does not open to it, ErrEmailTaken or ErrCustomerExternalIDTaken.
func (s *Service) UpdateCustomer(ctx context.Context, account, id uuid.UUID, change CustomerPatch, match patch.Precondition) (Customer, error) {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != id {
		return Customer{}, apperr.NewNotFound()
	}
	if change.Password.Set { // before it costs a hash
		if _, err := s.store.Customer(ctx, account, id); err != nil {
			return Customer{}, err
		}
	}
	g, err := keysOf(change)
	if err != nil {
		return Customer{}, err
	}
	hash, err := s.hash(ctx, change.Password)
	if err != nil {
		return Customer{}, err
	}
	var after Customer
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		write, err := s.prepareCustomer(ctx, account, change, g, false)
		if err != nil {
			return err
		}
		before, err := s.store.LockCustomer(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version); err != nil {
			return err
		}
		after = before
		if err := write.apply(ctx, &after); err != nil {
			return err
		}
		newPassword := change.Password.Set && (hash != nil || before.PasswordHash != nil)
		if newPassword {
			after.PasswordHash, after.Login.Enabled = hash, hash != nil
		}
		same, err := events.Same(before, after)
		if err != nil || same && !newPassword {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.UpdateCustomer(ctx, before, after); err != nil {
			return err
		}
		err = s.events.Record(ctx, events.Public{Type: CustomerUpdated, Account: account, Record: id, Object: after, Before: before})
		if err != nil {
			return err
		}
		return s.tellLogin(ctx, before, after)
	})
	if err != nil {
		return Customer{}, err
	}
	return s.showCustomer(ctx, after)
}

// tellLogin publishes LoginChanged when sessions of the customer have to end.
func (s *Service) tellLogin(ctx context.Context, before, after Customer) error {
	blocked := before.status() != Blocked && after.status() == Blocked
	if !blocked && before.PasswordHash == after.PasswordHash { // a new hash is a new pointer
		return nil
	}
	return s.bus.Publish(ctx, LoginChanged{after.AccountID, after.ID})
}

// hash is the hash of a password that is set, nil when there is none.
func (s *Service) hash(ctx context.Context, password patch.Field[string]) (*string, error) {
	if !password.Set || password.Null {
		return nil, nil
	}
	if n := text.Len(password.Value); n < 10 || n > 128 {
		return nil, apperr.NewInvalid("password", "length", "is text of 10 to 128 characters")
	}
	hash, err := s.passwords.Hash(ctx, password.Value)
	return &hash, err
}

// customerWrite is a change of a customer with everything held that it depends on.
type customerWrite struct {
	service *Service
	account uuid.UUID
	change  CustomerPatch
	given   given
	fresh   bool
	form    Form
	codes   map[uuid.UUID]bool
}

// prepareCustomer holds the form and lists that the change depends on; rows of customers come after them.
func (s *Service) prepareCustomer(ctx context.Context, account uuid.UUID, change CustomerPatch, g given, fresh bool) (customerWrite, error) {
	form, err := s.formFor(ctx, account, OfCustomers, g, fresh)
	if err != nil {
		return customerWrite{}, err
	}
	if err := form.permit(ctx, OfCustomers, g); err != nil {
		return customerWrite{}, err
	}
	var codes map[uuid.UUID]bool
	if len(change.ColourCodeIDs.Value) > 0 {
		if codes, err = s.lists.ColourCodesForShare(ctx, account, OfCustomers, change.ColourCodeIDs.Value); err != nil {
			return customerWrite{}, err
		}
	}
	return customerWrite{service: s, account: account, change: change, given: g, fresh: fresh, form: form, codes: codes}, nil
}

// apply puts the change into the customer; password aside.
func (w customerWrite) apply(ctx context.Context, to *Customer) error {
	var faults apperr.FieldErrors
	var before state
	if !w.fresh {
		before = state{*to, to.CustomFields.Get()}
	}
	r := w.service.reader(ctx, w.account, &faults)
	w.change.apply(r, to)
	if r.err != nil {
		return r.err
	}
	if w.change.ColourCodeIDs.Set {
		knownCodes(w.change.ColourCodeIDs.Value, w.codes, &faults)
		to.ColourCodeIDs = jsonb.New(set(w.change.ColourCodeIDs.Value))
	}
	setText(w.change.ExternalID, &to.ExternalID)
	custom := to.CustomFields.Get()
	if f := w.change.CustomFields; f.Set {
		if f.Null {
			custom = nil
		}
		custom = w.form.merge(f.Value, custom, &faults)
		to.CustomFields = jsonb.New(custom)
	}
	if err := w.form.demand(ctx, w.given, before, state{*to, custom}, &faults); err != nil {
		return err
	}
	if w.change.isSearched() {
		to.Search = searchText(*to, r.national)
	}
	return faults.Err()
}
