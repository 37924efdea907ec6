package notes

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
)

// Paths of notes. They are exported because Huma ignores unexported embedded structs.
type (
	// AccountPath is the path of notes without their parent.
	AccountPath struct{ httpapi.AccountPath }
	// CustomerPath is the path of a customer.
	CustomerPath struct {
		httpapi.AccountPath
		CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
	}
	// PetPath is the path of a customer's pet.
	PetPath struct {
		CustomerPath
		PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
	}
	// OrderPath is the path of an order.
	OrderPath struct {
		httpapi.AccountPath
		OrderID uuid.UUID `path:"orderId" format:"uuid" doc:"The order"`
	}
)

func (p *AccountPath) scope() (uuid.UUID, notes.Scope) { return p.AccountID, notes.Scope{} }
func (p *CustomerPath) scope() (uuid.UUID, notes.Scope) {
	return p.AccountID, notes.UnderCustomer(p.CustomerID)
}
func (p *PetPath) scope() (uuid.UUID, notes.Scope) {
	return p.AccountID, notes.UnderPet(p.CustomerID, p.PetID)
}
func (p *OrderPath) scope() (uuid.UUID, notes.Scope) {
	return p.AccountID, notes.UnderOrder(p.OrderID)
}

// The other parts of the inputs.
type (
	// Listing is the input of a list.
	Listing struct {
		httpapi.Paging
		Category   notes.Category   `query:"category" enum:"general,medical,behaviour,grooming,boarding,billing,incident,other"`
		Visibility notes.Visibility `query:"visibility" enum:"staff,customer" doc:"Only notes with this visibility"`
	}
	// Creation is a new note.
	Creation struct{ Body notes.NoteCreate }
	// Naming is the path of a note.
	Naming struct {
		NoteID uuid.UUID `path:"noteId" format:"uuid" doc:"The note"`
		httpapi.IfMatch
	}
	// Changing is an update of a note.
	Changing struct {
		Naming
		Body notes.NotePatch
	}
)

func (l *Listing) listing() *Listing    { return l }
func (c *Creation) creation() *Creation { return c }
func (n *Naming) naming() *Naming       { return n }
func (c *Changing) changing() *Changing { return c }

// The inputs of the operations combine a path and another part.
type (
	customerListing struct {
		CustomerPath
		Listing
	}
	customerCreation struct {
		CustomerPath
		Creation
	}
	customerChanging struct {
		CustomerPath
		Changing
	}
	customerNaming struct {
		CustomerPath
		Naming
	}
	petListing struct {
		PetPath
		Listing
	}
	petCreation struct {
		PetPath
		Creation
	}
	petChanging struct {
		PetPath
		Changing
	}
	petNaming struct {
		PetPath
		Naming
	}
	orderListing struct {
		OrderPath
		Listing
	}
	orderCreation struct {
		OrderPath
		Creation
	}
	orderChanging struct {
		OrderPath
		Changing
	}
	orderNaming struct {
		OrderPath
		Naming
	}
	anyChanging struct {
		AccountPath
		Changing
	}
	anyNaming struct {
		AccountPath
		Naming
	}
)
