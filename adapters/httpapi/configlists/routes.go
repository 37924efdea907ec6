// Package configlists exposes configurable lists and forms over HTTP.
package configlists

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *configlists.Service) httpapi.Routes {
	return httpapi.Routes{Module: "configlists", Register: func(a *httpapi.API) {
		formHandler{s, configlists.CustomerForm}.register(a, "customerFields", "CustomerField", "Customer fields")
		formHandler{s, configlists.PetForm}.register(a, "petFields", "PetField", "Pet fields")
		breedHandler{s}.register(a)
		statusHandler{s}.register(a)
		colourCodeHandler{s}.register(a)
	}}
})

const account = "/accounts/{accountId}/"

func read() httpapi.Access  { return httpapi.Ability("config:read") }
func write() httpapi.Access { return httpapi.Ability("config:write") }

// inOneRequest is said of what rewrites all records that use an entry.
const inOneRequest = "One request changes all records that use it. With 100,000 of them or more it may reach the time limit: it is then " +
	"a 503, has changed nothing, and fails in the same way when it is repeated, until the operator raises the limit."
