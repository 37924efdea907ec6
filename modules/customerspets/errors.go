package customerspets

import "github.com/petcare/petcare/platform/apperr"

// The conflicts of customers and pets.
var (
	ErrEmailTaken              = apperr.Conflict("duplicate", "another customer with login has this e-mail already")
	ErrCustomerExternalIDTaken = apperr.Conflict("duplicate", "another customer has this external_id already")
	ErrPetExternalIDTaken      = apperr.Conflict("duplicate", "another pet has this external_id already")
)
