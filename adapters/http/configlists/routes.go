// Package configlists exposes configurable lists and forms over HTTP.
package configlists

import (
	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/configlists"
)

// Module hands the routes in.
var Module = api.ProvideRoutes(func(s *configlists.Service) api.Routes {
	return api.Routes{Module: "configlists", Register: func(a *api.API) {
		formHandler{s, configlists.CustomerForm}.register(a, "customerFields", "CustomerField", "Customer fields")
		formHandler{s, configlists.PetForm}.register(a, "petFields", "PetField", "Pet fields")
		breedHandler{s}.register(a)
		statusHandler{s}.register(a)
		colourCodeHandler{s}.register(a)
	}}
})

const account = "/accounts/{accountId}/"

func read() api.Access  { return api.Ability("config:read") }
func write() api.Access { return api.Ability("config:write") }
