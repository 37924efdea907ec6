package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ExemptionPath is the path of an exemption, whichever pet it belongs to.
type ExemptionPath struct {
	httpapi.AccountPath
	ExemptionID uuid.UUID `path:"exemptionId" format:"uuid" doc:"The exemption"`
	httpapi.IfMatch
}

func (h handler) listExemptions(ctx context.Context, in *struct {
	httpapi.PetPath
	httpapi.Paging
}, page paging.Request) (paging.Page[healthrecords.Exemption], error) {
	return h.records.ListExemptions(ctx, in.AccountID, in.PetID, page)
}

func (h handler) createExemption(ctx context.Context, in *struct {
	httpapi.PetPath
	Body healthrecords.ExemptionCreate
}) (*httpapi.Output[healthrecords.Exemption], error) {
	e, err := h.records.CreateExemption(ctx, in.AccountID, in.PetID, in.Body)
	if err != nil {
		return nil, err
	}
	made := httpapi.CreatedRecord(ctx, e)
	made.Location = httpapi.Base + "/accounts/" + in.AccountID.String() + "/exemptions/" + e.ID.String()
	return made, nil
}

func (h handler) updateExemption(ctx context.Context, in *struct {
	ExemptionPath
	Body healthrecords.ExemptionPatch
}) (healthrecords.Exemption, error) {
	return h.records.UpdateExemption(ctx, in.AccountID, in.ExemptionID, in.Body, in.Match())
}

func (h handler) deleteExemption(ctx context.Context, in *ExemptionPath) error {
	return h.records.DeleteExemption(ctx, in.AccountID, in.ExemptionID, in.Match())
}
