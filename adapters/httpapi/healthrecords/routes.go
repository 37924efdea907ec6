// Package healthrecords exposes health records over HTTP.
package healthrecords

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *healthrecords.Service) httpapi.Routes {
	return httpapi.Routes{Module: "healthrecords", Register: handler{s}.register}
})

const tag = "Health records"

type handler struct{ records *healthrecords.Service }

func (h handler) register(a *httpapi.API) {
	h.registerVaccinations(a)
	h.registerTypes(a)
	h.registerPreventives(a)
	h.registerRequirements(a)
	h.registerExemptions(a)
	h.registerCompliance(a)
}

func (h handler) registerVaccinations(a *httpapi.API) {
	const path = "/accounts/{accountId}/pets/{petId}/vaccinations"
	httpapi.List(a, httpapi.Operation{
		ID: "listVaccinations", Path: path, Tag: tag,
		Summary:     "List the vaccinations of a pet",
		Description: "Newest first; deleted ones never appear. Status and days are those of today in the account's time zone.",
		Access:      httpapi.Ability("health:read").AndCustomers("those of their own pets"),
	}, h.listVaccinations)
	httpapi.List(a, httpapi.Operation{
		ID: "listAccountVaccinations", Path: "/accounts/{accountId}/vaccinations", Tag: tag,
		Summary: "List all vaccinations",
		Description: "The vaccinations of the account by expires_on, each with its pet and the pet's owner. Filters narrow the list together; " +
			"status may be given several times.",
		Access: httpapi.Ability("health:read").Beside("customers:read").AndCustomers("those of their own pets"),
	}, h.listAccountVaccinations)
	httpapi.List(a, httpapi.Operation{
		ID: "listUnrecordedProofs", Path: "/accounts/{accountId}/unrecordedProofs", Tag: tag,
		Summary: "List the proofs that no vaccination names",
		Description: "Files of the kind vaccination_proof that wait for a vaccination, newest first, each with its pet and the pet's owner. A " +
			"customer sends one for a vaccination that is not on record yet, or that staff have verified already.",
		Access: httpapi.Ability("health:read").Beside("customers:read").Beside("files:read"),
	}, h.listUnrecordedProofs)
	httpapi.Create(a, httpapi.Operation{
		ID: "createVaccination", Path: path, Tag: tag,
		Problems: []string{"duplicate"},
		Summary:  "Record a vaccination of a pet",
		Description: "It becomes the current one of its type when it expires last. Without expires_on, it is calculated from administered_on " +
			"and the type's default_validity_months. A type that is not for the pet's species is a 422.",
		Access: httpapi.Ability("health:write"),
	}, h.createVaccination)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateVaccination", Path: path + "/{expirationId}", Tag: tag,
		Problems: []string{"duplicate"},
		Readable: httpapi.Readable{
			More: healthrecords.ListedVaccination{}, Immutable: []string{"vaccination_type_id"},
			Computed: []string{"type", "status", "days_until_expiry", "current", "pet", "customer"},
		},
		Summary:     "Change a vaccination",
		Description: "Pet and vaccination type stay.",
		Access:      httpapi.Ability("health:write").AndCustomers("the proof_file_id of those of their own pets that are not verified"),
	}, h.updateVaccination)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteVaccination", Path: path + "/{expirationId}", Tag: tag,
		Summary:     "Delete a vaccination",
		Description: "It is marked deleted and never shown again; its external_id stays taken, and an import does not bring it back.",
		Access:      httpapi.Ability("health:write"),
	}, h.deleteVaccination)
}

func (h handler) registerRequirements(a *httpapi.API) {
	const path = "/accounts/{accountId}/vaccinationRequirements"
	httpapi.List(a, httpapi.Operation{
		ID: "listVaccinationRequirements", Path: path, Tag: tag,
		Summary:     "List what the location requires",
		Description: "All live vaccination types with the services that ask for them, built-in types first, each by name.",
		Access:      httpapi.Ability("health:read").AndCustomers("all"),
	}, h.listTypes)
	httpapi.Put(a, httpapi.Operation{
		ID: "putVaccinationRequirement", Path: path + "/{vaccinationTypeId}", Tag: tag,
		Summary: "Require a vaccination",
		Description: "For which services this location asks for a vaccination type, and how long one usually lasts; of built-in types too. " +
			"A key that is left out stays as it is.",
		Access: httpapi.Ability("health:write"),
	}, h.putRequirement)
}

