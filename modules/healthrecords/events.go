package healthrecords

import (
	"slices"

	"github.com/petcare/petcare/platform/events"
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
	PreventiveTypeCreated  = "preventive_type.created"
	PreventiveTypeUpdated  = "preventive_type.updated"
)

// EventTypes describes them.
func EventTypes() []events.Type {
	const ability = "health:read"
	return slices.Concat(
		events.TypesOf[Vaccination](ability, VaccinationCreated, VaccinationUpdated, VaccinationDeleted, VaccinationExpiring, VaccinationExpired),
		events.TypesOf[Exemption](ability, ExemptionCreated, ExemptionUpdated, ExemptionDeleted),
		events.TypesOf[VaccinationType](ability, VaccinationTypeCreated, VaccinationTypeUpdated, VaccinationTypeDeleted),
		events.TypesOf[Preventive](ability, PreventiveCreated, PreventiveUpdated),
		events.TypesOf[PreventiveType](ability, PreventiveTypeCreated, PreventiveTypeUpdated),
	)
}
