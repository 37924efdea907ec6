package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ListVaccinationTypes lists the account's vaccination types, built-in ones first, by name.
func (s *Service) ListVaccinationTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[VaccinationType], error) {
	if err := s.ensureBuiltIns(ctx, account); err != nil {
		return paging.Page[VaccinationType]{}, err
	}
	return s.stores.VaccinationTypes.List(ctx, account, page)
}

// CreateVaccinationType adds a vaccination type. It fails with apperr.Forbidden for customers, and with ErrNameTaken or
// ErrExternalIDTaken when another type has the name or external id.
func (s *Service) CreateVaccinationType(ctx context.Context, account uuid.UUID, c VaccinationTypeCreate) (t VaccinationType, err error) {
	if err := staffOnly(ctx); err != nil {
		return VaccinationType{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		// Their names are taken even when nobody has looked at the list yet.
		if err := s.ensureBuiltIns(ctx, account); err != nil {
			return err
		}
		t = VaccinationType{Meta: record.New(account)}
		c.apply(&t)
		t.ExternalID = text.Optional(c.ExternalID)
		t, err = s.types.Create(ctx, t)
		return err
	})
	return t, err
}

// UpdateVaccinationType changes a vaccination type. It fails with apperr.Forbidden for customers and for built-in types ("built_in"),
// apperr.NotFound, apperr.VersionMismatch when match does not name its version, apperr.Invalid, ErrNameTaken
// and ErrExternalIDTaken.
func (s *Service) UpdateVaccinationType(ctx context.Context, account, id uuid.UUID, p VaccinationTypePatch,
	match patch.Precondition) (VaccinationType, error) {
	if err := staffOnly(ctx); err != nil {
		return VaccinationType{}, err
	}
	return s.types.Update(ctx, account, id, match, p.apply)
}

// DeleteVaccinationType marks a vaccination type deleted, under the same conditions as UpdateVaccinationType: no new
// vaccination can have it, those that have it keep it and its name, and another type may take the name.
func (s *Service) DeleteVaccinationType(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	// A refusal rolls the deletion back.
	return s.types.Delete(ctx, account, id, match, func(_ context.Context, t VaccinationType) error { return t.changeable() })
}

func (t VaccinationType) changeable() error {
	if t.BuiltIn {
		return apperr.NewForbidden("built_in", "built-in vaccination types do not change")
	}
	return nil
}

const defaultValidityMonths = 12

func (p VaccinationTypePatch) apply(_ context.Context, t *VaccinationType) error {
	if err := t.changeable(); err != nil {
		return err
	}
	var errs apperr.FieldErrors
	p.Name.NotNull(&t.Name, "name", &errs)
	t.NameKey = NameKey(t.Name)
	patch.Text(p.Abbreviation, &t.Abbreviation)
	if p.Species.Set {
		t.Species = listOf(p.Species.Value)
	}
	p.Requirement.apply(t)
	patch.Text(p.ExternalID, &t.ExternalID)
	return errs.Err()
}

// listOf keeps a list that is never null.
func listOf(values []string) jsonb.Of[[]string] { return jsonb.New(append([]string{}, values...)) }
