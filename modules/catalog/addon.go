package catalog

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// AddonService is the service that an addon belongs to; "" in a filter means any.
type AddonService string

// The services of addons. An addon without one stands alone: it goes with anything.
const (
	Grooming AddonService = "grooming"
	Training AddonService = "training"
	Classes  AddonService = "classes"
)

// Addon is what can be booked besides a rate or by itself, as the API and events show it. A class is an addon with
// the service type classes.
type Addon struct {
	record.Meta
	Name        string        `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Puppy school"`
	Description *string       `json:"description" maxLength:"2000" doc:"What is part of it" example:"Six evenings, small groups."`
	Code        *string       `json:"code" maxLength:"60" doc:"Short name on price lists" example:"CLS-PUP"`
	ServiceType *AddonService `json:"serviceType" enum:"grooming,training,classes" doc:"Its service; null when it stands alone"`

	Active           bool                     `json:"active" doc:"Whether it can be booked; customers see only what is active"`
	ItemOrder        int                      `json:"item_order" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`
	TaxIDs           jsonb.Of[[]uuid.UUID]    `json:"tax_ids" gorm:"column:tax_ids" maxItems:"20" format:"uuid" doc:"The taxes on it"`
	IncludedAddonIDs jsonb.Of[[]uuid.UUID]    `json:"included_addon_ids" gorm:"column:included_addon_ids" maxItems:"100" format:"uuid"`
	ValueData        jsonb.Of[ValueData]      `json:"value_data" doc:"The price"`
	Sessions         jsonb.Of[[]ClassSession] `json:"sessions" maxItems:"400" doc:"When a class meets, in order; empty for other addons"`

	Capacity   *int    `json:"capacity" minimum:"0" maximum:"100000" example:"8"`
	Instructor *string `json:"instructor" maxLength:"120" doc:"Who teaches a class; null for other addons" example:"Theo Månsson"`
	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"A-3"`
	Folded     string  `json:"-"` // see fold
}

// Docs describes the keys whose texts are too long for a tag.
func (Addon) Docs() map[string]string {
	return map[string]string{
		"included_addon_ids": "The addons that the price contains",
		"capacity":           "How many places a class has; null when that is not limited and for other addons",
	}
}

// ClassSession is one meeting of a class.
type ClassSession struct {
	StartsAt time.Time `json:"starts_at" doc:"When it begins"`
	EndsAt   time.Time `json:"ends_at" doc:"When it ends"`
}