func (h handler) registerExemptions(a *httpapi.API) {
	const path = "/accounts/{accountId}/pets/{petId}/exemptions"
	const one = "/accounts/{accountId}/exemptions/{exemptionId}"
	httpapi.List(a, httpapi.Operation{
		ID: "listExemptions", Path: path, Tag: tag,
		Summary:     "List the exemptions of a pet",
		Description: "Newest first. An exempt pet counts as compliant for the vaccination type until the last day, inclusive.",
		Access:      httpapi.Ability("health:read").AndCustomers("those of their own pets"),
	}, h.listExemptions)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createExemption", Method: http.MethodPost, Path: path, Tag: tag, Status: http.StatusCreated,
		Summary:     "Exempt a pet from a vaccination",
		Description: "From one vaccination type, for a reason, until a day or for ever.",
		Access:      httpapi.Ability("health:write"),
		Problems:    []string{"duplicate"},
	}, h.createExemption)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateExemption", Path: one, Tag: tag,
		Readable:    httpapi.Readable{Immutable: []string{"vaccination_type_id"}},
		Summary:     "Change an exemption",
		Description: "Pet and vaccination type stay.",
		Access:      httpapi.Ability("health:write"),
		Problems:    []string{"duplicate"},
	}, h.updateExemption)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteExemption", Path: one, Tag: tag,
		Summary:     "Delete an exemption",
		Description: "The vaccination counts as required again.",
		Access:      httpapi.Ability("health:write"),
	}, h.deleteExemption)
}

func (h handler) registerCompliance(a *httpapi.API) {
	const path = "/accounts/{accountId}/compliance"
	const judged = "Wanted are the live vaccination types that the service requires of the pet's species. The current record of a " +
		"type holds when it expires on the last day or later, verified or not; an exemption makes up for one that does not."
	httpapi.List(a, httpapi.Operation{
		ID: "listCompliance", Path: path, Tag: tag,
		Summary: "List which pets have the vaccinations that a service requires",
		Description: "One row a pet, by the pet's name, judged on the last day. " + judged + " With `status`, a page may hold fewer rows than " +
			"`limit`, or none; next_cursor alone tells whether there are more.",
		Access: httpapi.Ability("health:read").Beside("customers:read"),
	}, h.listCompliance)
	httpapi.Handle(a, httpapi.Operation{
		ID: "checkCompliance", Method: http.MethodPost, Path: path + "/check", Tag: tag, Status: http.StatusOK, ReadOnly: true,
		Summary:     "Check the vaccinations for stays",
		Description: "The rows of up to 50 stays in their order, each judged on its own last day; nothing is written. " + judged,
		Access:      httpapi.Ability("health:read").Beside("customers:read"),
	}, h.checkCompliance)
}

func (h handler) registerTypes(a *httpapi.API) {
	const path = "/accounts/{accountId}/vaccinationTypes"
	httpapi.List(a, httpapi.Operation{
		ID: "listVaccinationTypes", Path: path, Tag: tag,
		Summary:     "List the vaccination types",
		Description: "Built-in types first, then the account's own, each by name.",
		Access:      httpapi.Ability("health:read").AndCustomers("all"),
	}, h.listTypes)
	httpapi.Create(a, httpapi.Operation{
		ID: "createVaccinationType", Path: path, Tag: tag,
		Problems:    []string{"duplicate"},
		Summary:     "Add a vaccination type",
		Description: "A name that another type has, in whatever case, is a 409 `duplicate`.",
		Access:      httpapi.Ability("health:write"),
	}, h.createType)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateVaccinationType", Path: path + "/{vaccinationTypeId}", Tag: tag,
		Problems:    []string{"duplicate", "built_in"},
		Summary:     "Change a vaccination type",
		Description: "Vaccinations show its new name at once. A built-in type is a 403 `built_in`.",
		Access:      httpapi.Ability("health:write"),
	}, h.updateType)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteVaccinationType", Path: path + "/{vaccinationTypeId}", Tag: tag,
		Problems:    []string{"built_in"},
		Summary:     "Delete a vaccination type",
		Description: "No new vaccination can have it; those that have it stay and keep its name. A built-in type is a 403 `built_in`.",
		Access:      httpapi.Ability("health:write"),
	}, h.deleteType)
}

func (h handler) registerPreventives(a *httpapi.API) {
	httpapi.List(a, httpapi.Operation{
		ID: "listPreventives", Path: "/accounts/{accountId}/pets/{petId}/preventives", Tag: tag,
		Summary:     "List the preventives of a pet",
		Description: "Newest first. They come by import. `type`, `status` and `days_until_expiry` change without a new version or an event.",
		Access:      httpapi.Ability("health:read").AndCustomers("those of their own pets"),
	}, h.listPreventives)
	httpapi.List(a, httpapi.Operation{
		ID: "listPreventiveTypes", Path: "/accounts/{accountId}/preventiveTypes", Tag: tag,
		Summary:     "List the preventive types",
		Description: "Newest first. They come by import.",
		Access:      httpapi.Ability("health:read").AndCustomers("all"),
	}, h.listPreventiveTypes)
}
