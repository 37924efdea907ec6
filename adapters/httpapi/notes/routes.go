// Package notes exposes notes over HTTP.
package notes

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *notes.Service) httpapi.Routes {
	return httpapi.Routes{Module: "notes", Register: handler{s}.register}
})

type handler struct{ notes *notes.Service }

func (h handler) register(a *httpapi.API) {
	c := parent{"CustomerNote", "a customer", "on themselves", "/accounts/{accountId}/customers/{customerId}/notes"}
	httpapi.List(a, c.list(), h.listOfCustomer)
	httpapi.Create(a, c.create(), h.createOnCustomer)
	httpapi.Update(a, c.update(), h.updateOnCustomer)
	httpapi.Delete(a, c.remove(), h.deleteOnCustomer)

	p := parent{"PetNote", "a pet", "on their own pets", "/accounts/{accountId}/customers/{customerId}/pets/{petId}/notes"}
	httpapi.List(a, p.list(), h.listOfPet)
	httpapi.Create(a, p.create(), h.createOnPet)
	httpapi.Update(a, p.update(), h.updateOnPet)
	httpapi.Delete(a, p.remove(), h.deleteOnPet)

	o := parent{"OrderNote", "an order", "on their own orders", "/accounts/{accountId}/orders/{orderId}/notes"}
	httpapi.List(a, o.list(), h.listOfOrder)
	httpapi.Create(a, o.create(), h.createOnOrder)
	httpapi.Update(a, o.update(), h.updateOnOrder)
	httpapi.Delete(a, o.remove(), h.deleteOnOrder)

	n := parent{id: "Note", path: "/accounts/{accountId}/notes"}
	httpapi.Update(a, n.update(), h.update)
	httpapi.Delete(a, n.remove(), h.delete)
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
		Problems:    []string{"duplicate"},
		Summary:     "Write a note on " + p.noun,
		Description: "Its author is the API key that writes it, or the member of staff for whom the key acts.",
		Access:      httpapi.Ability("notes:write"),
	}
}

func (p parent) update() httpapi.Operation {
	return httpapi.Operation{
		ID: "update" + p.id, Path: p.path + "/{noteId}", Tag: tag,
		Problems:    []string{"duplicate"},
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
