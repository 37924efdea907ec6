// Package customerspets exposes customers and pets over HTTP.
package customerspets

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *customerspets.Service) httpapi.Routes {
	return httpapi.Routes{Module: "customerspets", Register: handler{s}.register}
})

const (
	customersTag = "Customers"
	petsTag      = "Pets"

	customers = "/accounts/{accountId}/customers"
	customer  = customers + "/{customerId}"
	pets      = customer + "/pets"
	pet       = pets + "/{petId}"
)

// customerRules and petRules are said of creating and changing alike.
const (
	customerRules = "A phone number is in international form, or in the national form of the account's country. The fields of the " +
		"customer form that are required and visible need a value. A customer with a password can log in and needs an e-mail that no " +
		"other customer with login has."
	petRules = "The breeds are of the account and of the pet's species; deceased_on goes with the status deceased only. The fields of the " +
		"pet form that are required and visible need a value."
)

type handler struct{ service *customerspets.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "listCustomers", Method: http.MethodGet, Path: customers, Tag: customersTag,
		Summary: "List customers", Description: "The customers of the account, newest first. Filters narrow the list together.",
		Access: httpapi.Ability("customers:read").AndCustomers("themselves alone, with the form fields that are visible to customers"),
	}, h.listCustomers)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createCustomer", Method: http.MethodPost, Path: customers, Tag: customersTag, Status: http.StatusCreated,
		Summary: "Create a customer", Description: customerRules,
		Access: httpapi.Ability("customers:write"),
	}, h.createCustomer)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getCustomer", Method: http.MethodGet, Path: customer, Tag: customersTag,
		Summary: "Get a customer", Description: "Keys that a customer may not see of itself are null, or missing in custom_fields.",
		Access: httpapi.Ability("customers:read").AndCustomers("themselves, with the form fields that are visible to customers"),
	}, h.getCustomer)
	httpapi.Handle(a, httpapi.Operation{
		ID: "updateCustomer", Method: http.MethodPatch, Path: customer, Tag: customersTag,
		Summary: "Change a customer",
		Description: customerRules + " address, vet, communication and custom_fields merge key by key. Setting or clearing the password, or " +
			"blocking the customer, ends its sessions. A required field that was empty before it became required does not stop changes of others.",
		Access: httpapi.Ability("customers:write").AndCustomers("themselves, only the form fields that are editable by customers; 403 for others"),
	}, h.updateCustomer)
	httpapi.Handle(a, httpapi.Operation{
		ID: "listPets", Method: http.MethodGet, Path: pets, Tag: petsTag,
		Summary: "List the pets of a customer", Description: "Newest first.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.listPets)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createPet", Method: http.MethodPost, Path: pets, Tag: petsTag, Status: http.StatusCreated,
		Summary: "Create a pet", Description: petRules,
		Access: httpapi.Ability("customers:write").AndCustomers("for themselves, only the form fields that are editable by customers; 403 for others"),
	}, h.createPet)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getPet", Method: http.MethodGet, Path: pet, Tag: petsTag,
		Summary: "Get a pet", Description: "A pet of another customer than the one of the path is not found.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.getPet)
	httpapi.Handle(a, httpapi.Operation{
		ID: "updatePet", Method: http.MethodPatch, Path: pet, Tag: petsTag,
		Summary: "Change a pet",
		Description: petRules + " weight, vet and custom_fields merge key by key. A new species needs breeds of that species. A required field " +
			"that was empty before it became required does not stop changes of others.",
		Access: httpapi.Ability("customers:write").AndCustomers("their own pets, only the form fields that are editable by customers; 403 for others"),
	}, h.updatePet)
}

// CustomerPath is embedded by inputs of operations on one customer.
type CustomerPath struct {
	httpapi.AccountPath
	CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
}

// PetPath is embedded by inputs of operations on one pet.
type PetPath struct {
	CustomerPath
	PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
}
