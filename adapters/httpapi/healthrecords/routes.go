// Package healthrecords exposes health records over HTTP.
package healthrecords

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *healthrecords.Service) httpapi.Routes {
	return httpapi.Routes{Module: "healthrecords", Register: handler{s}.register}
})

const tag = "Health records"

type handler struct{ records *healthrecords.Service }

func (h handler) register(a *httpapi.API) {
	h.registerVaccinations(a)
	h.registerTypes(a)
	h.registerPreventives(a)
}

func (h handler) registerVaccinations(a *httpapi.API) {
	const path = "/accounts/{accountId}/pets/{petId}/vaccinations"
	httpapi.List(a, httpapi.Operation{
		ID: "listVaccinations", Path: path, Tag: tag,
		Summary:     "List the vaccinations of a pet",
		Description: "Newest first; deleted ones never appear. Status and days are those of today in the account's time zone.",
		Access:      httpapi.Ability("health:read").AndCustomers("those of their own pets"),
	}, h.listVaccinations)
	httpapi.Create(a, httpapi.Operation{
		ID: "createVaccination", Path: path, Tag: tag,
		Summary:     "Record a vaccination of a pet",
		Description: "It becomes the current one of its type when it expires last.",
		Access:      httpapi.Ability("health:write"),
	}, h.createVaccination)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateVaccination", Path: path + "/{expirationId}", Tag: tag,
		Summary:     "Change a vaccination",
		Description: "Pet and vaccination type stay.",
		Access:      httpapi.Ability("health:write"),
	}, h.updateVaccination)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteVaccination", Path: path + "/{expirationId}", Tag: tag,
		Summary:     "Delete a vaccination",
		Description: "It is marked deleted and never shown again; its external_id stays taken, and an import does not bring it back.",
		Access:      httpapi.Ability("health:write"),
	}, h.deleteVaccination)
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
		Summary:     "Add a vaccination type",
		Description: "A name that another type has, in whatever case, is a 409 `duplicate`.",
		Access:      httpapi.Ability("health:write"),
	}, h.createType)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateVaccinationType", Path: path + "/{vaccinationTypeId}", Tag: tag,
		Summary:     "Change a vaccination type",
		Description: "Vaccinations show its new name at once. A built-in type is a 403 `built_in`.",
		Access:      httpapi.Ability("health:write"),
	}, h.updateType)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteVaccinationType", Path: path + "/{vaccinationTypeId}", Tag: tag,
		Summary:     "Delete a vaccination type",
		Description: "No new vaccination can have it; those that have it stay and keep its name. A built-in type is a 403 `built_in`.",
		Access:      httpapi.Ability("health:write"),
	}, h.deleteType)
}

func (h handler) registerPreventives(a *httpapi.API) {
	httpapi.List(a, httpapi.Operation{
		ID: "listPreventives", Path: "/accounts/{accountId}/pets/{petId}/preventives", Tag: tag,
		Summary:     "List the preventives of a pet",
		Description: "Newest first. They come by import.",
		Access:      httpapi.Ability("health:read").AndCustomers("those of their own pets"),
	}, h.listPreventives)
	httpapi.List(a, httpapi.Operation{
		ID: "listPreventiveTypes", Path: "/accounts/{accountId}/preventiveTypes", Tag: tag,
		Summary:     "List the preventive types",
		Description: "Newest first. They come by import.",
		Access:      httpapi.Ability("health:read").AndCustomers("all"),
	}, h.listPreventiveTypes)
}
