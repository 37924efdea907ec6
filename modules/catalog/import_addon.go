package catalog

import (
	"strconv"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

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
		Name:  "addon",
		Refs:  func(l *AddonLine, refer func(field, recordType, externalID string)) { l.refer(refer) },
		Find:  s.tables.Addons.IDs,
		Apply: upsert(s.addons, applyAddon),
		After: []string{"tax"},
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
	to.TaxIDs = jsonb.New(resolve.All("tax", l.Taxes))
	to.IncludedAddonIDs = jsonb.New(resolve.All("addon", l.IncludedAddons))
	to.ValueData = jsonb.New(l.ValueData.tidy())
	to.Sessions = jsonb.New(l.sessions())
	to.Capacity, to.Instructor = l.Capacity, text.Optional(l.Instructor)
	to.Folded, to.ExternalID = fold(to.Name, to.Code), &r.ExternalID
}

func (l AddonLine) sessions() []ClassSession {
	list := make([]ClassSession, len(l.Sessions))
	for i, s := range l.Sessions {
		list[i] = ClassSession{StartsAt: clock.Cut(s.StartsAt), EndsAt: clock.Cut(s.EndsAt)}
	}
	return list
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
