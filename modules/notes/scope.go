package notes

import "github.com/google/uuid"

// Scope is where a note is looked for: under a parent, or with the zero Scope anywhere in the account.
type Scope struct {
	Parent
	Customer uuid.UUID // of a pet: the customer under whom it is named
}

// UnderCustomer is the scope of the notes on a customer.
func UnderCustomer(customer uuid.UUID) Scope {
	return Scope{Parent: Parent{Customer, customer}}
}

// UnderPet is the scope of the notes on a pet of a customer.
func UnderPet(customer, pet uuid.UUID) Scope {
	return Scope{Parent: Parent{Pet, pet}, Customer: customer}
}

// UnderOrder is the scope of the notes on an order.
func UnderOrder(order uuid.UUID) Scope {
	return Scope{Parent: Parent{Order, order}}
}

func (s Scope) isAccount() bool { return s == Scope{} }

func (s Scope) holds(n Note) bool { return s.isAccount() || n.Parent == s.Parent }
