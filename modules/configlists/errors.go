package configlists

import (
	"fmt"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// The conflicts of lists and forms.
var (
	ErrBreedTaken      = apperr.NewDuplicate("name", "the species has a breed with this name already")
	ErrStatusTaken     = apperr.NewDuplicate("name", "there is a secondary pet status with this name already")
	ErrNumberTaken     = apperr.NewDuplicate("number", "there is a colour code of this type with this number already")
	ErrKeyTaken        = apperr.NewDuplicate("key", "the form has a field with this key already")
	ErrExternalIDTaken = apperr.NewDuplicate("external_id", "another entry of the list has this external_id already")
	ErrNumbersFull     = apperr.NewConflict("conflict", fmt.Sprintf("the number %d is in use, so there is no next one: give a number "+
		"that is free", LastNumber))
	ErrFormFull = apperr.NewConflict("conflict", fmt.Sprintf("a form has at most %d custom fields", MaxCustomFields))
)
