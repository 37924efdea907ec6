package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// SecondaryPetStatus is a status of the account's own making that a pet can have beside its status, as the API and
// events show it.
type SecondaryPetStatus struct {
	record.Meta
	Name      string `json:"name" minLength:"1" maxLength:"60" doc:"Name, unique in the account whatever the case" example:"Needs assessment"`
	ItemOrder int    `json:"item_order" minimum:"1" maximum:"2147483647" doc:"Place in the list; a new one comes last" example:"1"`

	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"S-1"`
	Names
}

// SecondaryPetStatusCreate is what a new status is made from.
type SecondaryPetStatusCreate struct {
	Name string `json:"name" minLength:"1" maxLength:"60" doc:"Name, unique in the account whatever the case" example:"Needs assessment"`

	ExternalID *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"S-1"`
}

// SecondaryPetStatusPatch is a merge patch of a status.
type SecondaryPetStatusPatch struct {
	Name patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"60" example:"Assessed"`

	ExternalID patch.Field[string] `json:"external_id,omitzero" maxLength:"100" example:"S-1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (SecondaryPetStatusPatch) Docs() map[string]string {
	return map[string]string{"name": "New name, unique in the account whatever the case"}
}

// ListSecondaryPetStatuses lists them by item_order; none for customers who may not see them.
func (s *Service) ListSecondaryPetStatuses(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[SecondaryPetStatus], error) {
	if shown, err := s.shows(ctx, account, PetForm, PetStatusField); err != nil || !shown {
		return paging.Page[SecondaryPetStatus]{}, err
	}
	return s.store.Statuses.List(ctx, account, page)
}

// GetSecondaryPetStatus is one status; apperr.NotFound when there is none, and for customers who may not see it.
func (s *Service) GetSecondaryPetStatus(ctx context.Context, account, id uuid.UUID) (SecondaryPetStatus, error) {
	if err := s.mayRead(ctx, account, PetForm, PetStatusField, "secondary pet status"); err != nil {
		return SecondaryPetStatus{}, err
	}
	return s.store.Statuses.Get(ctx, account, id)
}

// CreateSecondaryPetStatus adds a status behind the others. It fails with ErrStatusTaken or ErrExternalIDTaken.
func (s *Service) CreateSecondaryPetStatus(ctx context.Context, account uuid.UUID,
	create SecondaryPetStatusCreate) (status SecondaryPetStatus, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.lock(ctx, account, statusList); err != nil {
			return err
		}
		last, err := s.store.Statuses.LastOrder(ctx, account)
		if err != nil {
			return err
		}
		status, err = s.statuses.Create(ctx, SecondaryPetStatus{record.New(account), create.Name, last + 1, text.Optional(create.ExternalID),
			namesOf(create.Name)})
		return err
	})
	return status, err
}

// UpdateSecondaryPetStatus changes a status. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid,
// ErrStatusTaken or ErrExternalIDTaken.
func (s *Service) UpdateSecondaryPetStatus(ctx context.Context, account, id uuid.UUID, change SecondaryPetStatusPatch,
	match patch.Precondition) (SecondaryPetStatus, error) {
	return s.statuses.Update(ctx, account, id, match, change.apply)
}

func (p SecondaryPetStatusPatch) apply(_ context.Context, s *SecondaryPetStatus) error {
	var errs apperr.FieldErrors
	p.Name.NotNull(&s.Name, "name", &errs)
	if p.Name.Set {
		s.Names = namesOf(s.Name)
	}
	patch.Text(p.ExternalID, &s.ExternalID)
	return errs.Err()
}

// DeleteSecondaryPetStatus takes a status off the list; pets that have it keep its id. It fails with apperr.NotFound
// or apperr.VersionMismatch.
func (s *Service) DeleteSecondaryPetStatus(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.statuses.Delete(ctx, account, id, match)
}
