// Package customerspets exposes customers and pets over HTTP.
package customerspets

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
)

// Module provides the routes.
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

	accountPets = "/accounts/{accountId}/pets"
)

// customerRules and petRules describe both creating and updating.
const (
	customerRules = "A phone number is in international form, or in the national form of the account's country. The fields of the " +
		"customer form that are required and visible need a value. A customer with a password can log in and needs an e-mail that no " +
		"other customer with login has."
	petRules = "The breeds are of the account and of the pet's species; deceased_on goes with the status deceased only. The fields of the " +
		"pet form that are required and visible need a value."
)

type handler struct{ service *customerspets.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.List(a, httpapi.Operation{
		ID: "listCustomers", Path: customers, Tag: customersTag,
		Summary: "List customers", Description: "The customers of the account, newest first. Filters narrow the list together.",
		Access: httpapi.Ability("customers:read").AndCustomers("themselves alone, with the form fields that are visible to customers"),
	}, h.listCustomers)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createCustomer", Method: http.MethodPost, Path: customers, Tag: customersTag, Status: http.StatusCreated,
		Problems: []string{"duplicate"},
		Rules:    httpapi.RulesOf(h.service.NewCustomerFaults),
		Summary:  "Create a customer",
		Description: customerRules + " One with the e-mail or phone of another customer is created, and the header Petcare-Possible-Duplicates " +
			"names the others to keys that may read customers.",
		Access: httpapi.Ability("customers:write"),
	}, h.createCustomer)
	httpapi.Get(a, httpapi.Operation{
		ID: "getCustomer", Path: customer, Tag: customersTag,
		Summary: "Get a customer", Description: "Keys that a customer may not see of itself are null, or missing in custom_fields.",
		Access: httpapi.Ability("customers:read").AndCustomers("themselves, with the form fields that are visible to customers"),
	}, h.getCustomer)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateCustomer", Path: customer, Tag: customersTag,
		Problems: []string{"duplicate", "erased"},
		Readable: httpapi.Readable{Computed: []string{"login", "matching_pets"}},
		Summary:  "Change a customer",
		Description: customerRules + " address, vet, communication and custom_fields merge key by key. Setting or clearing the password, or " +
			"blocking the customer, ends its sessions. A required field that was empty before it became required does not stop changes of others.",
		Access: httpapi.Ability("customers:write").AndCustomers("themselves, only the form fields that are editable by customers; 403 " +
			"for others"),
	}, h.updateCustomer)
	h.registerMerges(a)
	h.registerDuplicates(a)
	h.registerPrivacy(a)
	httpapi.List(a, httpapi.Operation{
		ID: "listPets", Path: pets, Tag: petsTag,
		Summary: "List the pets of a customer", Description: "Newest first.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.listPets)
	httpapi.Create(a, httpapi.Operation{
		ID: "createPet", Path: pets, Tag: petsTag,
		Problems: []string{"duplicate"},
		Rules:    httpapi.RulesOf(h.service.NewPetFaults),
		Summary:  "Create a pet", Description: petRules,
		Access: httpapi.Ability("customers:write").AndCustomers("for themselves, only the form fields that are editable by customers; " +
			"403 for others"),
	}, h.createPet)
	httpapi.Get(a, httpapi.Operation{
		ID: "getPet", Path: pet, Tag: petsTag,
		Summary: "Get a pet", Description: "A pet of another customer than the one of the path is not found.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.getPet)
	httpapi.Update(a, httpapi.Operation{
		ID: "updatePet", Path: pet, Tag: petsTag,
		Problems: []string{"duplicate"},
		Readable: httpapi.Readable{More: customerspets.ListedPet{}, Computed: []string{"secondary_pet_status", "photo", "customer"}},
		Summary:  "Change a pet",
		Description: petRules + " weight, vet and custom_fields merge key by key. A new species needs breeds of that species. A required field " +
			"that was empty before it became required does not stop changes of others.",
		Access: httpapi.Ability("customers:write").AndCustomers("their own pets, only the form fields that are editable by customers; " +
			"403 for others"),
	}, h.updatePet)
	httpapi.Handle(a, httpapi.Operation{
		ID: "transferPet", Method: http.MethodPost, Path: pet + "/transfer", Tag: petsTag, Status: http.StatusOK,
		Summary: "Give a pet to another customer",
		Description: "The pet, its notes and its health records go to another customer of the account; its orders stay where they are. " +
			"To the same customer it changes nothing; a customer that is not there is a 422.",
		Access: httpapi.Ability("customers:write"),
	}, h.transferPet)
	httpapi.List(a, httpapi.Operation{
		ID: "listAccountPets", Path: accountPets, Tag: petsTag,
		Summary: "List all pets", Description: "The pets of the account, newest first, each with its owner. Filters narrow the list together.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.listAccountPets)
	httpapi.Get(a, httpapi.Operation{
		ID: "getAccountPet", Path: accountPets + "/{petId}", Tag: petsTag,
		Summary: "Get a pet by its id alone", Description: "A pet of the account, whoever owns it, with its owner.",
		Access: httpapi.Ability("customers:read").AndCustomers("their own pets, with the form fields that are visible to customers"),
	}, h.getAccountPet)
}
