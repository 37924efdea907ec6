package customerspets

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// CreateCustomer adds a customer. It fails with apperr.Invalid, ErrEmailTaken or ErrCustomerExternalIDTaken. The ids are those of
// other customers with its e-mail or one of its phones, for callers who may read customers; none if these cannot be looked for.
func (s *Service) CreateCustomer(ctx context.Context, account uuid.UUID, p CustomerPatch) (c Customer, alike []uuid.UUID, err error) {
	hash, err := s.hash(ctx, p.Password)
	if err != nil {
		return Customer{}, nil, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		change, err := s.prepareCustomer(ctx, account, p, hash, true)
		if err != nil {
			return err
		}
		c = newCustomer(record.New(account))
		if err := change.apply(ctx, &c); err != nil {
			return err
		}
		c, err = s.customerLife.Create(ctx, c)
		return err
	})
	if err != nil {
		return Customer{}, nil, err
	}
	if caller.From(ctx).Holds("customers:read") {
		alike, _ = s.customers.Alike(ctx, c) // the customer has been created; a transaction that goes on fails by itself
	}
	c, err = view(ctx, s, account, OfCustomers, s.customerFields, c)
	return c, alike, err
}

// UpdateCustomer changes a customer. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden when a
// customer sends keys that the form does not open to it, ErrEmailTaken or ErrCustomerExternalIDTaken.
func (s *Service) UpdateCustomer(ctx context.Context, account, id uuid.UUID, p CustomerPatch,
	match patch.Precondition) (c Customer, err error) {
	if err := ownOnly(ctx, id); err != nil {
		return Customer{}, err
	}
	if caller.From(ctx).IsCustomer() {
		shown, err := s.GetCustomer(ctx, account, id)
		if err != nil {
			return Customer{}, err
		}
		if match, err = match.SentBack(shown.Version, shown, &p); err != nil {
			return Customer{}, err
		}
	}
	if p.Password.Set { // before it costs a hash
		if caller.From(ctx).IsCustomer() { // no form opens it
			return Customer{}, forbid("password")
		}
		if err := s.customers.Exists(ctx, account, id); err != nil {
			return Customer{}, err
		}
	}
	hash, err := s.hash(ctx, p.Password)
	if err != nil {
		return Customer{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		change, err := s.prepareCustomer(ctx, account, p, hash, false)
		if err != nil {
			return err
		}
		c, err = s.customerLife.Update(ctx, account, id, match, change.apply, s.tellLogin)
		return err
	})
	if err != nil {
		return Customer{}, err
	}
	return view(ctx, s, account, OfCustomers, s.customerFields, c)
}

// tellLogin publishes LoginChanged when what a customer logs in with has changed.
func (s *Service) tellLogin(ctx context.Context, before, after Customer) error {
	if told, changed := loginChanged(before, after); changed {
		return s.bus.Publish(ctx, told)
	}
	return nil
}

func loginChanged(before, after Customer) (LoginChanged, bool) {
	ends := !before.isBlocked() && after.isBlocked() || before.PasswordHash != after.PasswordHash // a new hash is a new pointer
	moves := before.Email != nil && !sameText(before.Email, after.Email)
	return LoginChanged{after.AccountID, after.ID, !ends}, ends || moves
}

// hash is the hash of a password that is set, nil when there is none.
func (s *Service) hash(ctx context.Context, password patch.Field[string]) (*string, error) {
	if !password.Set || password.Null {
		return nil, nil
	}
	if n := text.Len(password.Value); n < 10 || n > 128 {
		return nil, apperr.NewInvalid("password", "length", "is not text of 10 to 128 characters")
	}
	hash, err := s.passwords.Hash(ctx, password.Value)
	return &hash, err
}

// customerChange is a patch of a customer with everything held that it depends on.
type customerChange struct {
	*Service
	account uuid.UUID
	patch   CustomerPatch
	hash    *string
	given   presence
	form    Form
	codes   map[uuid.UUID]bool
}

// prepareCustomer holds the form and lists that the change depends on; rows of customers come after them.
func (s *Service) prepareCustomer(ctx context.Context, account uuid.UUID, p CustomerPatch, hash *string,
	isNew bool) (c *customerChange, err error) {
	c = &customerChange{Service: s, account: account, patch: p, hash: hash}
	c.given = s.customerPatchFields.presence(&c.patch, isNew)
	if c.form, err = s.formFor(ctx, account, OfCustomers, c.given); err != nil {
		return nil, err
	}
	c.codes, err = s.codesForShare(ctx, account, OfCustomers, p.ColourCodeIDs)
	return c, err
}

// apply is CustomerDetails.apply, and then what depends on the form, the lists and the caller.
func (c *customerChange) apply(ctx context.Context, to *Customer) error {
	var faults apperr.FieldErrors
	r := c.reader(ctx, c.account, &faults)
	before := *to
	c.patch.apply(r, to)
	if caller.From(ctx).IsCustomer() && before.Login.Enabled && !sameText(before.Email, to.Email) {
		return apperr.NewForbidden("forbidden", "the e-mail of a customer who can log in is changed by staff only")
	}
	r.colourCodes(c.patch.ColourCodeIDs, c.codes, &to.ColourCodeIDs)
	patch.Text(c.patch.ExternalID, &to.ExternalID)
	c.form.mergeCustom(r, c.patch.CustomFields, &to.CustomFields)
	faults = append(faults, required(c.customerFields, c.form.requirements(ctx), c.given, &before, to, faults)...)
	if c.patch.isSearched() {
		to.index(r.national)
	}
	if c.patch.Password.Set && (c.hash != nil || to.PasswordHash != nil) {
		to.PasswordHash, to.Login.Enabled = c.hash, c.hash != nil
	}
	return r.refusal()
}

func sameText(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// codesForShare holds the colour codes that a change names.
func (s *Service) codesForShare(ctx context.Context, account uuid.UUID, kind Kind, f patch.Field[[]uuid.UUID]) (map[uuid.UUID]bool, error) {
	if len(f.Value) == 0 {
		return nil, nil
	}
	return s.lists.ColourCodesForShare(ctx, account, kind, f.Value)
}

// colourCodes puts a set of colour codes into a record and notes those that the account does not have for such records.
func (r *reader) colourCodes(f patch.Field[[]uuid.UUID], known map[uuid.UUID]bool, to *jsonb.Of[[]uuid.UUID]) {
	if !f.Set {
		return
	}
	for i, id := range f.Value {
		if !known[id] {
			r.faults.Add(fmt.Sprintf("colour_code_ids[%d]", i), "not_found", "is not a colour code of this type of the account")
		}
	}
	*to = jsonb.New(ids.Distinct(f.Value))
}
