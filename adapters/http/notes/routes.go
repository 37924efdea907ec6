// Package notes exposes notes over HTTP.
package notes

import (
	"net/http"

	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/notes"
)

// Module hands the routes in.
var Module = api.ProvideRoutes(func(s *notes.Service) api.Routes {
	return api.Routes{Module: "notes", Register: func(a *api.API) { register(a, s) }}
})

func register(a *api.API, s *notes.Service) {
	c := parent{"CustomerNote", "a customer", "on themselves", "/accounts/{accountId}/customers/{customerId}/notes"}
	api.Handle(a, c.list(), list[customerListing](s))
	api.Handle(a, c.create(), create[customerCreation](s))
	api.Handle(a, c.update(), update[customerChanging](s))
	api.Handle(a, c.remove(), remove[customerNaming](s))

	p := parent{"PetNote", "a pet", "on their own pets", "/accounts/{accountId}/customers/{customerId}/pets/{petId}/notes"}
	api.Handle(a, p.list(), list[petListing](s))
	api.Handle(a, p.create(), create[petCreation](s))
	api.Handle(a, p.update(), update[petChanging](s))
	api.Handle(a, p.remove(), remove[petNaming](s))

	o := parent{"OrderNote", "an order", "on their own orders", "/accounts/{accountId}/orders/{orderId}/notes"}
	api.Handle(a, o.list(), list[orderListing](s))
	api.Handle(a, o.create(), create[orderCreation](s))
	api.Handle(a, o.update(), update[orderChanging](s))
	api.Handle(a, o.remove(), remove[orderNaming](s))

	n := parent{id: "Note", path: "/accounts/{accountId}/notes"}
	api.Handle(a, n.update(), update[anyChanging](s))
	api.Handle(a, n.remove(), remove[anyNaming](s))
}

// parent is one of the paths under which notes stand; without a noun it is the one that names no parent.
type parent struct {
	id   string
	noun string
	own  string // what customers read
	path string
}

const tag = "Notes"

func (p parent) list() api.Operation {
	return api.Operation{
		ID: "list" + p.id + "s", Method: http.MethodGet, Path: p.path, Tag: tag,
		Summary:     "List the notes on " + p.noun,
		Description: "Pinned notes first, then newest first.",
		Access:      api.Ability("notes:read").AndCustomers("notes with visibility customer " + p.own),
	}
}

func (p parent) create() api.Operation {
	return api.Operation{
		ID: "create" + p.id, Method: http.MethodPost, Path: p.path, Tag: tag,
		Summary:     "Write a note on " + p.noun,
		Description: "Its author is the API key that writes it.",
		Access:      api.Ability("notes:write"), Status: http.StatusCreated,
	}
}

func (p parent) update() api.Operation {
	return api.Operation{
		ID: "update" + p.id, Method: http.MethodPatch, Path: p.path + "/{noteId}", Tag: tag,
		Summary:     "Change " + p.which(),
		Description: "What the note is about and its author stay. " + p.elsewhere(),
		Access:      api.Ability("notes:write"),
	}
}

func (p parent) remove() api.Operation {
	return api.Operation{
		ID: "delete" + p.id, Method: http.MethodDelete, Path: p.path + "/{noteId}", Tag: tag,
		Summary:     "Delete " + p.which(),
		Description: "The note is gone for good. " + p.elsewhere(),
		Access:      api.Ability("notes:write"), Status: http.StatusNoContent,
	}
}

func (p parent) which() string {
	if p.noun == "" {
		return "any note"
	}
	return "a note on " + p.noun
}

func (p parent) elsewhere() string {
	if p.noun == "" {
		return "It does not matter what the note is about."
	}
	return "A note on another record than the path names is not found."
}
