package healthrecords

import (
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// ComplianceStatus says whether a pet has the vaccinations that a service asks for.
type ComplianceStatus string

// The statuses.
const (
	Compliant             ComplianceStatus = "compliant"
	ComplianceExpiring    ComplianceStatus = "expiring" // compliant, but a record runs out within the warning days after the stay
	NonCompliant          ComplianceStatus = "non_compliant"
	ComplianceNotRequired ComplianceStatus = "not_required" // nothing is asked for
)

// Compliance tells whether a pet has the vaccinations that a service requires on the last day of a stay.
type Compliance struct {
	Pet        VaccinationPet      `json:"pet" doc:"The pet"`
	Customer   VaccinationCustomer `json:"customer" doc:"Its owner"`
	Status     ComplianceStatus    `json:"status" enum:"compliant,expiring,non_compliant,not_required"`
	ValidUntil *clock.Day          `json:"valid_until" format:"date" example:"2027-03-14"`

	Missing  []ComplianceEntry `json:"missing" maxItems:"1000" doc:"Required, and there is no record"`
	Expired  []ComplianceEntry `json:"expired" maxItems:"1000" doc:"Required, and the current record does not hold until the last day"`
	Expiring []ComplianceEntry `json:"expiring" maxItems:"1000" doc:"Holds, but runs out within the account's warning days after the last day"`

	Unverified []ComplianceEntry `json:"unverified" maxItems:"1000" doc:"Holds, but staff have not seen the certificate"`

	Exempt []ComplianceEntry `json:"exempt" maxItems:"1000" doc:"An exemption makes up for a record that is missing, has expired or runs out"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Compliance) Docs() map[string]string {
	return map[string]string{
		"status": "compliant: all that is required holds until the last day; expiring: so it does, but a record runs out within " +
			"the account's warning days after it; not_required: nothing is required",
		"valid_until": "The last day on which all that is required holds; null when non_compliant, or without an end",
	}
}

// ComplianceEntry is how a pet stands towards one vaccination type.
type ComplianceEntry struct {
	VaccinationType VaccinationTypeLabel `json:"vaccination_type" doc:"The type"`
	VaccinationID   *uuid.UUID           `json:"vaccination_id" format:"uuid" doc:"The current record; null when there is none"`
	ExpiresOn       *clock.Day           `json:"expires_on" format:"date" doc:"Its last valid day" example:"2026-12-01"`
	ExemptUntil     *clock.Day           `json:"exempt_until" format:"date" example:"2027-03-14"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ComplianceEntry) Docs() map[string]string {
	return map[string]string{"exempt_until": "The last day of the exemption that lasts longest; null without an exemption, or without an end"}
}

// PetType names a vaccination type of a pet.
type PetType struct {
	Pet  uuid.UUID `gorm:"column:pet_id"`
	Type uuid.UUID `gorm:"column:vaccination_type_id"`
}

// HeldVaccination is the current record of a type.
type HeldVaccination struct {
	PetType
	ID        uuid.UUID
	ExpiresOn clock.Day
	Verified  bool
}

// HeldExemption is how long a pet is exempt: the longest of its exemptions.
type HeldExemption struct {
	PetType
	Until *clock.Day // nil has no end
}

func (t VaccinationType) isFor(species string) bool {
	of := t.Species.Get()
	return len(of) == 0 || slices.Contains(of, species)
}

// history is what pets have of the vaccination types that are wanted of them.
type history struct {
	records    map[PetType]HeldVaccination
	exemptions map[PetType]HeldExemption
}

// judge says how a pet stands on the last day of a stay.
func (h history) judge(pet uuid.UUID, wanted []VaccinationType, last clock.Day, warningDays int) Compliance {
	c := Compliance{Missing: []ComplianceEntry{}, Expired: []ComplianceEntry{}, Expiring: []ComplianceEntry{}, Exempt: []ComplianceEntry{},
		Unverified: []ComplianceEntry{}}
	if len(wanted) == 0 {
		c.Status = ComplianceNotRequired
		return c
	}
	for _, t := range wanted {
		key := PetType{pet, t.ID}
		record, hasRecord := h.records[key]
		exemption, hasExemption := h.exemptions[key]
		entry := ComplianceEntry{VaccinationType: t.label()}
		if hasRecord {
			entry.VaccinationID, entry.ExpiresOn = &record.ID, &record.ExpiresOn
		}
		entry.ExemptUntil = exemption.Until
		recordHolds := hasRecord && !record.ExpiresOn.Before(last)
		endless := hasExemption && exemption.Until == nil
		isExempt := endless || hasExemption && !exemption.Until.Before(last)
		if recordHolds && !record.Verified {
			c.Unverified = append(c.Unverified, entry)
		}
		warned := last.Add(warningDays)
		switch {
		case recordHolds && !record.ExpiresOn.After(warned) && !endless && (!isExempt || !exemption.Until.After(warned)):
			c.Expiring = append(c.Expiring, entry)
		case recordHolds && record.ExpiresOn.After(warned):
		case isExempt:
			c.Exempt = append(c.Exempt, entry)
		case hasRecord:
			c.Expired = append(c.Expired, entry)
		default:
			c.Missing = append(c.Missing, entry)
		}
		if !endless {
			c.endsBy(later(entry.ExpiresOn, exemption.Until))
		}
	}
	switch {
	case len(c.Missing)+len(c.Expired) > 0:
		c.Status, c.ValidUntil = NonCompliant, nil
	case len(c.Expiring) > 0:
		c.Status = ComplianceExpiring
	default:
		c.Status = Compliant
	}
	return c
}

func (c *Compliance) endsBy(day *clock.Day) {
	if day != nil && (c.ValidUntil == nil || day.Before(*c.ValidUntil)) {
		c.ValidUntil = day
	}
}

// later is the later of two days, either of which may not be there.
func later(a, b *clock.Day) *clock.Day {
	if a == nil || b != nil && b.After(*a) {
		return b
	}
	return a
}
