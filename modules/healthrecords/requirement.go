package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Requirement is what a location demands of a vaccination type. A key that is left out stays as it is.
type Requirement struct {
	RequiredFor           patch.Field[[]string] `json:"required_for,omitzero" maxItems:"6" uniqueItems:"true" format:"service"`
	DefaultValidityMonths patch.Field[int]      `json:"default_validity_months,omitzero" minimum:"1" maximum:"120" example:"12"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Requirement) Docs() map[string]string {
	return map[string]string{
		"required_for":            "The services for which it is required; null means none",
		"default_validity_months": "How long a vaccination usually lasts; null when that is not known",
	}
}

func (r Requirement) apply(t *VaccinationType) {
	if r.RequiredFor.Set {
		t.RequiredFor = listOf(r.RequiredFor.Value)
	}
	r.DefaultValidityMonths.ApplyPtr(&t.DefaultValidityMonths)
}

// UpdateRequirement says what the account demands of a vaccination type, a built-in one too. It fails with apperr.Forbidden for
// customers, apperr.NotFound and apperr.VersionMismatch.
func (s *Service) UpdateRequirement(ctx context.Context, account, id uuid.UUID, r Requirement,
	match patch.Precondition) (VaccinationType, error) {
	if err := staffOnly(ctx); err != nil {
		return VaccinationType{}, err
	}
	return s.types.Update(ctx, account, id, match, func(_ context.Context, t *VaccinationType) error {
		r.apply(t)
		return nil
	})
}
