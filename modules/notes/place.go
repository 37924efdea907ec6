package notes

import "github.com/google/uuid"

// Place is where a note is looked for: under a parent, or with the zero Place anywhere in the account.
type Place struct {
	Parent
	Customer uuid.UUID // of a pet: the customer under whom it is named
}

// UnderCustomer is the place of notes on a customer.
func UnderCustomer(customer uuid.UUID) Place {
	return Place{Parent: Parent{Customer, customer}}
}

// UnderPet is the place of notes on a pet of a customer.
func UnderPet(customer, pet uuid.UUID) Place {
	return Place{Parent: Parent{Pet, pet}, Customer: customer}
}

// UnderOrder is the place of notes on an order.
func UnderOrder(order uuid.UUID) Place {
	return Place{Parent: Parent{Order, order}}
}

// anywhere reports whether no parent is named.
func (p Place) anywhere() bool { return p == Place{} }
