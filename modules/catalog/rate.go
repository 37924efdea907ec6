package catalog

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/jsonb"
)

// Rate is what a stay or a day costs, as the API and events show it.
type Rate struct {
	ID               uuid.UUID             `json:"id" format:"uuid" doc:"Id of the rate"`
	AccountID        uuid.UUID             `json:"account_id" format:"uuid" doc:"The account"`
	Name             string                `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Dog boarding, garden room"`
	Description      *string               `json:"description" maxLength:"2000" doc:"What is part of it" example:"Own room with run, two walks a day."`
	Code             *string               `json:"code" maxLength:"60" doc:"Short name on price lists" example:"BRD-GARDEN"`
	ServiceType      string                `json:"serviceType" enum:"boarding,daycare" doc:"The service that it prices"`
	Active           bool                  `json:"active" doc:"Whether it can be booked; customers see only what is active"`
	ItemOrder        int                   `json:"item_order" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`
	TaxIDs           jsonb.Of[[]uuid.UUID] `json:"tax_ids" maxItems:"20" format:"uuid" doc:"The taxes on it"`
	IncludedAddonIDs jsonb.Of[[]uuid.UUID] `json:"included_addon_ids" maxItems:"100" format:"uuid" doc:"The addons that the price contains"`
	ValueData        jsonb.Of[ValueData]   `json:"value_data" doc:"The price"`
	ExternalID       *string               `json:"external_id" maxLength:"100" doc:"Id in the system that the record came from" example:"R-12"`
	CreatedAt        time.Time             `json:"created_at" doc:"When it was made"`
	UpdatedAt        time.Time             `json:"updated_at" doc:"When it last changed"`
	Version          int64                 `json:"version" minimum:"1" maximum:"9007199254740991" doc:"Counts the changes" example:"1"`
	Folded           string                `json:"-"` // see fold
}
