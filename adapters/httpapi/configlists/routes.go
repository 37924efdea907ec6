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
const inOneRequest = "All of it is one request: with some 100,000 records that use it or more, it may run into the time " +
	"limit and is then a 503 that has changed nothing, also the next time; the operator can raise the limit for the moment."
