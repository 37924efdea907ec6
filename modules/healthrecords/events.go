package healthrecords

import (
	"slices"

	"github.com/petcare/petcare/platform/kernel/events"
)

// The public events of this module.
const (
	VaccinationCreated     = "vaccination.created"
	VaccinationUpdated     = "vaccination.updated"
	VaccinationDeleted     = "vaccination.deleted"
	VaccinationExpiring    = "vaccination.expiring"
	VaccinationExpired     = "vaccination.expired"
	ExemptionCreated       = "exemption.created"
	ExemptionUpdated       = "exemption.updated"
	ExemptionDeleted       = "exemption.deleted"
	VaccinationTypeCreated = "vaccination_type.created"
	VaccinationTypeUpdated = "vaccination_type.updated"
	VaccinationTypeDeleted = "vaccination_type.deleted"
	PreventiveCreated      = "preventive.created"
	PreventiveUpdated      = "preventive.updated"
	PreventiveDeleted      = "preventive.deleted"
	PreventiveTypeCreated  = "preventive_type.created"
	PreventiveTypeUpdated  = "preventive_type.updated"
	PreventiveTypeDeleted  = "preventive_type.deleted"
)

// EventTypes describes them.
func EventTypes() []events.Type {
	const ability = "health:read"
	byTime := events.TypesOf[Vaccination](ability, VaccinationExpiring, VaccinationExpired)
	const once = " Told once for the current vaccination of a living pet, at most 5 minutes after midnight in the account's time zone, and " +
		"only when time brings it, not a write or a change of the warning days. After an outage only the later of the two is told."
	byTime[0].Description = "A vaccination came within the account's warning days before its expiry." + once
	byTime[1].Description = "The last valid day of a vaccination has passed." + once
	return slices.Concat(
		events.TypesOf[Vaccination](ability, VaccinationCreated, VaccinationUpdated, VaccinationDeleted), events.Irreversible(byTime...),
		events.TypesOf[Exemption](ability, ExemptionCreated, ExemptionUpdated, ExemptionDeleted),
		events.TypesOf[VaccinationType](ability, VaccinationTypeCreated, VaccinationTypeUpdated, VaccinationTypeDeleted),
		events.TypesOf[Preventive](ability, PreventiveCreated, PreventiveUpdated, PreventiveDeleted),
		events.TypesOf[PreventiveType](ability, PreventiveTypeCreated, PreventiveTypeUpdated, PreventiveTypeDeleted),
	)
}
