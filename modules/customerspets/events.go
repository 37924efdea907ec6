package customerspets

import "github.com/google/uuid"

// The public events of this module.
const (
	CustomerCreated = "customer.created"
	CustomerUpdated = "customer.updated"
	PetCreated      = "pet.created"
	PetUpdated      = "pet.updated"
)

// LoginChanged is published, in the transaction of the change, when a customer's password was set or cleared or the
// customer was blocked: sessions must end.
type LoginChanged struct{ Account, Customer uuid.UUID }
