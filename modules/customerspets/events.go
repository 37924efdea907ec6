package customerspets

import "github.com/google/uuid"

// The public events of this module.
const (
	CustomerCreated = "customer.created"
	CustomerUpdated = "customer.updated"
	CustomerDeleted = "customer.deleted"
	CustomerMerged  = "customer.merged"
	CustomerErased  = "customer.erased"
	PetCreated      = "pet.created"
	PetUpdated      = "pet.updated"
	PetDeleted      = "pet.deleted"
	PetMerged       = "pet.merged"
)

// LoginChanged is published, in the transaction of the change, when a customer's password was set or cleared, the customer was
// blocked, or its e-mail changed: tokens that set a password must go, and sessions must end unless only the e-mail changed.
type LoginChanged struct {
	Account, Customer uuid.UUID
	OnlyEmail         bool
}
