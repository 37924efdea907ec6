package customerspets

import "github.com/petcare/petcare/platform/kernel/apperr"

// The conflicts of customers and pets.
var (
	ErrEmailTaken              = apperr.NewConflict("duplicate", "another customer with login has this e-mail already")
	ErrCustomerExternalIDTaken = apperr.NewConflict("duplicate", "another customer has this external_id already")
	ErrPetExternalIDTaken      = apperr.NewConflict("duplicate", "another pet has this external_id already")
)
