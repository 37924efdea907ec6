package healthrecords

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

// EventTypes lists them.
func EventTypes() []string {
	return []string{
		VaccinationCreated, VaccinationUpdated, VaccinationDeleted, VaccinationExpiring, VaccinationExpired,
		ExemptionCreated, ExemptionUpdated, ExemptionDeleted,
		VaccinationTypeCreated, VaccinationTypeUpdated, VaccinationTypeDeleted,
		PreventiveCreated, PreventiveUpdated, PreventiveTypeCreated, PreventiveTypeUpdated,
	}
}
