package accounts

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// AccountPatch is a merge patch of an account: what the staff of a location decide.
type AccountPatch struct {
	Name    patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"120" example:"Willow & Whisker Camden"`
	Phone   patch.Field[string] `json:"phone,omitzero" maxLength:"20" doc:"E.164; national forms are refused" example:"+442079460100"`
	Email   patch.Field[string] `json:"email,omitzero" format:"email" maxLength:"254" example:"hello@example.com"`
	Website patch.Field[string] `json:"website,omitzero" maxLength:"2048" example:"https://example.com"`

	Address patch.Field[AccountAddressPatch] `json:"address,omitzero"`

	Locale       patch.Field[string]   `json:"locale,omitzero" nullable:"false" minLength:"1" maxLength:"35" example:"en-GB"`
	WeightUnit   patch.Field[string]   `json:"weight_unit,omitzero" nullable:"false" enum:"kg,lb"`
	ServiceTypes patch.Field[[]string] `json:"service_types,omitzero" maxItems:"6" uniqueItems:"true" format:"service"`

	VaccinationWarningDays patch.Field[int] `json:"vaccination_warning_days,omitzero" nullable:"false" minimum:"0" maximum:"365" example:"30"`
}

// AccountAddressPatch is a change of a location's address.
type AccountAddressPatch address.Patch

// OperatorPatch is an AccountPatch with the fields that only the operator of the installation can change.
type OperatorPatch struct {
	AccountPatch
	Code, Timezone, Currency, Country patch.Field[string]
	Status                            patch.Field[Status]
}

// Update changes an account. It fails with apperr.NotFound, apperr.VersionMismatch and apperr.Invalid.
func (s *Service) Update(ctx context.Context, id uuid.UUID, change AccountPatch, match patch.Precondition) (Account, error) {
	return s.UpdateAsOperator(ctx, id, OperatorPatch{AccountPatch: change}, match)
}

// UpdateAsOperator changes an account as its operator may. It fails as Update does, and with ErrCodeTaken.
func (s *Service) UpdateAsOperator(ctx context.Context, id uuid.UUID, change OperatorPatch, match patch.Precondition) (Account, error) {
	var after Account
	err := s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.Lock(ctx, id)
		if err == nil {
			err = s.RequireOpen(ctx, before.OrganizationID)
		}
		if err != nil {
			return err
		}
		if err := match.Check(before.Version, before); err != nil {
			return err
		}
		if err := change.faults().Err(); err != nil {
			return err
		}
		after = before
		change.apply(&after)
		after, err = s.write(ctx, before, after)
		return err
	})
	return after, err
}

// write writes what differs, if anything does.
func (s *Service) write(ctx context.Context, before, after Account) (Account, error) {
	columns := s.store.Differ(&before, &after)
	if len(columns) == 0 {
		return before, nil
	}
	after.Version, after.UpdatedAt = before.Version+1, s.env.Clock.Now()
	if err := s.store.Update(ctx, after, columns); err != nil {
		return after, err
	}
	tx.AfterCommit(ctx, func() { s.locations.forget(after.ID) })
	told := events.Public{Type: AccountUpdated, Account: after.ID, Record: after.ID, Object: after, Before: before}
	return after, s.env.Events.Record(ctx, told)
}

// Faults are the faults of a change. What it leaves out may be older than a rule, and does not count.
func (c AccountPatch) Faults() apperr.FieldErrors { return OperatorPatch{AccountPatch: c}.faults() }

func (c OperatorPatch) faults() apperr.FieldErrors {
	a := Account{Name: "A", Code: "a", Status: Active, Timezone: "UTC", Currency: "GBP", Country: "GB", Locale: "en", WeightUnit: "kg"}
	nulls := c.apply(&a)
	return append(nulls, a.faults()...)
}

// apply puts the values into the account and returns the faults of keys that cannot be null.
func (c OperatorPatch) apply(a *Account) (errs apperr.FieldErrors) {
	c.Name.NotNull(&a.Name, "name", &errs)
	patch.Text(c.Phone, &a.Phone)
	patch.Text(c.Email, &a.Email)
	patch.Text(c.Website, &a.Website)
	c.Locale.NotNull(&a.Locale, "locale", &errs)
	c.WeightUnit.NotNull(&a.WeightUnit, "weight_unit", &errs)
	c.VaccinationWarningDays.NotNull(&a.VaccinationWarningDays, "vaccination_warning_days", &errs)
	c.Code.NotNull(&a.Code, "code", &errs)
	c.Timezone.NotNull(&a.Timezone, "timezone", &errs)
	c.Currency.NotNull(&a.Currency, "currency", &errs)
	c.Country.NotNull(&a.Country, "country", &errs)
	c.Status.NotNull(&a.Status, "status", &errs)
	if c.ServiceTypes.Set {
		a.ServiceTypes = jsonb.New(append([]string{}, c.ServiceTypes.Value...)) // null: none, as an empty list
	}
	if c.Address.Set {
		a.Address = jsonb.New(address.Patch(c.Address.Value).Apply(a.Address.Get(), c.Address.Null))
	}
	a.Name = text.Clean(a.Name)
	return errs
}

// ErrInactive is the answer to a write in an account that is inactive.
var ErrInactive = apperr.NewConflict("account_inactive", "the account is inactive: it can be read, but not changed")

// RequireWritable fails with ErrInactive if the account is inactive, and with ErrClosed if its organization is closed; it does not fail
// for an account that does not exist.
func (s *Service) RequireWritable(ctx context.Context, id uuid.UUID) error {
	return s.store.RequireWritable(ctx, id)
}
