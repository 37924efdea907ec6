package notes

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
)

// Where a note is named: the paths. Huma reads embedded structs only when they are exported.
type (
	// AccountPath names notes without their parent.
	AccountPath struct{ httpapi.AccountPath }
	// CustomerPath names a customer.
	CustomerPath struct {
		httpapi.AccountPath
		CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
	}
	// PetPath names a pet of a customer.
	PetPath struct {
		CustomerPath
		PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
	}
	// OrderPath names an order.
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

// What is wanted with it.
type (
	// Listing picks the notes of a list.
	Listing struct {
		httpapi.Paging
		Category   notes.Category   `query:"category" enum:"general,medical,behaviour,grooming,boarding,billing,incident,other"`
		Visibility notes.Visibility `query:"visibility" enum:"staff,customer" doc:"Only notes with this visibility"`
	}
	// Creation is a new note.
	Creation struct{ Body notes.NoteCreate }
	// Naming names a note.
	Naming struct {
		NoteID uuid.UUID `path:"noteId" format:"uuid" doc:"The note"`
		httpapi.IfMatch
	}
	// Changing is a change of a note.
	Changing struct {
		Naming
		Body notes.NotePatch
	}
)

func (l *Listing) listing() *Listing    { return l }
func (c *Creation) creation() *Creation { return c }
func (n *Naming) naming() *Naming       { return n }
func (c *Changing) changing() *Changing { return c }

// The inputs of the operations: each a scope and what is wanted there.
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
