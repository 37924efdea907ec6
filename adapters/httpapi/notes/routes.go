// Package notes exposes notes over HTTP.
package notes

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *notes.Service) httpapi.Routes {
	return httpapi.Routes{Module: "notes", Register: func(a *httpapi.API) { register(a, s) }}
})

func register(a *httpapi.API, s *notes.Service) {
	c := parent{"CustomerNote", "a customer", "on themselves", "/accounts/{accountId}/customers/{customerId}/notes"}
	httpapi.List(a, c.list(), list[customerListing](s))
	httpapi.Create(a, c.create(), create[customerCreation](s))
	httpapi.Update(a, c.update(), update[customerChanging](s))
	httpapi.Delete(a, c.remove(), remove[customerNaming](s))

	p := parent{"PetNote", "a pet", "on their own pets", "/accounts/{accountId}/customers/{customerId}/pets/{petId}/notes"}
	httpapi.List(a, p.list(), list[petListing](s))
	httpapi.Create(a, p.create(), create[petCreation](s))
	httpapi.Update(a, p.update(), update[petChanging](s))
	httpapi.Delete(a, p.remove(), remove[petNaming](s))

	o := parent{"OrderNote", "an order", "on their own orders", "/accounts/{accountId}/orders/{orderId}/notes"}
	httpapi.List(a, o.list(), list[orderListing](s))
	httpapi.Create(a, o.create(), create[orderCreation](s))
	httpapi.Update(a, o.update(), update[orderChanging](s))
	httpapi.Delete(a, o.remove(), remove[orderNaming](s))

	n := parent{id: "Note", path: "/accounts/{accountId}/notes"}
	httpapi.Update(a, n.update(), update[anyChanging](s))
	httpapi.Delete(a, n.remove(), remove[anyNaming](s))
}

// parent is a path below which notes are found. Without a noun, the path does not name the parent.
type parent struct {
	id   string
	noun string
	own  string // what customers may read
	path string
}

const tag = "Notes"

func (p parent) list() httpapi.Operation {
	return httpapi.Operation{
		ID: "list" + p.id + "s", Path: p.path, Tag: tag,
		Summary:     "List the notes on " + p.noun,
		Description: "Pinned notes first, then newest first.",
		Access:      httpapi.Ability("notes:read").AndCustomers("notes with visibility customer " + p.own),
	}
}

func (p parent) create() httpapi.Operation {
	return httpapi.Operation{
		ID: "create" + p.id, Path: p.path, Tag: tag,
		Summary:     "Write a note on " + p.noun,
		Description: "Its author is the API key that writes it.",
		Access:      httpapi.Ability("notes:write"),
	}
}

func (p parent) update() httpapi.Operation {
	return httpapi.Operation{
		ID: "update" + p.id, Path: p.path + "/{noteId}", Tag: tag,
		Summary:     "Change " + p.which(),
		Description: "What the note is about and its author stay. " + p.elsewhere(),
		Access:      httpapi.Ability("notes:write"),
	}
}

func (p parent) remove() httpapi.Operation {
	return httpapi.Operation{
		ID: "delete" + p.id, Path: p.path + "/{noteId}", Tag: tag,
		Summary:     "Delete " + p.which(),
		Description: "The note is gone for good. " + p.elsewhere(),
		Access:      httpapi.Ability("notes:write"),
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
