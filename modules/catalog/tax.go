package catalog

import (
	"github.com/petcare/petcare/platform/kernel/record"
)

// Tax is a tax on what is sold, as the API and events show it.
type Tax struct {
	record.Meta
	Name       string  `json:"name" minLength:"1" maxLength:"120" doc:"What receipts say" example:"Sales tax"`
	Rate       string  `json:"rate" format:"percentage" maxLength:"8" doc:"Decimal percentage, 0 to 100" example:"8.25"`
	Inclusive  bool    `json:"inclusive" doc:"Whether prices contain it already; otherwise it is added to them"`
	Active     bool    `json:"active" doc:"Whether it is charged; customers see only what is active"`
	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"T-1"`
	Folded     string  `json:"-"` // see fold
}
