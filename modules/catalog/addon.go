package catalog

import (
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
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

// Derive sets the columns that follow from others.
func (r *Addon) Derive() { r.Folded = fold(r.Name, r.Code) }

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

// AddonLine is an import line of type "addon".
type AddonLine struct {
	ServiceLine
	ServiceType *AddonService  `json:"serviceType,omitempty" enum:"grooming,training,classes" doc:"Its service; none: it stands alone"`
	Sessions    []ClassSession `json:"sessions,omitempty" maxItems:"400" doc:"When a class meets"`
	Capacity    *int           `json:"capacity,omitempty" minimum:"0" maximum:"100000" doc:"How many places a class has" example:"8"`
	Instructor  *string        `json:"instructor,omitempty" maxLength:"120" doc:"Who teaches a class" example:"Theo Månsson"`
}

// AddonImport offers "addon" to the import.
func (s *Service) AddonImport() importing.Type {
	return importing.For("catalog", importing.Spec[AddonLine]{
		Name:  addon,
		Refs:  (*AddonLine).refer,
		Find:  s.tables.Addons.IDs,
		Apply: importing.UpsertEach(s.addons, applyAddon),
		Export: importing.Exported[AddonLine](s.addons, importing.Export[Addon]{
			Names: map[string]string{"taxes": tax, "included_addons": addon},
		}),
		After: []string{tax},
	})
}

func applyAddon(r importing.Record[AddonLine], resolve importing.Resolve, to *Addon) {
	l := r.Line
	l.ValueData.check(r.Errors)
	l.checkClass(r.Errors)
	for i, external := range l.IncludedAddons {
		if external == r.ExternalID {
			r.Errors.Add("included_addons["+strconv.Itoa(i)+"]", "reference", "is the addon itself")
		}
	}
	to.Name, to.Description, to.Code = l.Name, text.Optional(l.Description), text.Optional(l.Code)
	to.ServiceType, to.Active, to.ItemOrder = l.ServiceType, orTrue(l.Active), l.ItemOrder
	to.TaxIDs = jsonb.New(resolve.All(tax, l.Taxes))
	to.IncludedAddonIDs = jsonb.New(resolve.All(addon, l.IncludedAddons))
	to.ValueData = jsonb.New(l.ValueData.tidy())
	to.Sessions = jsonb.New(l.sessions())
	to.Capacity, to.Instructor = l.Capacity, text.Optional(l.Instructor)
	to.ExternalID = &r.ExternalID
}

func (l AddonLine) sessions() []ClassSession {
	return lists.Map(l.Sessions, func(s ClassSession) ClassSession {
		return ClassSession{StartsAt: clock.Cut(s.StartsAt), EndsAt: clock.Cut(s.EndsAt)}
	})
}

// checkClass finds sessions that end before they begin, and what only classes have on other addons.
func (l AddonLine) checkClass(f *apperr.FieldErrors) {
	for i, s := range l.Sessions {
		if !s.EndsAt.After(s.StartsAt) {
			f.Add("sessions["+strconv.Itoa(i)+"].ends_at", "range", "is not after starts_at")
		}
	}
	if l.ServiceType != nil && *l.ServiceType == Classes {
		return
	}
	only := func(key string, there bool) {
		if there {
			f.Add(key, "not_applicable", "goes with the serviceType classes only")
		}
	}
	only("sessions", len(l.Sessions) > 0)
	only("capacity", l.Capacity != nil)
	only("instructor", text.Optional(l.Instructor) != nil)
}
