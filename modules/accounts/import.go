package accounts

import (
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// PendingReasonLine is an import line of type "pending_reason_option".
type PendingReasonLine struct {
	Name         string   `json:"name" minLength:"1" maxLength:"80" doc:"What staff choose" example:"Waiting for vaccination proof"`
	Description  *string  `json:"description,omitempty" maxLength:"300" doc:"What it means"`
	ServiceTypes []string `json:"service_types,omitempty" maxItems:"6" uniqueItems:"true" format:"service"`
	ItemOrder    int      `json:"item_order,omitempty" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`
	Active       *bool    `json:"active,omitempty" doc:"Whether it can be chosen (true)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PendingReasonLine) Docs() map[string]string {
	return map[string]string{"service_types": "The services it applies to; empty means all"}
}

// PendingReasonImport offers "pending_reason_option" to the import.
func (s *Service) PendingReasonImport() importing.Type {
	return importing.For("accounts", importing.Spec[PendingReasonLine]{
		Name:   "pending_reason_option",
		Find:   s.reasonStore.IDs,
		Apply:  importing.UpsertEach(s.reasons, applyPendingReason),
		Export: importing.Exported[PendingReasonLine](s.reasons, importing.Export[PendingReason]{}),
	})
}

func applyPendingReason(r importing.Record[PendingReasonLine], _ importing.Resolve, to *PendingReason) {
	l := r.Line
	to.Name, to.Description, to.ItemOrder, to.ExternalID = l.Name, text.Optional(l.Description), l.ItemOrder, &r.ExternalID
	to.ServiceTypes = jsonb.New(append([]string{}, l.ServiceTypes...))
	to.Active = l.Active == nil || *l.Active
}
