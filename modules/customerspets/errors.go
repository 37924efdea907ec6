package customerspets

import "github.com/petcare/petcare/platform/kernel/apperr"

// The conflicts of customers and pets.
var (
	ErrEmailTaken              = apperr.NewDuplicate("email", "another customer with login has this e-mail already")
	ErrCustomerExternalIDTaken = apperr.NewDuplicate("external_id", "another customer has this external_id already")
	ErrPetExternalIDTaken      = apperr.NewDuplicate("external_id", "another pet has this external_id already")
)
