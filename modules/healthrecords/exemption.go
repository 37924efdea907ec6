package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Exemption says that a pet needs no vaccination of a type, as the API and events show it.
type Exemption struct {
	record.Meta
	PetID             uuid.UUID  `json:"pet_id" format:"uuid" doc:"The pet"`
	VaccinationTypeID uuid.UUID  `json:"vaccination_type_id" format:"uuid" doc:"The type of vaccination that it does not need"`
	Kind              string     `json:"kind" enum:"titer,medical,age,owner_declined" doc:"Why" example:"titer"`
	Until             *clock.Day `json:"until" format:"date" doc:"The last day on which it counts; null: no end" example:"2027-03-14"`
	Note              *string    `json:"note" maxLength:"2000" doc:"Remarks" example:"Titer of 1:320, letter on file."`
	ExternalID        *string    `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"X-1"`
}

// ExemptionCreate is what a new exemption is made from.
type ExemptionCreate struct {
	VaccinationTypeID uuid.UUID `json:"vaccination_type_id" format:"uuid" doc:"A vaccination type of the account; does not change later"`
	Kind              string    `json:"kind" enum:"titer,medical,age,owner_declined" doc:"Why" example:"titer"`

	Until *clock.Day `json:"until,omitempty" format:"date" doc:"Last day that counts, from 1900-01-01 on (null: no end)" example:"2027-03-14"`
	Note  *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Titer of 1:320, letter on file."`

	ExternalID *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"X-1"`
}

// ExemptionPatch is a merge patch of an exemption.
type ExemptionPatch struct {
	Kind  patch.Field[string]    `json:"kind,omitzero" nullable:"false" enum:"titer,medical,age,owner_declined" example:"medical"`
	Until patch.Field[clock.Day] `json:"until,omitzero" format:"date" doc:"Last day, from 1900-01-01 on; null: no end" example:"2027-03-14"`
	Note  patch.Field[string]    `json:"note,omitzero" maxLength:"2000" example:"Letter of the vet on file."`

	ExternalID patch.Field[string] `json:"external_id,omitzero" maxLength:"100" example:"X-1"`
}

// ListExemptions lists the exemptions of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) ListExemptions(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[Exemption], error) {
	if _, err := s.petOf(ctx, account, pet); err != nil {
		return paging.Page[Exemption]{}, err
	}
	return s.stores.Exemptions.List(ctx, account, pet, page)
}

// CreateExemption adds an exemption to a pet. It fails with apperr.Forbidden for customers, apperr.NotFound when there is no such pet,
// ErrExternalIDTaken, and apperr.Invalid for a type that the account does not have.
func (s *Service) CreateExemption(ctx context.Context, account, pet uuid.UUID, c ExemptionCreate) (e Exemption, err error) {
	if err := staffOnly(ctx); err != nil {
		return Exemption{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.keptPet(ctx, account, pet); err != nil {
			return err
		}
		types, err := s.stores.VaccinationTypes.ManyForShare(ctx, account, []uuid.UUID{c.VaccinationTypeID})
		if err != nil {
			return err
		}
		var errs apperr.FieldErrors
		if len(types) == 0 {
			errs.Add("vaccination_type_id", "unknown", "is not a vaccination type of this account")
		}
		checkUntil(c.Until, &errs)
		if err := errs.Err(); err != nil {
			return err
		}
		e, err = s.exemptions.Create(ctx, Exemption{Meta: record.New(account), PetID: pet, VaccinationTypeID: c.VaccinationTypeID,
			Kind: c.Kind, Until: c.Until, Note: text.Optional(c.Note), ExternalID: text.Optional(c.ExternalID)})
		return err
	})
	return e, err
}

// UpdateExemption changes an exemption. It fails with apperr.Forbidden for customers, apperr.NotFound, apperr.VersionMismatch,
// ErrExternalIDTaken and apperr.Invalid.
func (s *Service) UpdateExemption(ctx context.Context, account, id uuid.UUID, p ExemptionPatch,
	match patch.Precondition) (Exemption, error) {
	if err := staffOnly(ctx); err != nil {
		return Exemption{}, err
	}
	return s.exemptions.Update(ctx, account, id, match, func(_ context.Context, e *Exemption) error {
		var errs apperr.FieldErrors
		p.Kind.NotNull(&e.Kind, "kind", &errs)
		p.Until.ApplyPtr(&e.Until)
		patch.Text(p.Note, &e.Note)
		patch.Text(p.ExternalID, &e.ExternalID)
		checkUntil(e.Until, &errs)
		return errs.Err()
	})
}

// DeleteExemption removes an exemption. It fails with apperr.Forbidden for customers, apperr.NotFound and apperr.VersionMismatch.
func (s *Service) DeleteExemption(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	return s.exemptions.Delete(ctx, account, id, match)
}

// Faults are the faults of a new exemption that can be found without the pet.
func (c ExemptionCreate) Faults() (errs apperr.FieldErrors) {
	checkUntil(c.Until, &errs)
	return errs
}

// Faults are the faults of a change that can be found without the exemption.
func (p ExemptionPatch) Faults() (errs apperr.FieldErrors) {
	if p.Until.Set && !p.Until.Null {
		checkUntil(&p.Until.Value, &errs)
	}
	return errs
}

func checkUntil(until *clock.Day, errs *apperr.FieldErrors) {
	if until != nil && isTooEarly(*until) {
		errs.Add("until", "range", "is before "+firstDay)
	}
}
