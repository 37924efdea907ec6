package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// VaccinationTypes lists the account's vaccination types, built-in ones first, by name.
func (s *Service) VaccinationTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[VaccinationType], error) {
	if err := s.needBuiltIns(ctx, account); err != nil {
		return paging.Page[VaccinationType]{}, err
	}
	return s.store.VaccinationTypes(ctx, account, page)
}

// CreateVaccinationType adds a vaccination type; ErrNameTaken when another has the name.
func (s *Service) CreateVaccinationType(ctx context.Context, account uuid.UUID, d VaccinationTypeCreate) (VaccinationType, error) {
	if err := staffOnly(ctx); err != nil {
		return VaccinationType{}, err
	}
	t := d.vaccinationType()
	t.ID, t.AccountID, t.Version = ids.New(), account, 1
	t.CreatedAt = s.clock.Now()
	t.UpdatedAt = t.CreatedAt
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		// Their names are taken even when nobody has looked at the list yet.
		if err := s.needBuiltIns(ctx, account); err != nil {
			return err
		}
		if err := s.store.InsertVaccinationType(ctx, t); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationTypeCreated, Account: account, Record: t.ID, Object: t})
	})
	return t, err
}

// UpdateVaccinationType changes a vaccination type. It fails with apperr.NotFound, apperr.Forbidden ("built_in"),
// apperr.VersionMismatch when match does not name its version, apperr.Invalid and ErrNameTaken.
func (s *Service) UpdateVaccinationType(ctx context.Context, account, id uuid.UUID, match patch.Precondition, c VaccinationTypePatch) (VaccinationType, error) {
	var after VaccinationType
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.lockType(ctx, account, id, match)
		if err != nil {
			return err
		}
		if after, err = c.apply(before); err != nil {
			return err
		}
		same, err := events.Same(before, after)
		if err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.UpdateVaccinationType(ctx, after); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationTypeUpdated, Account: account, Record: id, Object: after, Before: before})
	})
	return after, err
}

// DeleteVaccinationType marks a vaccination type deleted, under the same conditions as UpdateVaccinationType: no new
// vaccination can have it, those that have it keep it and its name, and another type may take the name.
func (s *Service) DeleteVaccinationType(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		t, err := s.lockType(ctx, account, id, match)
		if err != nil {
			return err
		}
		if err := s.store.RemoveVaccinationType(ctx, account, id, s.clock.Now()); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: VaccinationTypeDeleted, Account: account, Record: id, Object: t})
	})
}

func (s *Service) lockType(ctx context.Context, account, id uuid.UUID, match patch.Precondition) (VaccinationType, error) {
	if err := staffOnly(ctx); err != nil {
		return VaccinationType{}, err
	}
	t, err := s.store.LockVaccinationType(ctx, account, id)
	if err != nil {
		return VaccinationType{}, err
	}
	if t.BuiltIn {
		return VaccinationType{}, apperr.NewForbidden("built_in", "built-in vaccination types do not change")
	}
	return t, match.Check(t.Version)
}

const defaultValidityMonths = 12

func (d VaccinationTypeCreate) vaccinationType() VaccinationType {
	t := VaccinationType{
		Name: d.Name, Abbreviation: text.Optional(d.Abbreviation), Species: listOf(d.Species), RequiredFor: listOf(d.RequiredFor),
		DefaultValidityMonths: defaultValidityMonths,
	}
	if d.DefaultValidityMonths != nil {
		t.DefaultValidityMonths = *d.DefaultValidityMonths
	}
	return t
}

func (c VaccinationTypePatch) apply(t VaccinationType) (VaccinationType, error) {
	var faults apperr.FieldErrors
	c.Name.NotNull(&t.Name, "name", &faults)
	c.Abbreviation.ApplyPtr(&t.Abbreviation)
	t.Abbreviation = text.Optional(t.Abbreviation)
	if c.Species.Set {
		t.Species = listOf(c.Species.Value)
	}
	if c.RequiredFor.Set {
		t.RequiredFor = listOf(c.RequiredFor.Value)
	}
	c.DefaultValidityMonths.NotNull(&t.DefaultValidityMonths, "default_validity_months", &faults)
	return t, faults.Err()
}

// listOf keeps a list that is never null.
func listOf(values []string) jsonb.Of[[]string] {
	if values == nil {
		values = []string{}
	}
	return jsonb.New(values)
}
